import SchemaRuntime
import TestSupport
import Testing

/// The matches of each syntax construct. Every engine must agree with the rows.
@Suite struct PatternSyntaxTests {
  @Test(arguments: characters + dotsAndAnchors)
  func charactersAndAnchors(_ row: PatternCase) throws { try row.check() }

  @Test(arguments: classes)
  func characterClasses(_ row: PatternCase) throws { try row.check() }

  @Test(arguments: escapes)
  func characterEscapes(_ row: PatternCase) throws { try row.check() }

  @Test(arguments: quantifiers)
  func repetitions(_ row: PatternCase) throws { try row.check() }

  @Test(arguments: groups)
  func groupsAndAlternatives(_ row: PatternCase) throws { try row.check() }

  @Test(arguments: boundaries)
  func wordBoundaries(_ row: PatternCase) throws { try row.check() }

  @Test(arguments: Effort.sample(unicode, oneIn: 3))
  func unicodeProperties(_ row: PatternCase) throws { try row.check() }

  private static let characters = [
    PatternCase("the empty pattern matches everything", "", matches: ["", "a", "é"]),
    PatternCase("a character is found anywhere", "b", matches: ["b", "abc", "cab"], fails: ["", "ac", "B"]),
    PatternCase("a word is found anywhere", "bcd", matches: ["abcde", "bcbcd"], fails: ["bc", "bccd"]),
    PatternCase("a word that repeats its beginning is found", "aab", matches: ["aaab", "aabaab"], fails: ["abab"]),
    PatternCase("a slash needs no escape", "a/b", matches: ["a/b"], fails: ["ab"]),
    PatternCase("an escaped slash is a slash", "a\\/b", matches: ["a/b"], fails: ["a\\/b"]),
    PatternCase("a hyphen outside of classes is itself", "a-b", matches: ["a-b"], fails: ["ab"]),
    PatternCase("a comma and an angle bracket are themselves", "<a,b>", matches: ["<a,b>"], fails: ["<ab>"]),
    PatternCase("case matters", "Abc", matches: ["Abc"], fails: ["abc", "ABC"]),
    PatternCase("two bytes of UTF-8", "é", matches: ["é", "caféine"], fails: ["e", "è", "e\u{301}"]),
    PatternCase("three bytes of UTF-8", "€", matches: ["1 €"], fails: ["₭", "$"]),
    PatternCase("four bytes of UTF-8", "🐲", matches: ["🐲", "a🐲b"], fails: ["🐉", ""]),
    PatternCase("a NUL in the text is a character", "a.b", matches: ["a\0b"], fails: ["ab"]),
    PatternCase("canonical equivalence does not count", "^e\u{301}$", matches: ["e\u{301}"], fails: ["é"]),
  ]

