// File names of the method Scalar.
#include "scalar_file_name.hpp"

namespace iobasic {
namespace {

TEST(ScalarFileName, LongAndShort) {
  EXPECT_EQ(scalar_file_name("phi", "maximum", NameScheme::long_names, true), "phi_maximum.xg");
  EXPECT_EQ(scalar_file_name("phi", "norm1", NameScheme::long_names, false), "phi_norm1.asc");
  EXPECT_EQ(scalar_file_name("phi", "norm1", NameScheme::short_names, true), "phi_nm1.tl");
  EXPECT_EQ(scalar_file_name("phi", "norm_inf", NameScheme::short_names, true), "phi_norm_inf.tl");
  EXPECT_EQ(scalar_file_name("energy", "", NameScheme::short_names, true), "energy.tl");
  EXPECT_EQ(scalar_file_name("energy", "", NameScheme::long_names, true), "energy.xg");
}

} // namespace
} // namespace iobasic
