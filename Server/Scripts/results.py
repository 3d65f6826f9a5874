"""The sections of RESULTS.md."""

import os
import re


def write_section(path, title, text):
    """Replaces the section of a title, or adds it."""
    old = open(path).read() if os.path.exists(path) else "# Results\n"
    head, *sections = re.split(r"^## ", old, flags=re.M)
    section = f"{title}\n\n{text.strip()}\n"
    names = [s.split("\n", 1)[0] for s in sections]
    if title in names:
        sections[names.index(title)] = section
    else:
        sections.append(section)
    parts = [head.strip() + "\n"] + ["## " + s.strip() + "\n" for s in sections]
    open(path, "w").write("\n".join(parts))
