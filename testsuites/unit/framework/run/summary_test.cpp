#include "framework/run/stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

using chemora::run::RunTimes;
using chemora::run::summary_text;

namespace {

std::size_t longest_line(std::string const& text) {
  std::istringstream lines(text);
  std::size_t length = 0;
  for (std::string line; std::getline(lines, line);) length = std::max(length, line.size());
  return length;
}

} // namespace

TEST(Summary, HasSharesOfTheTotalTime) {
  RunTimes times{.total = 94,
                 .steps = {9, 1, 0.5, 0.25, 0.125},
                 .functions = 47,
                 .exchange = 9.4,
                 .output = 23.5,
                 .memory = 350e6};
  std::string const first = "The run took 1:34 min, with 5 steps at 2 steps/s (median); at most 350 MB per process.\n";
  EXPECT_EQ(summary_text(times), first + "Scheduled functions 50%, ghost zones 10%, output 25%, remainder 15%.\n");
  times.kernels = 23.5, times.compilation = 9.4, times.report = 4.7, times.waiting = 4.7;
  EXPECT_EQ(summary_text(times), first +
                                     "Kernels 25%, compilation 10%, report 5%, other functions 10%, ghost zones 10% "
                                     "(waiting 5%),\n  output 25%, remainder 15%.\n");
  times.pauses = 4.7;
  EXPECT_TRUE(summary_text(times).ends_with("output 25%, pauses 5%, remainder 10%.\n")) << summary_text(times);
  times.kernels = times.compilation = times.functions = times.exchange = times.waiting = times.output = times.report =
      94;
  EXPECT_LE(longest_line(summary_text(times)), 100);
}

TEST(Summary, CountsCompilationDuringOutputAsCompilation) {
  RunTimes const times{
      .total = 10, .functions = 5, .compilation = 3, .output = 4, .output_compilation = 2}; // no kernel with a time
  EXPECT_TRUE(summary_text(times).ends_with(
      "Kernels 0%, compilation 30%, other functions 40%, ghost zones 0%, output 20%, remainder 10%.\n"))
      << summary_text(times);
}

TEST(Summary, ListsFilesInAColumn) {
  RunTimes const times{.files = {{"Output", "/a/b"}, {"Kernel report", "/a/b/k.txt"}}};
  EXPECT_TRUE(summary_text(times).ends_with("Output:        /a/b\nKernel report: /a/b/k.txt\n")) << summary_text(times);
}

TEST(Summary, NamesUnitsOfDurations) {
  EXPECT_NE(summary_text({.total = 1.26}).find("The run took 1.3 s; "), std::string::npos) << "a run without steps";
  EXPECT_NE(summary_text({.total = 3600 * 26 + 61, .steps = {1}}).find("26:01:01 h, with 1 step at 1 steps/s"),
            std::string::npos);
}

TEST(Summary, OfAnEmptyRunDividesByNothing) {
  EXPECT_NE(summary_text({}).find("Scheduled functions 0%"), std::string::npos);
  EXPECT_NE(summary_text({.total = 1, .functions = 2}).find("remainder 0%"), std::string::npos) << "clocks may differ";
}
