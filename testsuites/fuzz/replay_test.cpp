// Every parser on the texts of its corpus, as they are and damaged: what libFuzzer does for hours, in a second.
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
  /// False for refusals; a failed property is a failed test.
  static bool feed(std::string const& text, std::string const& what) {
    try {
      return GetParam().accepts(text);
    } catch (std::exception const& error) {
      ADD_FAILURE() << what << ": " << error.what() << "\n" << text;
      return false;
    }
  }
};

} // namespace

TEST_P(Replay, corpus_and_damaged_corpus) {
  auto const files = files_below(fs::path(CHEMORA_SOURCE_DIR "/testsuites/fuzz/corpus") / GetParam().name);
  int n_accepted = 0, n_damaged = 0, n_damaged_and_accepted = 0;
  for (auto const& path : files) {
    std::string const text = contents_of(path);
    bool const is_right = feed(text, path.string());
    // Files whose names begin with `wrong` are what the fuzzers have found, or are refused.
    EXPECT_TRUE(is_right || path.filename().string().starts_with("wrong")) << path << " is refused";
    n_accepted += is_right;
    for (std::uint64_t seed = 0; seed < n_damages; ++seed, ++n_damaged)
      n_damaged_and_accepted +=
          feed(testing_support::damaged(text, seed), path.string() + ", seed " + std::to_string(seed));
  }
  EXPECT_GT(n_accepted, 0) << "no seeds";
  EXPECT_LT(n_damaged_and_accepted, n_damaged) << "the damage must show";
}

INSTANTIATE_TEST_SUITE_P(, Replay, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](auto const& info) { return std::string(info.param.name); });
