// Tests every parser with the texts of its corpus, unchanged and damaged. This is a short form of the long runs with
// libFuzzer.
#include "testsuites/fuzz/damage.hpp"
#include "testsuites/fuzz/targets/target.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace {

using namespace chemora;
namespace fs = std::filesystem;

constexpr std::uint64_t n_damages = 150;

std::string contents_of(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files_below(fs::path const& folder) {
  std::vector<fs::path> files;
  for (auto const& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class Replay : public testing::TestWithParam<fuzz::Target> {
protected:
  /// Returns whether the parser accepts the text. The target checks that an accepted text is printed to a text with the
  /// same meaning, and that a rejection has a message with a position; a violation fails the test.
  static bool accepts(std::string const& text, std::string const& description) {
    try {
      return GetParam().accepts(text);
    } catch (std::exception const& error) {
      ADD_FAILURE() << description << ": " << error.what() << "\n" << text;
      return false;
    }
  }
};

} // namespace

TEST_P(Replay, AcceptsTheCorpusAndRejectsDamage) {
  auto const files = files_below(fs::path(CHEMORA_SOURCE_DIR "/testsuites/fuzz/corpus") / GetParam().name);
  int n_accepted = 0, n_damaged = 0, n_rejected = 0;
  for (auto const& path : files) {
    std::string const text = contents_of(path);
    bool const is_valid = accepts(text, path.string());
    // Only the texts of files whose names start with `wrong` may be rejected. Some of these texts are inputs on which a
    // fuzzer failed.
    EXPECT_TRUE(is_valid || path.filename().string().starts_with("wrong")) << path << " is rejected";
    n_accepted += is_valid;
    for (std::uint64_t seed = 0; seed < n_damages; ++seed) {
      std::string const damaged = testing_support::damaged(text, seed);
      bool const is_rejected = !accepts(damaged, path.string() + ", seed " + std::to_string(seed));
      if (!is_valid || damaged == text) continue;
      ++n_damaged;
      n_rejected += is_rejected;
    }
  }
  EXPECT_GT(n_accepted, 0) << "the corpus has no valid text";
  EXPECT_GE(n_rejected, GetParam().min_rejected * n_damaged) << n_rejected << " of " << n_damaged << " were rejected";
  RecordProperty("rejected", n_rejected);
  RecordProperty("damaged", n_damaged);
}

INSTANTIATE_TEST_SUITE_P(, Replay, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](auto const& info) { return std::string(info.param.name); });