  private static let dotsAndAnchors = [
    PatternCase("a dot is any character", "^.$", matches: ["a", "é", "€", "🐲", "\0", "\t"], fails: ["", "ab"]),
    PatternCase("a dot is no line terminator", "^.$", fails: ["\n", "\r", "\u{2028}", "\u{2029}"]),
    PatternCase("a dot is a next line control", "^.$", matches: ["\u{85}", "\u{2027}", "\u{202a}"]),
    PatternCase("dots count scalars, not bytes", "^..$", matches: ["ab", "é€", "🐲🐲"], fails: ["é", "🐲", "abc"]),
    PatternCase("a caret ties to the start", "^ab", matches: ["ab", "abc"], fails: ["cab", ""]),
    PatternCase("a dollar ties to the end", "ab$", matches: ["ab", "cab"], fails: ["abc", ""]),
    PatternCase("both anchors", "^ab$", matches: ["ab"], fails: ["aab", "abb", ""]),
    PatternCase("a dollar does not match before a line feed", "^abc$", matches: ["abc"], fails: ["abc\n", "\nabc"]),
    PatternCase("a caret does not match after a line feed", "^b", matches: ["b"], fails: ["a\nb"]),
    PatternCase("a caret alone always matches", "^", matches: ["", "a"]),
    PatternCase("a dollar alone always matches", "$", matches: ["", "a"]),
    PatternCase("both alone match the empty text", "^$", matches: [""], fails: ["a", "\n"]),
    PatternCase("a dollar then a caret match the empty text", "$^", matches: [""], fails: ["a"]),
    PatternCase("a caret after a character never matches", "a^b", fails: ["ab", "a^b", "a\nb"]),
    PatternCase("a character after a dollar never matches", "a$b", fails: ["ab", "a$b"]),
    PatternCase("a caret after an optional part", "a*^b", matches: ["b"], fails: ["ab", "cb"]),
    PatternCase("a dollar before an optional part", "a$b*", matches: ["a", "ba"], fails: ["ab"]),
    PatternCase("carets in one alternative only", "^a|b", matches: ["ab", "cb", "b"], fails: ["ca", ""]),
    PatternCase("dollars in one alternative only", "a$|b", matches: ["ca", "bc"], fails: ["ac"]),
    PatternCase("a caret that may be left out", "(?:^x)?a", matches: ["ba", "xa", "a"], fails: ["x"]),
    PatternCase("a caret inside a loop holds once", "^(?:^a|b)*$", matches: ["abb", "", "bb"], fails: ["ba", "aa"]),
  ]

  private static let classes = [
    PatternCase("a class is one of its members", "^[abc]$", matches: ["a", "b", "c"], fails: ["d", "ab", ""]),
    PatternCase("a range has both its ends", "^[b-d]$", matches: ["b", "c", "d"], fails: ["a", "e"]),
    PatternCase("ranges and members together", "^[a-cx0-2]$", matches: ["b", "x", "2"], fails: ["d", "y", "3", "-"]),
    PatternCase("a negated class is everything else", "^[^abc]$", matches: ["d", "é", "\n"], fails: ["a", ""]),
    PatternCase("a negated range", "^[^a-y]$", matches: ["z", "`", "🐲"], fails: ["a", "m", "y"]),
    PatternCase("the empty class never matches", "[]", fails: ["", "a", "]"]),
    PatternCase("the negated empty class matches anything", "^[^]$", matches: ["a", "\n", "🐲"], fails: ["", "ab"]),
    PatternCase("a hyphen first is itself", "^[-a]$", matches: ["-", "a"], fails: ["b"]),
    PatternCase("a hyphen last is itself", "^[a-]$", matches: ["-", "a"], fails: ["b"]),
    PatternCase("a hyphen after a range is itself", "^[a-c-e]$", matches: ["b", "-", "e"], fails: ["d"]),
    PatternCase("a hyphen can begin a range", "^[--0]$", matches: ["-", ".", "/", "0"], fails: ["1", ","]),
    PatternCase("a hyphen can end a range", "^[+--]$", matches: ["+", ",", "-"], fails: ["."]),
    PatternCase("needless escapes are themselves", "^\\&\\-\\'\\ \\_$", matches: ["&-' _"], fails: ["\\&\\-\\'\\ \\_"]),
    PatternCase("needless escapes in a class", "^[\\!-\\%\\@]+$", matches: ["!\"#$%@"], fails: ["\\", "&", "-"]),
    PatternCase("an escaped hyphen is itself", "^[a\\-z]$", matches: ["a", "-", "z"], fails: ["b"]),
    PatternCase("a caret not first is itself", "^[a^]$", matches: ["a", "^"], fails: ["b"]),
    PatternCase(
      "syntax characters are themselves in a class", "^[.*+?(){}|$/[]$", matches: ["*", "[", "}"], fails: ["a"]),
    PatternCase("an escaped bracket in a class", "^[\\]\\[]$", matches: ["]", "["], fails: ["\\"]),
    PatternCase("an escaped backslash in a class", "^[\\\\]$", matches: ["\\"], fails: ["a"]),
    PatternCase("a class escape in a class", "^[\\d_]$", matches: ["5", "_"], fails: ["a", "d"]),
    PatternCase("a negated class escape in a class", "^[\\Da]$", matches: ["a", "z"], fails: ["5"]),
    PatternCase("a class of all by two halves", "^[\\s\\S]$", matches: ["a", "\n", "🐲"], fails: ["", "ab"]),
    PatternCase("a class escape next to a trailing hyphen", "^[\\w-]$", matches: ["a", "-"], fails: [".", " "]),
    PatternCase("\\b in a class is a backspace", "^[\\b]$", matches: ["\u{8}"], fails: ["b", ""]),
    PatternCase("members above ASCII", "^[äöü]$", matches: ["ä", "ü"], fails: ["a", "Ã"]),
    PatternCase("a range above ASCII", "^[à-ÿ]$", matches: ["à", "é", "ÿ"], fails: ["a", "À", "Ā"]),
    PatternCase("a range over lengths of UTF-8", "^[a-€]$", matches: ["a", "é", "€", "ࠀ"], fails: ["₭", "A", "🐲"]),
    PatternCase("a range over all planes", "^[\\u{80}-\\u{10FFFF}]$", matches: ["é", "🐲", "\u{10ffff}"], fails: ["a"]),
    PatternCase("a range beyond the basic plane", "^[🐀-🐿]$", matches: ["🐲", "🐀"], fails: ["👀", "a"]),
    PatternCase("a negated class above ASCII", "^[^é]$", matches: ["e", "è", "🐲"], fails: ["é"]),
    PatternCase("members given twice count once", "^[aab-cb]$", matches: ["a", "c"], fails: ["d"]),
    PatternCase("a class of one is like its member", "^[a]b[c]$", matches: ["abc"], fails: ["ab", "abb"]),
  ]

