#!/usr/bin/env python3
"""compare_kept.py RAW.json RESULTS.md: peers that this machine does not have, by the ratios that RESULTS.md keeps of an
earlier run: theirs to JSONDecoder and to json-c then, beside ours to the same two now, of the fastest runs."""
import json, re, sys

raw = json.load(open(sys.argv[1]))
DECODER, JSON_C = "P1 Foundation JSONDecoder -> Codable structs", "P2 json-c parse (C)"
TITLES = {"W1 users, 100k NDJSON lines": "w1", "W1 users, one array of 10k": "w1arr", "W2 room state": "w2", "W3 chat message": "w3"}
PEERS = re.compile(r"P5 blaze|P3 simdjson (ondemand|DOM)|P3 yyjson|P8 swift-protobuf|P8 Ikiga|P9 ")

now = {}
for key, runs in raw["runs"].items():
    label, workload = key.rsplit("|", 1)
    now[label, workload] = max(run["docs"] / run["secs"] for run in runs)
kept, workload = {}, None
for line in open(sys.argv[2], encoding="utf-8"):
    if line.startswith("#"):
        workload = TITLES.get(line.strip("# \n"))
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if workload and len(cells) == 6 and cells[3].replace(",", "").isdigit():
        kept[cells[0], workload] = (cells[1], float(cells[3].replace(",", "")))


def ratio(figures, label, peer, workload):
    ours, theirs = figures.get((label, workload)), figures.get((peer, workload))
    return "%.2f" % (ours / theirs) if ours and theirs else "not run"


print("| workload | when | program | what it does | × JSONDecoder | × json-c |\n|---|---|---|---|---:|---:|")
for title, workload in TITLES.items():
    for label, kind in raw["order"]:
        if label.startswith("P0") and not kind.startswith("encode") and (label, workload) in now:
            print("| %s | now | %s | %s | %s | %s |" % (
                title, label, kind, ratio(now, label, DECODER, workload), ratio(now, label, JSON_C, workload)))
    figures = {key: value[1] for key, value in kept.items()}
    for (label, where), (kind, _) in kept.items():
        if where == workload and PEERS.match(label):
            print("| %s | kept | %s | %s | %s | %s |" % (
                title, label, kind, ratio(figures, label, DECODER, workload), ratio(figures, label, JSON_C, workload)))
