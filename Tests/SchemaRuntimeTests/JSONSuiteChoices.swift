/// Our decisions about the texts that JSONTestSuite leaves to the reader, with reasons.
enum JSONSuiteChoices {
  enum Choice { case accepted(String), refused(String) }

  private static let keptAsText = "numbers of any size keep their text; only asking for a Double or an Int can fail"
  private static let loneSurrogate = "a lone surrogate is no Unicode scalar, and a Swift string cannot hold it"
  private static let illFormed = "RFC 8259, section 8.1: text between systems must be UTF-8, and this is not"

  /// A table with one row per file.
  static let all: [String: Choice] = [
    "i_number_double_huge_neg_exp.json": .accepted(keptAsText),
    "i_number_huge_exp.json": .accepted(keptAsText),
    "i_number_neg_int_huge_exp.json": .accepted(keptAsText),
    "i_number_pos_double_huge_exp.json": .accepted(keptAsText),
    "i_number_real_neg_overflow.json": .accepted(keptAsText),
    "i_number_real_pos_overflow.json": .accepted(keptAsText),
    "i_number_real_underflow.json": .accepted(keptAsText),
    "i_number_too_big_neg_int.json": .accepted(keptAsText),
    "i_number_too_big_pos_int.json": .accepted(keptAsText),
    "i_number_very_big_negative_int.json": .accepted(keptAsText),
    "i_object_key_lone_2nd_surrogate.json": .refused(loneSurrogate),
    "i_string_1st_surrogate_but_2nd_missing.json": .refused(loneSurrogate),
    "i_string_1st_valid_surrogate_2nd_invalid.json": .refused(loneSurrogate),
    "i_string_incomplete_surrogate_and_escape_valid.json": .refused(loneSurrogate),
    "i_string_incomplete_surrogate_pair.json": .refused(loneSurrogate),
    "i_string_incomplete_surrogates_escape_valid.json": .refused(loneSurrogate),
    "i_string_invalid_lonely_surrogate.json": .refused(loneSurrogate),
    "i_string_invalid_surrogate.json": .refused(loneSurrogate),
    "i_string_inverted_surrogates_U+1D11E.json": .refused(loneSurrogate),
    "i_string_lone_second_surrogate.json": .refused(loneSurrogate),
    "i_string_UTF-16LE_with_BOM.json": .refused(illFormed),
    "i_string_utf16BE_no_BOM.json": .refused(illFormed),
    "i_string_utf16LE_no_BOM.json": .refused(illFormed),
    "i_string_UTF-8_invalid_sequence.json": .refused(illFormed),
    "i_string_UTF8_surrogate_U+D800.json": .refused(illFormed),
    "i_string_invalid_utf-8.json": .refused(illFormed),
    "i_string_iso_latin_1.json": .refused(illFormed),
    "i_string_lone_utf8_continuation_byte.json": .refused(illFormed),
    "i_string_not_in_unicode_range.json": .refused(illFormed),
    "i_string_overlong_sequence_2_bytes.json": .refused(illFormed),
    "i_string_overlong_sequence_6_bytes.json": .refused(illFormed),
    "i_string_overlong_sequence_6_bytes_null.json": .refused(illFormed),
    "i_string_truncated-utf-8.json": .refused(illFormed),
    "i_structure_500_nested_arrays.json": .accepted("512 levels are allowed unless told otherwise"),
    "i_structure_UTF-8_BOM_empty_object.json": .refused(
      "RFC 8259, section 8.1: senders must not add a byte order mark; taking it would move every position"),
  ]
}
