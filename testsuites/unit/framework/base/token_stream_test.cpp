#include "framework/base/token_stream.hpp"

#include "testsuites/support/errors.hpp"

#include <gtest/gtest.h>

namespace chemora::base {
namespace {

Language const language{.name = "tests",
                        .symbols = {"<=", ".."},
                        .characters = "<=+.",
                        .has_letters = true,
                        .statement_words = {"let"},
                        .other_words = {"in"},
                        .advice = {{'&', "Write `and`."}}};

std::string tokens_of(std::string const& text) {
  SourceText const source{"t", text};
  Diagnostics diagnostics(&source);
  std::string result;
  for (Token const& token : tokenize(source, language, diagnostics))
    result += std::to_string(static_cast<int>(token.kind)) + token.text + " ";
  for (Diagnostic const& finding : diagnostics.all()) result += finding.message;
  return result;
}

/// Returns the findings of a parser that reads `let`, a name, `=` and a number per statement.
std::string findings_of(std::string const& text) {
  return testing_support::findings_of([&] {
    SourceText const source{"t", text};
    Diagnostics diagnostics(&source);
    TokenStream tokens(source, language, diagnostics);
    while (!tokens.at_end()) try {
        tokens.expect_word("let", "to begin a statement");
        tokens.expect_name("a name");
        tokens.expect_symbol("=", "after the name");
        tokens.expect_number();
      } catch (StatementFailure const&) {
        if (!tokens.at_end()) tokens.take();
        tokens.skip_statement();
      }
    diagnostics.throw_if_errors();
  });
}

TEST(TokenStream, SplitsATextIntoTokens) {
  EXPECT_EQ(tokens_of("a_1<=2..n // comment\n1.5e-3 \"x y\" 'A'"), "0a_1 5<= 12 5.. 0n 21.5e-3 3x y 4A 6 ");
  EXPECT_EQ(tokens_of("\xef\xbb\xbf"
                      "1..2 1e5"),
            "11 5.. 12 21e5 6 ");
}

TEST(TokenStream, ReportsCharactersThatAreNoTokens) {
  std::string const allowed =
      "Outside of texts and comments, letters, digits, blanks, `_` and the characters <=+. are allowed.";
  EXPECT_EQ(tokens_of("a $$"), "0a 6 `$` is not a character of the language of tests. " + allowed);
  EXPECT_EQ(tokens_of("a & 1"), "0a 11 6 `&` is not a character of the language of tests. Write `and`.");
  EXPECT_EQ(tokens_of("\x01"), "6 Unexpected byte 1. " + allowed);
  for (std::string const number : {"1e", "0x10", "5.", "1.e", "0.1.2", "1_000"})
    EXPECT_NE(tokens_of(number).find("`" + number + "` is not a number; expected digits, as in `10`, `0.5` or `1e-3`."),
              std::string::npos);
  EXPECT_EQ(tokens_of("\"a"), "3a 6 The text has no closing `\"` in its line.");
  EXPECT_EQ(tokens_of("'ab'"), "4ab 6 A letter is one character between apostrophes, as in `'A'`.");
  EXPECT_EQ(tokens_of(std::string(max_token_source + 1, 'a')),
            "6 The file has 1048577 bytes; at most 1048576 are allowed.");
}

TEST(TokenStream, ContinuesAfterAnErrorWithTheNextStatement) {
  EXPECT_EQ(findings_of("let a = 1\nlet b = 2.5"), "no error");
  EXPECT_EQ(findings_of("let = 1\nlet a 1\nlet in = 1\nlet b = c\nlet d = 3000000000\nlet e = 1e999\nlet f = 1"),
            "1:5: Expected a name, found `=`.\n"
            "2:7: Expected `=` after the name, found `1`.\n"
            "3:5: Expected a name, found `in`, which is a word of the language; choose another name.\n"
            "4:9: Expected a number, found `c`.\n"
            "5:9: The integer 3000000000 is larger than 2147483647.\n"
            "6:9: The number 1e999 is not representable.");
}

TEST(TokenStream, ReturnsTheTextOfTokensInOneLine) {
  SourceText const source{"t", "a +\n  b c"};
  Diagnostics diagnostics(&source);
  TokenStream tokens(source, language, diagnostics);
  Token const first = tokens.take();
  tokens.take();
  tokens.take();
  EXPECT_EQ(tokens.text_since(first), "a + b");
  EXPECT_EQ(describe(tokens.peek()), "`c`");
}

} // namespace
} // namespace chemora::base
