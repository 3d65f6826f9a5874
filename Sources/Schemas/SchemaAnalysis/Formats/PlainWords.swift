/// Words for meaningless sample texts.
package enum PlainWords {
  package static let words = [
    "amber", "birch", "cedar", "delta", "ember", "fern", "grove", "harbor", "indigo", "juniper", "kelp", "lagoon",
    "maple", "north", "olive", "pebble", "quartz", "river", "summit", "tundra", "umber", "valley", "willow", "zephyr",
  ]
}