  private static let escapes = [
    PatternCase("\\d is an ASCII digit", "^\\d$", matches: ["0", "9"], fails: ["a", "٣", "߀", ""]),
    PatternCase("\\D is everything else", "^\\D$", matches: ["a", "٣", "߀", "\n"], fails: ["0", ""]),
    PatternCase(
      "\\w is an ASCII word character", "^\\w$", matches: ["a", "Z", "0", "_"], fails: ["é", "-", "\u{212a}"]),
    PatternCase("\\W is everything else", "^\\W$", matches: ["é", "-", " ", "🐲"], fails: ["a", "_"]),
    PatternCase("\\s has the controls", "^\\s$", matches: ["\t", "\n", "\u{b}", "\u{c}", "\r", " "], fails: ["a"]),
    PatternCase(
      "\\s has the separators", "^\\s$", matches: ["\u{a0}", "\u{1680}", "\u{2003}", "\u{202f}", "\u{3000}"]),
    PatternCase("\\s has BOM, LS and PS", "^\\s$", matches: ["\u{feff}", "\u{2028}", "\u{2029}"]),
    PatternCase("\\s lacks what only looks like space", "^\\s$", fails: ["\u{85}", "\u{180e}", "\u{200b}", "\u{1}"]),
    PatternCase(
      "\\S is everything else", "^\\S$", matches: ["a", "\u{200b}", "\u{2013}"], fails: ["\u{feff}", "\u{2029}"]),
    PatternCase("\\t is a tab", "^\\t$", matches: ["\t"], fails: ["t", "\\t"]),
    PatternCase("\\n, \\r, \\v and \\f are controls", "^\\n\\r\\v\\f$", matches: ["\n\r\u{b}\u{c}"], fails: ["nrvf"]),
    PatternCase("\\0 is NUL", "^\\0$", matches: ["\0"], fails: ["0", ""]),
    PatternCase("\\cX is a control by its letter", "^\\cC\\cz$", matches: ["\u{3}\u{1a}"], fails: ["Cz", "\\cC"]),
    PatternCase("\\c in a class", "^[\\cA-\\cC]$", matches: ["\u{1}", "\u{2}"], fails: ["\u{4}", "A"]),
    PatternCase("\\x has two digits", "^\\x41\\x7e$", matches: ["A~"], fails: ["x41", "a~"]),
    PatternCase("\\x above 7F is a code point, not a byte", "^\\xe9$", matches: ["é"], fails: ["e9", "è"]),
    PatternCase("\\u has four digits", "^\\u0041\\u20AC$", matches: ["A€"], fails: ["u0041"]),
    PatternCase("\\u in braces has up to six", "^\\u{41}\\u{1F432}$", matches: ["A🐲"], fails: ["A🐉"]),
    PatternCase("\\u in braces may begin with zeros", "^\\u{000000041}$", matches: ["A"], fails: ["\0A"]),
    PatternCase("two escaped surrogates are one scalar", "^\\uD83D\\uDC32$", matches: ["🐲"], fails: ["🐉", "🐲🐲"]),
    PatternCase("an escaped pair repeats as one", "^\\ud83d\\udc32*$", matches: ["", "🐲🐲"], fails: ["🐉"]),
    PatternCase("an escaped pair ends a range", "^[a-\\uD83D\\uDC32]$", matches: ["b", "🐲"], fails: ["🐳", "A"]),
    PatternCase("a lone surrogate is in no text", "\\uD83D", fails: ["🐲", "D83D", ""]),
    PatternCase("a low surrogate first is alone", "\\uDC32\\uD83D", fails: ["🐲"]),
    PatternCase("an unpaired escape does not eat the next", "^(?:\\uD83D|\\u0041)$", matches: ["A"], fails: ["🐲"]),
    PatternCase(
      "syntax characters escaped", "^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|$", matches: ["^$\\.*+?()[]{}|"]),
    PatternCase("escaped dots are dots", "^1\\.5$", matches: ["1.5"], fails: ["1x5"]),
  ]

