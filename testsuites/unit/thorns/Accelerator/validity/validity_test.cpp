// Every transition of validity.
#include "validity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace accelerator {

void PrintTo(ArrayId const& array, std::ostream* out) { *out << array.variable << "_p" << array.time_level; }

namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr ArrayId u{0, 0, 0}, u_p{0, 0, 1}, u_p_p{0, 0, 2}, v{1, 0, 0};

LocalBox box_with_boundary() {
  LocalBox box{.extent = {9, 8, 7}, .ghosts = {1, 1, 1}};
  for (auto& widths : box.boundary) widths = {1, 1};
  box.is_outer[0] = {true, false};
  return box;
}

Partition const grid(box_with_boundary());
Parts const everywhere = grid.all(), interior = grid.interior(), boundary = grid.boundary(), ghosts = grid.ghosts();

TEST(Validity, FirstReadPresumesTheHost) {
  Validity validity;
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "f"), IsEmpty());
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::device, "g"),
            (std::vector<Copy>{{u, everywhere, Side::device, "g"}}));
}

TEST(Validity, HostToHostMakesNoCopies) {
  Validity validity;
  validity.written({{u, everywhere}, {v, interior}}, Side::host, "f");
  EXPECT_THAT(validity.read({{u, everywhere}, {v, everywhere}}, Side::host, "g"), IsEmpty());
}

TEST(Validity, CopiesOnceForSeveralReaders) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "f");
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::host, "g").size(), 1u);
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "h"), IsEmpty());
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::device, "i"), IsEmpty());
}

TEST(Validity, CopiesMissingPartsOnly) {
  Validity validity;
  validity.written({{u, interior}}, Side::device, "kernel");
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::host, "output"),
            (std::vector<Copy>{{u, interior, Side::host, "output"}}));
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::device, "kernel"),
            (std::vector<Copy>{{u, everywhere & ~interior, Side::device, "kernel"}}));
}

TEST(Validity, WritesInvalidateTheWrittenPartsOnTheOtherSide) {
  Validity validity;
  validity.read({{u, everywhere}}, Side::device, "f");
  validity.written({{u, boundary}}, Side::host, "condition");
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::device, "g"), (std::vector<Copy>{{u, boundary, Side::device, "g"}}));
  validity.written({{u, everywhere}}, Side::device, "h");
  EXPECT_TRUE((validity.state(u).valid(Side::host) & everywhere).none());
}

TEST(Validity, RotationMovesStates) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "new");
  validity.written({{u_p, everywhere}}, Side::host, "old");
  validity.rotate(0, 0, 3, "rotated at iteration 1");
  EXPECT_TRUE(validity.state(u).valid_somewhere().none());
  EXPECT_EQ(validity.state(u_p).valid(Side::device) & everywhere, everywhere);
  EXPECT_TRUE((validity.state(u_p).valid(Side::host) & everywhere).none());
  EXPECT_EQ(validity.state(u_p_p).valid(Side::host) & everywhere, everywhere);
}

TEST(Validity, OneTimeLevelIsNotRotated) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "f");
  validity.rotate(0, 0, 1, "rotated");
  EXPECT_EQ(validity.state(u).valid(Side::device) & everywhere, everywhere);
}

TEST(Validity, ReadsOfInvalidDataNameTheLastWriters) {
  Validity validity;
  validity.rotate(0, 0, 2, "its time levels were rotated at iteration 7");
  validity.written({{u, interior}}, Side::device, "Wave_RHS");
  EXPECT_THAT(validity.read({{u, interior}}, Side::host, "f"), Not(IsEmpty()));
  try {
    validity.read({{v, everywhere}, {u, everywhere}}, Side::device, "Wave_Energy");
    FAIL() << "no error";
  } catch (InvalidRead const& error) {
    EXPECT_EQ(error.array, u);
    EXPECT_EQ(error.parts, everywhere & ~interior);
    EXPECT_THAT(error.what(), HasSubstr("Wave_Energy reads data that are valid neither"));
    EXPECT_EQ(error.reasons, "its time levels were rotated at iteration 7");
  }
  EXPECT_TRUE((validity.state(v).valid(Side::device) & everywhere).none()) << "a failed read must change nothing";
  EXPECT_EQ(validity.state(u).reasons(everywhere),
            "its time levels were rotated at iteration 7; written on the device by Wave_RHS");
}

TEST(Validity, FetchSkipsInvalidParts) {
  Validity validity;
  validity.rotate(0, 0, 2, "rotated");
  validity.written({{u, interior}}, Side::device, "f");
  EXPECT_EQ(validity.fetch({{u, everywhere}, {v, everywhere}}, Side::host, "a checkpoint"),
            (std::vector<Copy>{{u, interior, Side::host, "a checkpoint"}}));
  EXPECT_TRUE((validity.state(u).valid(Side::host) & boundary).none());
}

TEST(Validity, CopyFromPastCopiesTheState) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "f");
  validity.rotate(0, 0, 2, "rotated");
  EXPECT_TRUE(validity.copy_from_past(0, 0, "MoL"));
  EXPECT_EQ(validity.state(u).valid(Side::device) & everywhere, everywhere);
  EXPECT_THAT(validity.state(u).reasons(everywhere), HasSubstr("by MoL"));
  validity.written({{u_p, everywhere}}, Side::host, "g");
  EXPECT_FALSE(validity.copy_from_past(0, 0, "MoL"));
}

