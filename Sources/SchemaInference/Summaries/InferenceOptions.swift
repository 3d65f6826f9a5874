/// How much evidence ``SchemaInference`` asks for before it says more than a type.
package struct InferenceOptions: Hashable, Sendable {
  /// The most values that an `enum` lists. More different texts are free text.
  package var maximumEnumValues = 16
  /// The most bytes in UTF-8 of a text that an `enum` lists.
  package var maximumEnumBytes = 40
  /// How often each text must have been seen before a list of them is taken for all there are.
  package var minimumEnumRepetition = 2
  /// How many texts there must be, all together, before they are taken for all there are.
  package var minimumEnumEvidence = 8
  /// How many different texts must be of a format before the format is claimed.
  package var minimumFormatEvidence = 2
  /// How many numbers there must be, none of them negative, before `minimum` says 0.
  package var minimumBoundEvidence = 20
  /// How many different names objects must have, no name in more than half of them, before they are a map.
  package var minimumMapNames = 12
  /// The most names that are kept of the objects at one place; objects with more are a map.
  package var maximumNames = 256
  /// The most branches of a choice that a tag tells apart.
  package var maximumBranches = 32
  /// How deep values are looked into. What lies deeper may be anything.
  package var maximumDepth = 96
  /// The members that may tell apart the objects of a choice, the likeliest first.
  package var tagNames = [
    "type", "kind", "$type", "@type", "_type", "__typename", "tag", "event", "eventType", "event_type", "eventName",
    "messageType", "message_type", "action", "op", "operation", "method", "command", "variant", "discriminator",
  ]

  package init() {}
}