  private static let quantifiers = [
    PatternCase("a star is none or more", "^a*$", matches: ["", "a", "aaaa"], fails: ["b", "ab"]),
    PatternCase("a plus is one or more", "^a+$", matches: ["a", "aaaa"], fails: ["", "b", "aab"]),
    PatternCase("a question mark is none or one", "^ab?$", matches: ["a", "ab"], fails: ["abb", "b"]),
    PatternCase("an exact count", "^a{3}$", matches: ["aaa"], fails: ["aa", "aaaa", ""]),
    PatternCase("a least count", "^a{2,}$", matches: ["aa", "aaaaa"], fails: ["a", ""]),
    PatternCase("a least and a greatest count", "^a{2,4}$", matches: ["aa", "aaa", "aaaa"], fails: ["a", "aaaaa"]),
    PatternCase("a count of none", "^ba{0}c$", matches: ["bc"], fails: ["bac"]),
    PatternCase("a count of none to none", "^(?:abc){0,0}$", matches: [""], fails: ["abc"]),
    PatternCase("a least count of none", "^a{0,}$", matches: ["", "aa"], fails: ["b"]),
    PatternCase("none to two", "^a{0,2}b$", matches: ["b", "ab", "aab"], fails: ["aaab"]),
    PatternCase("counts with leading zeros", "^a{02}$", matches: ["aa"], fails: ["a"]),
    PatternCase(
      "a long exact count", "^a{20}$", matches: [String(repeating: "a", count: 20)], fails: ["aaaaaaaaaaaaaaaaaaa"]),
    PatternCase(
      "a long count in the middle", "x[ab]{5,7}a$", matches: ["xababaa", "yxabababaa"],
      fails: ["xababa", "xabababababa"]),
    PatternCase("a long least count", "^\\d{6,}-$", matches: ["123456-", "123456789-"], fails: ["12345-"]),
    PatternCase("a long count from none", "^[ab]{0,9}c$", matches: ["c", "ababababac"], fails: ["abababababc"]),
    PatternCase("a count far beyond the text", "^a{0,1000000}$", matches: ["", "aaa"], fails: ["aab"]),
    PatternCase("a least count far beyond the text", "a{1000000}", fails: ["", "aaa"]),
    PatternCase("a count greater than numbers go", "a{99999999999999999999}", fails: ["aaa"]),
    PatternCase("a count of one", "^(?:ab){1}$", matches: ["ab"], fails: ["abab"]),
    PatternCase("a group with a count", "^(?:ab){2,3}$", matches: ["abab", "ababab"], fails: ["ab", "abababab"]),
    PatternCase(
      "a count of what has a count", "^(?:a{2}){2,3}$", matches: ["aaaa", "aaaaaa"], fails: ["aa", "aaaaa"]),
    PatternCase("a star of a plus", "^(?:a+)*$", matches: ["", "aaa"], fails: ["b"]),
    PatternCase("a star of a star", "^(?:a*)*b$", matches: ["b", "aab"], fails: ["a"]),
    PatternCase("a plus of nothing", "^(?:)+a$", matches: ["a"], fails: [""]),
    PatternCase("a count of an optional part", "^(?:a?){3}$", matches: ["", "a", "aaa"], fails: ["aaaa"]),
    PatternCase("a minimum count of an optional part", "^(?:a?b?){2,}$", matches: ["", "ab", "babab"], fails: ["c"]),
    PatternCase("lazy quantifiers find the same texts", "^a*?b+?c??$", matches: ["b", "aabbc"], fails: ["aac"]),
    PatternCase(
      "lazy counts find the same texts", "^(?:ab){1,3}?$", matches: ["ab", "ababab"], fails: ["", "abababab"]),
    PatternCase("a quantifier takes one character", "^ab*$", matches: ["a", "abbb"], fails: ["abab"]),
    PatternCase("a quantifier applies to an entire scalar", "^🐲{2}$", matches: ["🐲🐲"], fails: ["🐲"]),
    PatternCase("a greedy loop gives back", "^.*bar$", matches: ["bar", "foobar", "barbar"], fails: ["barfoo"]),
    PatternCase(
      "a number with a fraction", "^-?[0-9]+(\\.[0-9]+)?$", matches: ["1", "-12.50"], fails: ["1.", ".5", "--1"]),
  ]

