// shapes SHAPE FILE MODE: serde_json with derived types, for shapes.py; see Peers/shapes.swift.
use serde::{de::DeserializeOwned, Deserialize, Serialize};
use std::{collections::BTreeMap, hint::black_box}; // HashMap takes longer here.

/// A structure with members that are required, and then with others.
macro_rules! record {
    ($name:ident { $($member:ident: $type:ty),* } $($other:ident: $other_type:ty),*) => {
        #[derive(Serialize, Deserialize)]
        struct $name { $($member: $type,)* $(#[serde(skip_serializing_if = "Option::is_none")] $other: Option<$other_type>,)* }
    };
}
macro_rules! words {
    ($name:ident $case:literal $($word:ident)*) => {
        #[derive(Serialize, Deserialize)] #[serde(rename_all = $case)] enum $name { $($word),* }
    };
}
words!(Level "lowercase" Trace Debug Info Warn Error);
words!(Method "UPPERCASE" Get Post Put Patch Delete);
record!(Http { method: Method, path: String, status: i64 } bytes: i64, cached: bool);
record!(Event { ts: String, level: Level, logger: String, message: String, host: String, pid: i64 }
    thread: String, trace_id: String, duration_ms: f64, http: Http, labels: BTreeMap<String, String>, stack: Vec<String>);
words!(CollectionTag "PascalCase" FeatureCollection);
words!(FeatureTag "PascalCase" Feature);
words!(PolygonTag "PascalCase" Polygon);
record!(Geometry { r#type: PolygonTag, coordinates: Vec<Vec<Vec<f64>>> });
record!(Place { name: String } population: i64, area: f64);
record!(Feature { r#type: FeatureTag, id: i64, geometry: Geometry, properties: Place });
record!(Geo { r#type: CollectionTag, name: String, features: Vec<Feature> } bbox: Vec<f64>);
record!(Telemetry { device: String, sequence: i64, gauges: BTreeMap<String, f64>, counters: BTreeMap<String, i64> }
    series: BTreeMap<String, Vec<f64>>);
words!(Kind "lowercase" Folder File Link);
record!(Tree { id: i64, kind: Kind, children: Vec<Tree> } name: String, weight: f64, hidden: bool);
record!(Article { id: String, language: String, title: String, paragraphs: Vec<String> } summary: String);
record!(Circle { x: f64, y: f64, radius: f64 } fill: String);
record!(Rectangle { x: f64, y: f64, width: f64, height: f64 } fill: String, rounded: bool);
record!(Polyline { points: Vec<f64> } width: i64, closed: bool);
record!(Label { x: f64, y: f64, text: String } font: String, size: i64);
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Figure { Circle(Circle), Rectangle(Rectangle), Polyline(Polyline), Label(Label) }
record!(Drawing { title: String, shapes: Vec<Figure> });
words!(Condition "lowercase" New Used Refurbished);
record!(Variant { sku: String, options: BTreeMap<String, String> } price: f64, stock: i64);
record!(Product { sku: String, name: String, price: f64, stock: i64, tags: Vec<String>, attributes: BTreeMap<String, String> }
    description: String, discount: f64, available: bool, condition: Condition, dimensions: Vec<f64>, variants: Vec<Variant>);
record!(Catalogue { currency: String, next: Option<String>, products: Vec<Product> });
record!(Hashtag { text: String, indices: Vec<i64> });
record!(Link { url: String, expanded_url: String, indices: Vec<i64> });
record!(Mention { id: i64, screen_name: String, name: String, indices: Vec<i64> });
record!(Entities { hashtags: Vec<Hashtag>, urls: Vec<Link>, mentions: Vec<Mention> });
record!(User { id: i64, name: String, screen_name: String, location: String, url: Option<String>, followers_count: i64,
    verified: bool } description: String, profile_image_url: String);
record!(Post { id: i64, created_at: String, text: String, user: User, entities: Entities, in_reply_to: Option<i64>,
    favorites: i64, favorited: bool, language: String } source: String, shared: Box<Post>);
record!(Timeline { posts: Vec<Post> });
record!(Session { id: String, user: i64, issued: i64, expires: i64, scopes: Vec<String> } device: String, remember: bool);
words!(Status "lowercase" Open Paid Shipped Cancelled);
record!(Address { street: String, city: String, country: String } postcode: String);
record!(Customer { id: i64, name: String, address: Address } email: String);
record!(Line { sku: String, quantity: i64, price: f64 } gift: bool);
record!(Order { id: String, placed: String, status: Status, customer: Customer, lines: Vec<Line>, total: f64 } note: String);

#[repr(C)]
struct Time { seconds: i64, nanoseconds: i64 }
extern "C" { fn clock_gettime(clock: i32, time: *mut Time) -> i32; }
fn processor_time() -> i64 {
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(2, &mut time); } // CLOCK_PROCESS_CPUTIME_ID
    time.seconds * 1_000_000_000 + time.nanoseconds
}
fn nanoseconds(documents: usize, mut pass: impl FnMut()) -> i64 {
    let mut last = 0;
    for _ in 0..2 {
        let (start, mut passes) = (processor_time(), 0);
        while { pass(); passes += 1; processor_time() - start < 20_000_000 } {}
        last = (processor_time() - start) / (passes * documents as i64);
    }
    last
}
fn run<T: DeserializeOwned + Serialize>(lines: &[&[u8]], mode: &str) {
    let values: Vec<T> = lines.iter().map(|line| serde_json::from_slice(line).unwrap()).collect();
    if mode == "write" {
        return values.iter().for_each(|value| println!("{}", serde_json::to_string(value).unwrap()));
    }
    let decoding = nanoseconds(lines.len(), || for line in lines { black_box(serde_json::from_slice::<T>(line).unwrap()); });
    let encoding = nanoseconds(lines.len(), || for value in &values { black_box(serde_json::to_vec(value).unwrap()); });
    println!("{decoding} {encoding}");
}
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let file = std::fs::read(&words[2]).unwrap();
    let lines: Vec<&[u8]> = file.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    macro_rules! shapes {
        ($($name:literal $type:ty),*) => { match words[1].as_str() { $($name => run::<$type>(&lines, &words[3]),)* _ => panic!() } };
    }
    shapes!("event" Event, "geo" Geo, "telemetry" Telemetry, "tree" Tree, "article" Article, "drawing" Drawing,
        "catalogue" Catalogue, "timeline" Timeline, "session" Session, "order" Order)
}
