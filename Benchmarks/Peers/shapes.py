#!/usr/bin/env python3
"""shapes.py WORKDIR [ROUNDS]: draws documents of ten shapes by $SEED (1), and compares how fast programs decode them into
types and encode them again, in ROUNDS (15) in which all alternate: ours, serde_json and msgspec, and orjson without types.
shapes.py --build WORKDIR: builds ours with models that WORKDIR/bin/codegen generates from msgspec's schemas of its types.
shapes.py --peer LIBRARY SHAPE FILE MODE: msgspec or orjson, as a program like shapes.swift."""
import gc, json, math, os, random, shutil, string, subprocess, sys, time, zlib
from typing import Literal, Union
import msgspec, orjson

here = os.path.dirname(os.path.abspath(__file__))
BYTES = 200_000  # of each shape
LATIN = string.ascii_lowercase
SCRIPTS = ["àâçéèêëîïôûùäöüßñ" + LATIN, "абвгдежзиклмнопрстуфхцчшыэюя", "αβγδεζηθικλμνξοπρστυφχψω",
           "的一是不了人我在有他这中大来上国个到说们", "あいうえおかきくけこさしすせそカキクケコ", "अआइईउऊएऐओऔकखगघचछजझ",
           "ابتثجحخدذرزسشصضطظعغ", "😀😂🚀🎉🔥🌍💡🍕👍" + LATIN]
PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "shapes", platforms: [.macOS(.v15)], dependencies: [.package(name: "schemata", path: %s)],
  targets: [.executableTarget(name: "shapes", dependencies: [.product(name: "SchemaRuntime", package: "schemata")])],
  swiftLanguageModes: [.v6])