  private static let groups = [
    PatternCase("a group is its content", "^(ab)c$", matches: ["abc"], fails: ["ac"]),
    PatternCase("a group that does not capture", "^(?:ab)c$", matches: ["abc"], fails: ["c"]),
    PatternCase("a named group", "^(?<year>\\d{4})$", matches: ["2024"], fails: ["202"]),
    PatternCase("a name with escapes and letters", "^(?<\\u0061é$_1>b)$", matches: ["b"], fails: ["a"]),
    PatternCase("names that only look alike", "^(?<\u{e9}>a)(?<e\u{301}>b)$", matches: ["ab"], fails: ["a"]),
    PatternCase("alternatives", "^(?:a|bc|d)$", matches: ["a", "bc", "d"], fails: ["b", "abc", ""]),
    PatternCase("alternatives bind less than sequences", "^ab|cd$", matches: ["abx", "xcd"], fails: ["xab", "cdx"]),
    PatternCase("an empty alternative", "^(?:a|)$", matches: ["a", ""], fails: ["b"]),
    PatternCase("an empty alternative first", "^(|a)b$", matches: ["b", "ab"], fails: ["aab"]),
    PatternCase("only empty alternatives", "^(||)$", matches: [""], fails: ["|"]),
    PatternCase("an empty group", "^a()b$", matches: ["ab"], fails: ["a b"]),
    PatternCase(
      "alternatives with a common beginning", "^(?:foo|foobar|fob)$", matches: ["foobar", "fob"], fails: ["foob"]),
    PatternCase("alternatives in a loop", "^(?:ab|a|ba)+$", matches: ["aba", "abba", "baab"], fails: ["bb", ""]),
    PatternCase("groups in groups", "^((a|b)(c|(d|e)))+$", matches: ["ac", "bdae"], fails: ["a", "acd"]),
    PatternCase("an anchor in a group", "(^a|b$)", matches: ["ac", "cb"], fails: ["ca", "bc"]),
    PatternCase("a known list", "^(Monday|Tuesday)$", matches: ["Monday"], fails: ["Mon", "Mondays"]),
  ]

