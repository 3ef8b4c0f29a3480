// Tests the writes that functions report, and which parts of a WRITES declaration remain unreported.
#include "reported_writes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace accelerator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ArrayId u{0, 0, 0}, v{1, 0, 0};

Partition const grid({.extent = {9, 8, 7}, .ghosts = {1, 1, 1}, .is_outer = {{{true, true}}}, .boundary = {{{1, 1}}}});
Parts const everywhere = grid.all(), interior = grid.interior(), boundary = grid.boundary();

MATCHER_P2(IsAccess, array, parts, "") { return arg.array == array && arg.parts == parts; }

TEST(ReportedWrites, MissingExcludesReportedPartsOnly) {
  ReportedWrites reported;
  reported.add({{u, boundary}});
  EXPECT_THAT(reported.missing({{u, interior}, {v, boundary}}),
              ElementsAre(IsAccess(u, interior), IsAccess(v, boundary)));
  EXPECT_THAT(reported.missing({{u, everywhere}}), ElementsAre(IsAccess(u, everywhere & ~boundary)));
  EXPECT_THAT(reported.missing({{u, boundary}}), IsEmpty());
}

TEST(ReportedWrites, WithinIsTheIntersection) {
  ReportedWrites reported;
  reported.add({{u, boundary}});
  EXPECT_THAT(reported.within({{u, everywhere}, {v, everywhere}}), ElementsAre(IsAccess(u, boundary)));
  EXPECT_THAT(reported.within({{u, interior}}), IsEmpty());
}

TEST(ReportedWrites, AllIsTheUnionByArray) {
  ReportedWrites reported;
  reported.add({{u, boundary}});
  reported.add({{u, interior}, {v, interior}});
  EXPECT_THAT(reported.all(), ElementsAre(IsAccess(u, boundary | interior), IsAccess(v, interior)));
  EXPECT_THAT(ReportedWrites().all(), IsEmpty());
}

// A nested call has filled the boundary on the device. The declared write of the interior still counts on the host.
TEST(ReportedWrites, UnreportedDeclaredWritesInvalidateTheOtherSide) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "kernel");
  ReportedWrites reported;
  reported.add({{u, boundary}});
  validity.written(reported.missing({{u, interior}}), Side::host, "f");
  EXPECT_EQ(validity.state(u).valid(Side::host), interior);
  EXPECT_EQ(validity.state(u).valid(Side::device), everywhere & ~interior);
}

} // namespace
} // namespace accelerator