"""


def record(name, required, tag=None, /, **others):
    others = [(member, Union[kind, msgspec.UnsetType], msgspec.UNSET) for member, kind in others.items()]
    return msgspec.defstruct(name, [*required.items(), *others], tag_field=tag and "kind", tag=tag, module=__name__)


Level = Literal["trace", "debug", "info", "warn", "error"]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Kind = Literal["folder", "file", "link"]
Condition = Literal["new", "used", "refurbished"]
Status = Literal["open", "paid", "shipped", "cancelled"]
Http = record("Http", {"method": Method, "path": str, "status": int}, bytes=int, cached=bool)
Event = record("Event", {"ts": str, "level": Level, "logger": str, "message": str, "host": str, "pid": int}, thread=str,
               trace_id=str, duration_ms=float, http=Http, labels=dict[str, str], stack=list[str])
Geometry = record("Geometry", {"type": Literal["Polygon"], "coordinates": list[list[list[float]]]})
Place = record("Place", {"name": str}, population=int, area=float)
Feature = record("Feature", {"type": Literal["Feature"], "id": int, "geometry": Geometry, "properties": Place})
Geo = record("Geo", {"type": Literal["FeatureCollection"], "name": str, "features": list[Feature]}, bbox=list[float])
Telemetry = record("Telemetry", {"device": str, "sequence": int, "gauges": dict[str, float], "counters": dict[str, int]},
                   series=dict[str, list[float]])
Tree = record("Tree", {"id": int, "kind": Kind, "children": "list[Tree]"}, name=str, weight=float, hidden=bool)
Article = record("Article", {"id": str, "language": str, "title": str, "paragraphs": list[str]}, summary=str)
Circle = record("Circle", {"x": float, "y": float, "radius": float}, "circle", fill=str)
Rectangle = record("Rectangle", {"x": float, "y": float, "width": float, "height": float}, "rectangle", fill=str,
                   rounded=bool)
Polyline = record("Polyline", {"points": list[float]}, "polyline", width=int, closed=bool)
Label = record("Label", {"x": float, "y": float, "text": str}, "label", font=str, size=int)
Drawing = record("Drawing", {"title": str, "shapes": list[Circle | Rectangle | Polyline | Label]})
Variant = record("Variant", {"sku": str, "options": dict[str, str]}, price=float, stock=int)
Product = record("Product", {"sku": str, "name": str, "price": float, "stock": int, "tags": list[str],
                             "attributes": dict[str, str]}, description=str, discount=float, available=bool,
                 condition=Condition, dimensions=list[float], variants=list[Variant])
Catalogue = record("Catalogue", {"currency": str, "next": str | None, "products": list[Product]})
Hashtag = record("Hashtag", {"text": str, "indices": list[int]})
Link = record("Link", {"url": str, "expanded_url": str, "indices": list[int]})
Mention = record("Mention", {"id": int, "screen_name": str, "name": str, "indices": list[int]})
Entities = record("Entities", {"hashtags": list[Hashtag], "urls": list[Link], "mentions": list[Mention]})
User = record("User", {"id": int, "name": str, "screen_name": str, "location": str, "url": str | None,
                       "followers_count": int, "verified": bool}, description=str, profile_image_url=str)
Post = record("Post", {"id": int, "created_at": str, "text": str, "user": User, "entities": Entities,
                       "in_reply_to": int | None, "favorites": int, "favorited": bool, "language": str},
              source=str, shared="Post")
Timeline = record("Timeline", {"posts": list[Post]})
Session = record("Session", {"id": str, "user": int, "issued": int, "expires": int, "scopes": list[str]}, device=str,
                 remember=bool)
Address = record("Address", {"street": str, "city": str, "country": str}, postcode=str)
Customer = record("Customer", {"id": int, "name": str, "address": Address}, email=str)
Line = record("Line", {"sku": str, "quantity": int, "price": float}, gift=bool)
Order = record("Order", {"id": str, "placed": str, "status": Status, "customer": Customer, "lines": list[Line],
                         "total": float}, note=str)


class Draw(random.Random):
    """Draws documents of one shape. Parameters that all of them share are drawn first."""

    def __init__(self, seed):
        super().__init__(seed)
        self.present, self.long, self.escaped = self.uniform(0.05, 0.95), self.uniform(0.5, 4), self.uniform(0, 0.1)
        self.digits, self.whole, self.scripts = self.randint(0, 15), self.uniform(0, 0.4), self.sample(SCRIPTS, 3)
        self.order, self.spaced = self.choice(["", seed]), self.random() < 0.3

    def count(self, low, high):
        return low + int((high - low + 1) * self.betavariate(self.long, 3))

    def list(self, low, high, make):
        return [make() for _ in range(self.count(low, high))]

    def map(self, low, high, make):
        return {".".join(self.list(1, 3, self.word)): make() for _ in range(self.count(low, high))}

    def id(self, length, letters="0123456789abcdef"):
        return "".join(self.choices(letters, k=length))

    def word(self, letters=LATIN):
        return self.id(self.count(2, 12), letters)

    def text(self, low, high, letters=LATIN):
        escape = lambda: self.choice('"\n\t\\/') if self.random() < self.escaped else ""
        return " ".join(self.list(low, high, lambda: self.word(letters) + escape()))

    def integer(self, digits=9):
        return self.randrange(10 ** self.randint(1, digits))

    def number(self, digits=4):
        value = self.uniform(0, 1) * 10 ** self.randint(0, digits)
        return int(value) if self.random() < self.whole else round(value, self.digits)

    def flag(self):
        return self.random() < 0.5

    def instant(self):
        second = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(self.randrange(2 ** 31)))
        return second + self.choice(["Z", ".%03dZ" % self.integer(3)])

    def object(self, others={}, **members):
        """Members in an order that is drawn, or those that are required first."""
        members.update((name, value) for name, value in others.items() if self.random() < self.present)
        key = lambda member: zlib.crc32((member[0] + self.order).encode())
        return dict(sorted(members.items(), key=key)) if self.order else members


def event(d):
    path = "/" + "/".join(d.list(1, 6, d.word))
    http = d.object({"bytes": d.integer(), "cached": d.flag()}, method=d.choice(Method.__args__), path=path, status=d.integer(3))
    frame = lambda: "  at %s (%s.js:%d)" % (d.word(), d.word(), d.integer(3))
    return d.object({"thread": "worker-%d" % d.integer(2), "trace_id": d.id(32), "duration_ms": d.number(), "http": http,
                     "labels": d.map(1, 8, d.word), "stack": d.list(1, 30, frame)},
                    ts=d.instant(), level=d.choice(Level.__args__), logger=".".join(d.list(1, 5, d.word)),
                    message=d.text(2, 40), host=d.word(), pid=d.integer(5))


def geo(d):
    degrees = lambda: d.number(2) * d.choice([1, -1])
    rings = lambda: d.list(1, 3, lambda: d.list(4, 60, lambda: [degrees(), degrees()]))
    place = lambda: d.object({"population": d.integer(), "area": d.number(6)}, name=d.text(1, 3, d.choice(d.scripts)))
    feature = lambda: d.object(type="Feature", id=d.integer(), properties=place(),
                               geometry=d.object(type="Polygon", coordinates=rings()))
    return d.object({"bbox": [degrees() for _ in range(4)]}, type="FeatureCollection", name=d.word(),
                    features=d.list(1, 20, feature))


def telemetry(d):
    return d.object({"series": d.map(1, 10, lambda: d.list(1, 50, d.number))}, device=d.id(16), sequence=d.integer(),
                    gauges=d.map(3, 80, d.number), counters=d.map(3, 80, lambda: d.integer(15)))


def tree(d, depth=0):
    children = d.list(0, 5, lambda: tree(d, depth + 1)) if depth < d.count(2, 7) else []
    return d.object({"name": d.word(), "weight": d.number(), "hidden": d.flag()}, id=d.integer(),
                    kind=d.choice(Kind.__args__), children=children)


def article(d):
    script = d.choice(d.scripts)
    return d.object({"summary": d.text(5, 40, script)}, id=d.id(24), language=d.id(2, LATIN), title=d.text(2, 10, script),
                    paragraphs=d.list(1, 12, lambda: d.text(10, 120, script)))


def drawing(d):
    at = lambda others, **members: d.object(others, x=d.number(), y=d.number(), **members)
    figures = [
        lambda: at({"fill": "#" + d.id(6)}, kind="circle", radius=d.number()),
        lambda: at({"fill": "#" + d.id(6), "rounded": d.flag()}, kind="rectangle", width=d.number(), height=d.number()),
        lambda: at({"font": d.word(), "size": d.integer(2)}, kind="label", text=d.text(1, 8)),
        lambda: d.object({"width": d.integer(2), "closed": d.flag()}, kind="polyline", points=d.list(4, 40, d.number))]
    return d.object(title=d.text(1, 6), shapes=d.list(3, 60, lambda: d.choice(figures)()))


def catalogue(d):
    variant = lambda: d.object({"price": d.number(), "stock": d.integer(3)}, sku=d.id(10), options=d.map(1, 4, d.word))
    product = lambda: d.object(
        {"description": d.text(5, 60), "discount": d.number(1), "available": d.flag(), "variants": d.list(1, 8, variant),
         "condition": d.choice(Condition.__args__), "dimensions": [d.number() for _ in range(3)]},
        sku=d.id(12), name=d.text(1, 6), price=d.number(), stock=d.integer(4), tags=d.list(0, 8, d.word),
        attributes=d.map(0, 12, lambda: d.text(1, 3)))
    return d.object(currency=d.id(3), next=d.choice([None, d.id(20)]), products=d.list(2, 25, product))


def timeline(d):
    script, span = d.choice(d.scripts), lambda: [d.integer(2), d.integer(3)]
    url = lambda: "https://%s.example/%s" % (d.word(), d.id(10))
    name = lambda: d.text(1, 2, script)
    user = lambda: d.object({"description": d.text(2, 20, script), "profile_image_url": url()}, id=d.integer(18), name=name(),
                            screen_name=d.word(), location=d.text(0, 2, script), url=d.choice([None, url()]),
                            followers_count=d.integer(7), verified=d.flag())
    hashtag = lambda: d.object(text=d.word(script), indices=span())
    link = lambda: d.object(url=url(), expanded_url=url(), indices=span())
    mention = lambda: d.object(id=d.integer(18), screen_name=d.word(), name=name(), indices=span())
    entities = lambda: d.object(hashtags=d.list(0, 3, hashtag), urls=d.list(0, 2, link), mentions=d.list(0, 3, mention))
    post = lambda shared: d.object({"source": url(), **shared}, id=d.integer(18), created_at=d.instant(), user=user(),
                                   text=d.text(3, 30, script), entities=entities(), favorites=d.integer(5),
                                   in_reply_to=d.choice([None, d.integer(18)]), favorited=d.flag(), language=d.id(2, LATIN))
    return d.object(posts=d.list(2, 20, lambda: post({"shared": post({})} if d.flag() else {})))


def session(d):
    return d.object({"device": d.word(), "remember": d.flag()}, id=d.id(32), user=d.integer(),
                    issued=1_700_000_000 + d.integer(7), expires=1_800_000_000 + d.integer(7), scopes=d.list(2, 6, d.word))


def order(d):
    address = d.object({"postcode": d.id(5)}, street=d.text(2, 3), city=d.text(1, 2), country=d.id(2, LATIN))
    customer = d.object({"email": d.word() + "@mail.example"}, id=d.integer(), name=d.text(2, 3), address=address)
    line = lambda: d.object({"gift": d.flag()}, sku=d.id(12), quantity=d.integer(2), price=d.number(3))
    return d.object({"note": d.text(3, 8)}, id=d.id(36), placed=d.instant(), status=d.choice(Status.__args__),
                    customer=customer, lines=d.list(2, 8, line), total=d.number())


SHAPES = {draw.__name__: (draw, kind) for draw, kind in [
    (event, Event), (geo, Geo), (telemetry, Telemetry), (tree, Tree), (article, Article), (drawing, Drawing),
    (catalogue, Catalogue), (timeline, Timeline), (session, Session), (order, Order)]}
SMALL = ["session", "order"]  # decoded from Data too


def peer(library, shape, file, mode):
    lines = open(file, "rb").read().splitlines()
    decode, encode = orjson.loads, orjson.dumps
    if library == "msgspec":
        decode, encode = msgspec.json.Decoder(SHAPES[shape][1]).decode, msgspec.json.Encoder().encode
    values = [decode(line) for line in lines]
    gc.freeze()  # What is kept here would slow the collections down.
    if mode == "write":
        return sys.stdout.buffer.write(b"\n".join(map(encode, values)))

    def nanoseconds(call, items):
        for _ in range(2):
            start, passes = time.process_time_ns(), 0
            while time.process_time_ns() - start < 20_000_000:
                for item in items:
                    call(item)
                passes += 1
        return (time.process_time_ns() - start) // (passes * len(items))

    print(nanoseconds(decode, lines), nanoseconds(encode, values))


def build(work):
    folder = os.path.join(work, "build/shapes")
    schemas, sources = os.path.join(folder, "Schemas"), os.path.join(folder, "Sources/shapes")
    os.makedirs(schemas, exist_ok=True)
    os.makedirs(sources, exist_ok=True)
    files = {shape + ".schema.json": msgspec.json.schema(kind) for shape, (_, kind) in SHAPES.items()}
    files["codegen.json"] = {"accessLevel": "internal", "outputs": {"models": "../Sources/shapes"}}
    for name, content in files.items():
        json.dump(content, open(os.path.join(schemas, name), "w"))
    open(os.path.join(folder, "Package.swift"), "w").write(PACKAGE % json.dumps(os.path.abspath(here + "/../..")))
    shutil.copy(os.path.join(here, "shapes.swift"), os.path.join(sources, "main.swift"))
    codegen = [os.path.join(work, "bin/codegen"), "generate", "--config", os.path.join(schemas, "codegen.json")]
    for command in codegen, ["swift", "build", "-c", "release", "--package-path", folder]:
        subprocess.run(command, check=True)
    shutil.copy(os.path.join(folder, ".build/release/shapes"), os.path.join(work, "bin/shapes"))


def same(a, b):
    """Equal JSON, up to the last bit of a number, which serde_json reads inexactly."""
    if isinstance(a, (dict, list)) and type(a) == type(b) and len(a) == len(b):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a) if isinstance(a, dict) else all(map(same, a, b))
    return a == b or isinstance(a, float) and math.isclose(a, b, rel_tol=3e-16)


def draw_files(work, seed):
    """The documents of each shape, one per line in a file, and the file."""
    files = {}
    for shape, (draw, _) in SHAPES.items():
        d, documents = Draw("%s %s" % (seed, shape)), []
        while sum(map(len, documents)) < BYTES:
            separators = (", ", ": ") if d.spaced else (",", ":")
            documents.append(json.dumps(draw(d), ensure_ascii=draw is article, separators=separators).encode())
        files[shape] = documents, os.path.join(work, "data", "shape-%s.ndjson" % shape)
        open(files[shape][1], "wb").write(b"\n".join(documents))
    return files


def compare(work, seed, rounds):
    script = [sys.executable, __file__, "--peer"]
    programs = {"ours": [os.path.join(work, "bin/shapes")], "msgspec": script + ["msgspec"], "orjson": script + ["orjson"],
                "serde_json": [os.path.join(work, "build/rust/target/release/shapes")]}
    programs = {name: command for name, command in programs.items() if os.path.exists(command[0])}
    files, times = draw_files(work, seed), {}

    def run(name, shape, mode):
        command = [*programs[name], shape, files[shape][1], mode]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    for shape, (documents, file) in files.items():
        for name in programs:
            written = run(name, shape, "write").splitlines()
            if len(written) != len(documents) or not all(map(same, map(json.loads, documents), map(json.loads, written))):
                sys.exit("%s writes other documents than %s" % (name, file))
    for _ in range(rounds):
        for shape in SHAPES:
            for name in programs:
                for mode in ["array", "data"] if name == "ours" and shape in SMALL else ["array"]:
                    times.setdefault((name, shape, mode), []).append(map(int, run(name, shape, mode).split()))
    return files, {key: [min(column) for column in zip(*rows)] for key, rows in times.items()}


def report(files, times):
    peers = [name for name in ("serde_json", "msgspec", "orjson") if (name, SMALL[0], "array") in times]
    ratios = {(way, name): [] for way in (0, 1) for name in peers}
    print("| documents | bytes | %s |" % " | ".join(" | ".join([way + ", ns", *peers]) for way in ("decode", "encode")))
    print("|---|---:" + "|---:" * (2 + len(ratios)) + "|")
    for shape, mode in [(shape, "array") for shape in SHAPES] + [(shape, "data") for shape in SMALL]:
        cells = [shape + ", from `Data`" * (mode == "data"), "%.0f" % (sum(map(len, files[shape][0])) / len(files[shape][0]))]
        for way in (0, 1) if mode == "array" else (0,):
            ours = times["ours", shape, mode][way]
            cells.append("%d" % ours)
            for name in peers:
                ratios[way, name].append(times[name, shape, "array"][way] / ours)
                cells.append("%.2f" % ratios[way, name][-1])
        print("| %s |" % " | ".join(cells) + " |" * (len(ratios) + 4 - len(cells)))
    means = ["%.2f" % math.exp(sum(map(math.log, ratios[key])) / len(ratios[key])) for key in ratios]
    print("| geometric mean | | | %s | | %s |" % (" | ".join(means[:len(peers)]), " | ".join(means[len(peers):])))


def main():
    if sys.argv[1] == "--peer":
        return peer(*sys.argv[2:])
    if sys.argv[1] == "--build":
        return build(os.path.abspath(sys.argv[2]))
    seed, rounds = os.environ.get("SEED", "1"), int(sys.argv[2]) if len(sys.argv) > 2 else 15
    report(*compare(os.path.abspath(sys.argv[1]), seed, rounds))
    print("\n`SEED=%s` draws sizes, numbers of digits, scripts, the order of members and how many are absent. Nanoseconds of\n"
          "processor time for one document, with `init(json:)` and `json()`, the least of %d rounds, and each peer's time ÷\n"
          "ours. All but orjson decode into types; ours validates too. serde_json reads some numbers inexactly." % (seed, rounds))


main()