  private static let boundaries = [
    PatternCase(
      "\\b between word and other", "\\bfoo\\b", matches: ["foo", "a foo b", "(foo)"], fails: ["foobar", "a_foo"]),
    PatternCase("\\b at the start and the end", "^\\ba\\b$", matches: ["a"], fails: ["ab", ""]),
    PatternCase("\\b needs a word character", "\\b", matches: ["a", " a"], fails: ["", " ", "é"]),
    PatternCase("\\b sees letters above ASCII as others", "\\bcole", matches: ["école", "cole"], fails: ["acole"]),
    PatternCase("\\B between two alike", "a\\Bb", matches: ["ab"], fails: ["a b"]),
    PatternCase("\\B in the empty text", "\\B", matches: ["", "ab", " ", "é"], fails: ["a", "aéb"]),
    PatternCase("\\B at the end", "a\\B", matches: ["ab", "aab"], fails: ["a", "a b"]),
    PatternCase("\\b before the end of a loop", "^(?:\\w+\\b[ .]*)+$", matches: ["ab cd.", "a"], fails: [" a"]),
    PatternCase("\\b and \\B together never hold", "\\b\\B", fails: ["a", "", "a b"]),
    PatternCase("\\b twice is \\b once", "^a\\b\\b$", matches: ["a"], fails: ["ab"]),
    PatternCase("\\b then the end", "\\w\\b$", matches: ["ab", " b"], fails: ["b ", "é"]),
    PatternCase("\\b in an alternative", "^(?:a\\b|ab)c?$", matches: ["a", "ab", "abc"], fails: ["ac"]),
    PatternCase("\\b after a scalar of four bytes", "🐲\\ba", matches: ["🐲a"], fails: ["🐲 a"]),
    PatternCase("\\b before a scalar of two bytes", "^a\\bé$", matches: ["aé"], fails: ["bé"]),
  ]

