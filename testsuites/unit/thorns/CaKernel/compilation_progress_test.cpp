/// Tests when the progress of compilations is printed, and its text.
#include "compilation_progress.hpp"

#include <vector>

namespace ca_kernel {
namespace {

using std::chrono::milliseconds;
using testing::MatchesRegex;

/// Collects printed texts, for which the test can wait.
struct Printed {
  std::vector<std::string> texts;
  std::mutex mutex;
  std::condition_variable changed;

  CompilationProgress::Output output(bool is_terminal, milliseconds first, milliseconds interval) {
    return {.print =
                [this](std::string const& text) {
                  std::lock_guard const lock(mutex);
                  texts.push_back(text);
                  changed.notify_all();
                },
            .is_terminal = is_terminal,
            .first = first,
            .update = milliseconds(1),
            .interval = interval};
  }

  void wait_for(std::size_t n, std::chrono::seconds limit = std::chrono::seconds(60)) {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, limit, [&] { return texts.size() >= n; })) << n << " texts";
  }
};

TEST(CompilationProgress, IsSilentAboutShortCompilations) {
  Printed printed;
  CompilationProgress progress(printed.output(true, milliseconds(60000), milliseconds(0)));
  for (int n = 0; n < 3; ++n) {
    progress.begin("A");
    EXPECT_GE(progress.end(), 0);
  }
  EXPECT_TRUE(printed.texts.empty());
}

TEST(CompilationProgress, PrintsLinesToAFile) {
  Printed printed;
  CompilationProgress progress(printed.output(false, milliseconds(0), milliseconds(1)));
  progress.begin("Wave::Wave_RHS");
  printed.wait_for(1);
  progress.end();
  std::size_t const n_first = printed.texts.size();
  progress.begin("Wave::Wave_Energy");
  printed.wait_for(n_first + 1);
  progress.end();
  EXPECT_THAT(printed.texts.front(), MatchesRegex("Compiling kernels: 0 in [0-9]+ s, now Wave::Wave_RHS\n"));
  EXPECT_THAT(printed.texts.back(), MatchesRegex("Compiling kernels: 1 in [0-9]+ s, now Wave::Wave_Energy\n"));
}

TEST(CompilationProgress, NamesTheExpectedNumberUntilItIsReached) {
  Printed printed;
  CompilationProgress progress(printed.output(false, milliseconds(0), milliseconds(1)));
  progress.expect(1);
  progress.begin("A");
  printed.wait_for(1);
  progress.end();
  std::size_t const n_first = printed.texts.size();
  progress.begin("B");
  printed.wait_for(n_first + 1);
  progress.end();
  EXPECT_THAT(printed.texts.front(), MatchesRegex("Compiling kernels: 0 of about 1 in [0-9]+ s, now A\n"));
  EXPECT_THAT(printed.texts.back(), MatchesRegex("Compiling kernels: 1 in [0-9]+ s, now B\n"));
}

TEST(CompilationProgress, PrintsOneLinePerIntervalToAFile) {
  Printed printed;
  CompilationProgress progress(printed.output(false, milliseconds(0), milliseconds(60000)));
  progress.begin("A");
  printed.wait_for(1);
  progress.end();
  progress.begin("B");
  std::this_thread::sleep_for(milliseconds(20)); // many updates
  progress.end();
  EXPECT_EQ(printed.texts.size(), 1);
}

TEST(CompilationProgress, UpdatesAndErasesALineOnATerminal) {
  Printed printed;
  CompilationProgress progress(printed.output(true, milliseconds(0), milliseconds(60000)));
  progress.begin("A::LongName");
  printed.wait_for(3);
  progress.end();
  for (std::size_t n = 0; n + 1 < printed.texts.size(); ++n)
    EXPECT_EQ(printed.texts[n], "\rCompiling kernels: 0 in 0 s, now A::LongName");
  std::string const blanks(printed.texts[printed.texts.size() - 2].size() - 1, ' ');
  EXPECT_EQ(printed.texts.back(), "\r" + blanks + "\r");
}

} // namespace
} // namespace ca_kernel
