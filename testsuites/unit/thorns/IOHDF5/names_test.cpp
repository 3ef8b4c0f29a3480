/// Tests the names of datasets and files in output and checkpoints.
#include "names.hpp"

#include <gtest/gtest.h>

namespace iohdf5 {
namespace {

TEST(Hdf5Names, NameDatasets) {
  EXPECT_EQ(dataset_name("Wave::u", 4, 0, true), "Wave::u it=4 tl=0 rl=0 c=0");
  EXPECT_EQ(dataset_name("Wave::energy", 4, 0, false), "Wave::energy it=4 tl=0");
}

} // namespace
} // namespace iohdf5

using namespace iohdf5;

TEST(CheckpointNames, AreWrittenAndParsed) {
  auto const name = checkpoint_object_name("WAVE::v[1]", 2, 48);
  EXPECT_EQ(name, "WAVE::v[1] timelevel 2 at iteration 48");
  EXPECT_EQ(parse_object_name(name), (StoredName{"WAVE::v[1]", 2, 48}));
  EXPECT_EQ(parse_object_name("wave::u it=8 tl=1 rl=0 c=0"), (StoredName{"wave::u", 1, 8}));
  for (char const* other : {"", "Cactus Parameters", "a::b timelevel x at iteration 1",
                            "a::b timelevel 0 at iteration 1x", "a::b it=3", " timelevel 0 at iteration 1"})
    EXPECT_EQ(parse_object_name(other), std::nullopt) << other;
}

TEST(CheckpointNames, NumberTheFiles) {
  EXPECT_EQ(checkpoint_file_name("c.it_8", 0, true), "c.it_8.h5");
  EXPECT_EQ(checkpoint_file_name("c.it_8", 3, false), "c.it_8.file_3.h5");
  EXPECT_EQ(chunk_name(12), "chunk12");
}
