/// The amount of evidence that ``SchemaInference`` requires before it specifies more than a type.
///
/// The defaults come from samples of real payloads: a claim based on some of them must hold for the others.
package struct InferenceOptions: Hashable, Sendable {
  /// How many objects must occur, all of them with a member, before the member is `required`. Of the members that 20
  /// objects had, further objects had 97%; of those that one object had, 62%. Discriminators are always required.
  package var minimumRequiredEvidence = 20
  /// The maximum number of `enum` values. More different texts count as free text.
  package var maximumEnumValues = 16
  /// The maximum length of an `enum` value, in UTF-8 bytes.
  package var maximumEnumBytes = 40
  /// How often each text must occur before the list of texts counts as complete.
  package var minimumEnumRepetition = 5
  /// How many texts must occur in total before the list of texts counts as complete.
  package var minimumEnumEvidence = 20
  /// How many different texts must have a format before it is inferred.
  package var minimumFormatEvidence = 3
  /// How many numbers must occur, none of them negative, before `minimum` is 0.
  package var minimumBoundEvidence = 20
  /// How many different names must look like ids before `propertyNames` says so.
  package var minimumNameEvidence = 3
  /// How many different names objects must have, each in at most half of them, before they become a map.
  package var minimumMapNames = 12
  /// How improbable it must be that objects with different tags differ by chance before they become a choice: one in
  /// this number.
  package var minimumChoiceEvidence = 20
  /// The maximum number of names to keep for the objects at one location; objects with more become a map.
  package var maximumNames = 256
  /// The maximum number of branches of a choice that a tag distinguishes.
  package var maximumBranches = 32
  /// The maximum depth. Deeper values may be anything.
  package var maximumDepth = 96
  /// The members that may distinguish the objects of a choice, the most likely first.
  package var tagNames = [
    "type", "kind", "$type", "@type", "_type", "__typename", "tag", "event", "eventType", "event_type", "eventName",
    "messageType", "message_type", "action", "op", "operation", "method", "command", "variant", "discriminator",
  ]

  package init() {}
}