  private static let unicode = [
    PatternCase("a category by its long name", "^\\p{Letter}+$", matches: ["Hello", "π", "漢字"], fails: ["1", "a1"]),
    PatternCase("a category by its short name", "^\\p{L}$", matches: ["a", "é", "ж"], fails: ["1", "_", " "]),
    PatternCase("a category by its old name", "^\\p{digit}+$", matches: ["42", "৪২"], fails: ["-", "²"]),
    PatternCase(
      "a category by property and value", "^\\p{General_Category=Uppercase_Letter}$", matches: ["A", "É"], fails: ["a"]),
    PatternCase("a category by short property and value", "^\\p{gc=Nd}$", matches: ["5", "٣"], fails: ["Ⅷ"]),
    PatternCase("everything but a category", "^\\P{L}$", matches: ["1", "🐲"], fails: ["a", "é"]),
    PatternCase("a category in a class", "^[\\p{Lu}\\d]+$", matches: ["AÉ5"], fails: ["a"]),
    PatternCase(
      "everything but a category, in a negated class", "^[^\\P{Ll}]$", matches: ["a", "ß"], fails: ["A", "1"]),
    PatternCase(
      "a binary property", "^\\p{White_Space}$", matches: [" ", "\u{85}", "\u{3000}"], fails: ["a", "\u{feff}"]),
    PatternCase("a binary property by its short name", "^\\p{Alpha}$", matches: ["a", "Ⅷ"], fails: ["1", "-"]),
    PatternCase("a script", "^\\p{Script=Greek}+$", matches: ["αβγ", "ἀ"], fails: ["a", "α1", "1"]),
    PatternCase("a script by short names", "^\\p{sc=Grek}$", matches: ["α"], fails: ["a"]),
    PatternCase("a script by its old name", "^\\p{sc=Qaac}$", matches: ["ⲁ"], fails: ["α"]),
    PatternCase("everything but a script", "^\\P{sc=Cyrl}$", matches: ["a", "1", "🐲"], fails: ["ж"]),
    PatternCase("the script of many", "^\\p{sc=Zyyy}$", matches: ["1", "ー", "🐲"], fails: ["a", "カ"]),
    PatternCase("scripts that use a character", "^\\p{scx=Kana}+$", matches: ["カー", "、"], fails: ["あ", "a"]),
    PatternCase(
      "scripts by the long name", "^\\p{Script_Extensions=Devanagari}+$", matches: ["क", "।"], fails: ["ক", "1"]),
    PatternCase("a script that no other uses", "^\\p{scx=Latin}$", matches: ["a", "é"], fails: ["α", "1"]),
    PatternCase("scripts in a class", "^[\\p{sc=Han}\\p{sc=Hira}\\p{scx=Kana}]+$", matches: ["日本のカー"], fails: ["a日"]),
    PatternCase("a script without characters", "\\p{sc=Hrkt}", fails: ["ー", "あ", ""]),
    PatternCase("no script", "^\\p{sc=Unknown}$", matches: ["\u{e000}", "\u{378}"], fails: ["1", "a"]),
    PatternCase("pictographs", "^\\p{Extended_Pictographic}$", matches: ["🐲", "©", "❤"], fails: ["1", "a", "🇩"]),
    PatternCase("pictographs by their short name", "^\\p{ExtPict}\\u200D?$", matches: ["🐲"], fails: ["#"]),
    PatternCase("emoji", "^\\p{Emoji}$", matches: ["🐲", "1"], fails: ["a"]),
    PatternCase("parts of emoji", "^\\p{Emoji_Component}$", matches: ["#", "\u{fe0f}", "🏽"], fails: ["🐲"]),
    PatternCase("regional indicators", "^\\p{RI}{2}$", matches: ["🇩🇪"], fails: ["🇩", "DE"]),
    PatternCase("any code point", "^\\p{Any}$", matches: ["a", "\n", "🐲"], fails: ["", "ab"]),
    PatternCase("ASCII", "^\\p{ASCII}+$", matches: ["a~\0"], fails: ["é"]),
    PatternCase("assigned", "^\\p{Assigned}$", matches: ["a", "\u{e000}"], fails: ["\u{378}", "\u{fffe}"]),
    PatternCase("unassigned", "^\\p{Cn}$", matches: ["\u{378}", "\u{ffff}", "\u{50000}"], fails: ["a", "\u{10fffd}"]),
    PatternCase(
      "private use", "^\\p{Co}$", matches: ["\u{e000}", "\u{f0000}", "\u{10fffd}"], fails: ["\u{10fffe}", "a"]),
    PatternCase("surrogates are in no text", "\\p{Cs}", fails: ["🐲", "a"]),
    PatternCase("identifiers", "^\\p{ID_Start}\\p{ID_Continue}*$", matches: ["été1"], fails: ["1a", "a-b"]),
    PatternCase("hexadecimal digits", "^\\p{AHex}+$", matches: ["fF9"], fails: ["g", "９"]),
    PatternCase("a long count of a category", "^\\p{L}{1,1000}$", matches: ["é", "école"], fails: ["", "é1"]),
    PatternCase(
      "a category before ASCII", "\\p{Letter}cole", matches: ["l'école", "l'ecole"], fails: ["L'ÉCOLE", "'cole"]),
  ]
}
