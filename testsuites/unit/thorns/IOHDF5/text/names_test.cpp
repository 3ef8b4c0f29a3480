// Names of datasets and files.
#include "names.hpp"

namespace iohdf5 {
namespace {

TEST(Hdf5Names, Datasets) {
  EXPECT_EQ(dataset_name("Wave::u", 4, 0, true), "Wave::u it=4 tl=0 rl=0 c=0");
  EXPECT_EQ(dataset_name("Wave::energy", 4, 0, false), "Wave::energy it=4 tl=0");
}

TEST(Hdf5Names, FilesOfGroups) {
  EXPECT_EQ(group_file_base("Wave::Fields", "-"), "wave-fields");
  EXPECT_EQ(group_file_base("Wave::Fields", "::"), "wave::fields");
}

} // namespace
} // namespace iohdf5
