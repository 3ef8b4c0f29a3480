#include "framework/base/errors.hpp"

#include <gtest/gtest.h>

using namespace chemora::base;

TEST(Diagnostics, ShowPositionLineAndCaret) {
  SourceText const source{"wave.edl", "first\n\tD_t u = rgo\n"};
  Diagnostics diagnostics(&source);
  diagnostics.error({"wave.edl", 2, 10}, "Unknown name `rgo`.");
  ASSERT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(to_text(diagnostics.all().front()),
            "wave.edl:2:10: error: Unknown name `rgo`.\n  \tD_t u = rgo\n  \t        ^");
}

TEST(Diagnostics, PutTheCaretBelowMultiByteCharacters) {
  auto const shown = [](int column, std::string const& line) {
    return to_text({{"x", 1, column}, "Wrong.", line, Severity::error});
  };
  EXPECT_EQ(shown(10, "\u03b1 \u2212 2 !"), "x:1:10: error: Wrong.\n  \u03b1 \u2212 2 !\n        ^");
  EXPECT_EQ(shown(5, "\ufeffa!"), "x:1:5: error: Wrong.\n  \ufeffa!\n   ^");
}

TEST(Diagnostics, ShowPartOfAVeryLongLine) {
  std::string const line = std::string(10000, 'a') + "!" + std::string(10000, 'b');
  auto const shown = [&](int column) { return to_text({{"x", 1, column}, "Wrong.", line, Severity::error}); };
  auto const with_caret = [](std::string const& part, std::size_t at) {
    return "error: Wrong.\n  " + part + "\n  " + std::string(at, ' ') + "^";
  };
  EXPECT_EQ(shown(10001), "x:1:10001: " + with_caret(std::string(100, 'a') + "!" + std::string(99, 'b'), 100));
  EXPECT_EQ(shown(1), "x:1:1: " + with_caret(std::string(200, 'a'), 0));
  EXPECT_EQ(shown(20002), "x:1:20002: " + with_caret(std::string(200, 'b'), 200));
}

TEST(Diagnostics, ContainNoControlCharacters) {
  SourceText const source{"t", std::string("a\x1b[31m\0b\n", 9)};
  Diagnostics diagnostics(&source);
  diagnostics.error({"t", 1, 2}, "Found `\x1b[31m`.");
  EXPECT_EQ(to_text(diagnostics.all().front()), "t:1:2: error: Found `?[31m`.\n  a?[31m?b\n   ^");
}

TEST(Diagnostics, ReportEveryFindingOnce) {
  Diagnostics diagnostics;
  diagnostics.error({"a", 1, 1}, "One.");
  diagnostics.error({"a", 1, 1}, "One.");
  diagnostics.warning({"a", 2, 1}, "Two.");
  try {
    diagnostics.throw_if_errors();
    FAIL() << "no error thrown";
  } catch (UserError const& error) {
    EXPECT_EQ(error.diagnostics().size(), 2u);
    EXPECT_STREQ(error.what(), "a:1:1: error: One.\na:2:1: warning: Two.");
  }
}

TEST(Diagnostics, DoNotThrowForWarnings) {
  Diagnostics diagnostics;
  diagnostics.warning({"a", 2, 1}, "Two.");
  EXPECT_NO_THROW(diagnostics.throw_if_errors());
}

TEST(Diagnostics, CutExcerptsBetweenCharacters) {
  std::string line;
  for (int n = 0; n < 1000; ++n) line += "\u03b1";
  for (int column : {1, 777, 1999}) {
    std::string const text = to_text({{"x", 1, column}, "Wrong.", line, Severity::error});
    std::string const shown = text.substr(text.find("\n  ") + 3);
    std::string const excerpt = shown.substr(0, shown.find('\n'));
    EXPECT_LE(excerpt.size(), max_excerpt);
    EXPECT_EQ(excerpt, line.substr(0, excerpt.size()));
  }
}

TEST(Diagnostics, ListABoundedNumberOfFindings) {
  constexpr int n = 100'000;
  SourceText const source{"x", std::string(n, '\\')};
  Diagnostics diagnostics(&source);
  for (int column = 1; column <= n; ++column) {
    diagnostics.error({"x", 1, column}, "Wrong.");
    diagnostics.warning({"x", 1, column}, std::string(10 * max_message, 'w'));
  }
  EXPECT_EQ(diagnostics.n_errors(), std::size_t{n});
  EXPECT_EQ(diagnostics.all().size(), 2 * (max_findings + 1));
  EXPECT_EQ(to_text(diagnostics.all()[2 * max_findings]),
            "x:1:51: error: More errors follow; the first 50 are listed.");
  EXPECT_EQ(to_text(diagnostics.all().back()), "x:1:51: warning: More warnings follow; the first 50 are listed.");
  std::string text;
  for (Diagnostic const& finding : diagnostics.all()) text += to_text(finding);
  EXPECT_LT(text.size(), 2 * max_findings * (max_message + 2 * max_excerpt + 100));
  UserError const error(std::vector<Diagnostic>(1000, diagnostics.all()[0]));
  EXPECT_EQ(error.diagnostics().size(), max_findings + 1);
}

TEST(Diagnostics, IgnoreRepetitionsAfterAFullList) {
  Diagnostics diagnostics;
  auto const report_column = [&](int column) {
    diagnostics.error({"x", 1, column}, std::string(2 * max_message, 'e'));
    diagnostics.warning({"x", 1, column}, "Strange.");
  };
  for (int column = 1; column <= int{max_findings}; ++column) report_column(column);
  report_column(7);
  EXPECT_EQ(diagnostics.n_errors(), max_findings);
  EXPECT_EQ(diagnostics.all().size(), 2 * max_findings);
  report_column(int{max_findings} + 1);
  report_column(1);
  EXPECT_EQ(diagnostics.n_errors(), max_findings + 1);
  EXPECT_EQ(diagnostics.all().size(), 2 * (max_findings + 1));
}

TEST(Diagnostics, ShowExcerptsOfLongFiles) {
  constexpr int n = 100'000;
  SourceText source{"many.par", ""};
  for (int line = 1; line <= n; ++line) source.contents += "line " + std::to_string(line) + "\r\n";
  Diagnostics diagnostics(&source);
  for (int line = n - 9; line <= n; ++line) diagnostics.warning({"many.par", line, 1}, "Strange.");
  EXPECT_EQ(diagnostics.all().size(), 10u);
  EXPECT_EQ(diagnostics.all().back().excerpt, "line 100000");
  EXPECT_EQ(diagnostics.n_errors(), 0u);
}

TEST(ReadSource, NamesTheMissingFile) {
  try {
    read_source("/nonexistent/x.edl");
    FAIL() << "no error thrown";
  } catch (UserError const& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/x.edl: error: Cannot read this file: No such file or directory.");
  }
}

TEST(ReadSource, RejectsDevices) { EXPECT_THROW(read_source("/dev/zero"), UserError); }
