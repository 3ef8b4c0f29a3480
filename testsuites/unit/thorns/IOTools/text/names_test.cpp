// Proposals for mistyped names.
#include "names.hpp"

namespace iotools {
namespace {

TEST(Names, TheNearestKnownNameIsProposed) {
  std::vector<std::string> const known{"Wave::u", "Wave::rho", "grid::x"};
  EXPECT_EQ(did_you_mean("wave::rh", known), " Did you mean `Wave::rho`?");
  EXPECT_EQ(did_you_mean("WAVE::U", known), " Did you mean `Wave::u`?");
  EXPECT_EQ(did_you_mean("hydro::density", known), "");
}

} // namespace
} // namespace iotools
