// What was told of part by part, and what of a declaration is left then.
#include "told.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace accelerator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Place u{0, 0, 0}, v{1, 0, 0};

Partition const grid({.extent = {9, 8, 7}, .ghosts = {1, 1, 1}, .is_outer = {{{true, true}}}, .boundary = {{{1, 1}}}});
Parts const everywhere = grid.all(), interior = grid.interior(), boundary = grid.boundary();

MATCHER_P2(IsAccess, place, parts, "") { return arg.place == place && arg.parts == parts; }

TEST(Told, AnotherPartOfTheSameArrayIsLeft) {
  Told told;
  told.add({{u, boundary}});
  EXPECT_THAT(told.missing({{u, interior}, {v, boundary}}), ElementsAre(IsAccess(u, interior), IsAccess(v, boundary)));
  EXPECT_THAT(told.missing({{u, everywhere}}), ElementsAre(IsAccess(u, everywhere & ~boundary)));
  EXPECT_THAT(told.missing({{u, boundary}}), IsEmpty());
}

TEST(Told, WithinIsWhatIsInBoth) {
  Told told;
  told.add({{u, boundary}});
  EXPECT_THAT(told.within({{u, everywhere}, {v, everywhere}}), ElementsAre(IsAccess(u, boundary)));
  EXPECT_THAT(told.within({{u, interior}}), IsEmpty());
}

TEST(Told, PartsAddUp) {
  Told told;
  told.add({{u, boundary}});
  told.add({{u, interior}, {v, interior}});
  EXPECT_THAT(told.all(), ElementsAre(IsAccess(u, boundary | interior), IsAccess(v, interior)));
  EXPECT_THAT(Told().all(), IsEmpty());
}

// A function whose nested call filled the boundary on the device still has its own write counted on the host.
TEST(Told, TheRestOfADeclaredWriteMakesTheOtherSideInvalid) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "kernel");
  Told told;
  told.add({{u, boundary}});
  validity.written(told.missing({{u, interior}}), Side::host, "f");
  EXPECT_EQ(validity.state(u).valid(Side::host), interior);
  EXPECT_EQ(validity.state(u).valid(Side::device), everywhere & ~interior);
}

} // namespace
} // namespace accelerator