TEST(Validity, AnExchangeFillsGhostZonesOnTheHost) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "MoL");
  auto const sent = validity.fetch({{u, grid.sent()}}, Side::host, "SYNC");
  EXPECT_EQ(sent, (std::vector<Copy>{{u, grid.sent(), Side::host, "SYNC"}}));
  validity.exchanged(u, grid, Side::host, "the exchange");
  EXPECT_EQ(validity.state(u).valid(Side::host) & ghosts, ghosts);
  EXPECT_TRUE((validity.state(u).valid(Side::device) & ghosts).none());
  EXPECT_THAT(validity.fetch({{u, grid.sent()}}, Side::host, "SYNC"), IsEmpty()) << "still there";
  auto const copies = validity.read({{u, everywhere}}, Side::device, "RHS");
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(copies[0].parts & ghosts, ghosts);
  EXPECT_TRUE((copies[0].parts & interior).none());
}

TEST(Validity, AnExchangeCanFillGhostZonesOnTheDevice) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "MoL");
  validity.exchanged(u, grid, Side::device, "the exchange");
  EXPECT_EQ(validity.state(u).valid(Side::device) & everywhere, everywhere);
  EXPECT_THAT(validity.fetch({{u, ghosts}}, Side::host, "output").size(), 1u);
}

TEST(Validity, GhostZonesAreInFlightUntilTheyArrive) {
  Validity validity;
  validity.written({{u, everywhere}, {v, everywhere}}, Side::host, "MoL");
  EXPECT_THAT(validity.in_flight({{u, everywhere}, {v, everywhere}}), IsEmpty());
  validity.exchanged(u, grid, Side::host, "the exchange");
  EXPECT_THAT(validity.in_flight({{u, everywhere}}), IsEmpty()) << "all is there";
  EXPECT_FALSE(validity.is_anything_in_flight());
  validity.departed(u, ghosts & grid.has_points());
  EXPECT_TRUE(validity.is_anything_in_flight());
  EXPECT_EQ(validity.in_flight({{v, everywhere}, {u, everywhere}}), std::vector<int>{u.variable});
  EXPECT_EQ(validity.in_flight({{u, ghosts}}), std::vector<int>{u.variable});
  EXPECT_THAT(validity.in_flight({{u, interior}, {u_p, everywhere}}), IsEmpty()) << "the interior is there";
  validity.arrived(u);
  EXPECT_THAT(validity.in_flight({{u, everywhere}}), IsEmpty());
}

TEST(Validity, DeferredUpdatesHoldTheirVariablesOnly) {
  Validity validity;
  validity.written({{u, everywhere}, {u_p, everywhere}, {v, everywhere}}, Side::host, "MoL");
  Box const face{{0, 0, 0}, {1, 8, 7}};
  Update update;
  for (ArrayId const& array : {u, u_p, v})
    update.add(array, grid, {{u, face, true}, {u_p, face, false}, {v, face, false}});
  defer(update, validity, Side::host, "condition");
  EXPECT_EQ(validity.in_flight({{u, everywhere}}), std::vector<int>{u.variable});
  EXPECT_EQ(validity.in_flight({{u_p, everywhere}}), std::vector<int>{u_p.variable});
  EXPECT_THAT(validity.in_flight({{v, everywhere}}), IsEmpty())
      << "no notification would end an exchange of variables that are only read, such as coordinates";
}

TEST(Validity, GhostsFilledFromInvalidDataAreInvalid) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::host, "f");
  validity.invalidate({{u, boundary}}, Side::host, "restriction");
  for (int i = 0; i < 3; ++i) validity.exchanged(u, grid, Side::host, "the exchange");
  EXPECT_EQ(validity.state(u).valid(Side::host) & ghosts, ghosts) << "those beside the interior";
  EXPECT_THAT(validity.state(u).reasons(boundary), HasSubstr("made invalid on the host by restriction"));
  EXPECT_THAT(validity.state(u).reasons(boundary), Not(HasSubstr("nowhere: the exchange"))) << "must not grow";
  validity.written({{u, boundary}}, Side::host, "condition");
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "g"), IsEmpty());
}

TEST(Validity, ChangedExtentsAreValidOnTheHostIfAllPartsWere) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::host, "f");
  validity.written({{v, everywhere}}, Side::device, "g");
  validity.reshaped(u, true, "regridded");
  validity.reshaped(v, false, "regridded");
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "h"), IsEmpty());
  EXPECT_TRUE((validity.state(u).valid(Side::device) & everywhere).none());
  EXPECT_THROW(validity.read({{v, interior}}, Side::host, "h"), InvalidRead);
}

TEST(Validity, InvalidatedOnBothSidesIsAnError) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::host, "f");
  validity.invalidate({{u, everywhere}}, Side::host, "restriction");
  EXPECT_THROW(validity.read({{u, interior}}, Side::host, "g"), InvalidRead);
  validity.forget(u);
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "g"), IsEmpty());
}

} // namespace
} // namespace accelerator
