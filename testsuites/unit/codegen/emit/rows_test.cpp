// Tests loops over rows that are shorter than a SIMD vector, and vectors that cover the end of a row and the start of
// the next row. The tests in testsuites/devices compare the results of such kernels with the interpreter.
#include "codegen/emit/rows.hpp"

#include "codegen/emit/emit.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

/// Loops that sum `n_terms` neighbours along z, with vectors of four points.
ir::Loops sum(int n_terms, std::string const& allocated = "67 9 4", std::string const& neighbour = "x,y,z+1") {
  std::string text = "loops k {\ngrid 3\nallocated " + allocated +
                     "\nin u\nout o\nfor tiles x step 32\nfor z\nfor y\n" +
                     "for x vector 4\nreal64 %0 = load u[x-1,y-1,z-1]\nreal64 %1 = load u[" + neighbour + "]\n";
  for (int n = 2; n < n_terms; ++n) text += fmt::format("real64 %{} = add %{} %1\n", n, n - 1);
  return ir::parse_loops(text + fmt::format("store o[x,y,z] %{}\n}}\n", n_terms - 1));
}

long const dj = 67, dk = 67 * 9;

std::optional<long> last_start(ir::Loops const& loops, ir::Halo const& halo = {}) {
  return emit::last_vector_start(loops, loops.nest.back().body, halo);
}

TEST(NarrowRows, LimitTheStartOfVectorsToLoadsWithinTheArrays) {
  EXPECT_EQ(last_start(sum(3)), 4 * dk - 4 - dk);
  EXPECT_EQ(last_start(sum(3, "67 9 4", "x+2,y+1,z")), 4 * dk - 4 - dj - 2);
  EXPECT_EQ(last_start(sum(3, "67 9 4", "x,y-1,z")), 4 * dk - 4) << "no loads after the point";
  EXPECT_EQ(last_start(sum(3), {{-1, 0, 0}, {3, 0, 0}}), 4 * dk - 4 - dk - 3) << "points after the row";
}

TEST(NarrowRows, HaveNoLimitWithoutGuarantee) {
  EXPECT_FALSE(last_start(sum(3, "at launch")));
  EXPECT_TRUE(last_start(sum(3, "3 3 4", "x+1,y+1,z+1")));
  EXPECT_FALSE(last_start(sum(3, "3 3 3", "x+1,y+1,z+1")))
      << "the arrays have 27 points, the loads of a vector span 30";
  EXPECT_FALSE(last_start(sum(3, "67 9 4", "-1x,y,z"))) << "not at a constant distance";
  ir::Loops loops = sum(3);
  EXPECT_TRUE(emit::may_exceed_rows(loops));
  loops.nest[1].unroll = 2;
  EXPECT_FALSE(emit::may_exceed_rows(loops)) << "two planes at a time";
  loops = sum(3);
  loops.outputs.push_back("p");
  EXPECT_FALSE(emit::may_exceed_rows(loops)) << "an output that is not stored in the loop";
}

TEST(NarrowRows, AreComputedByFullVectorsOfLargeBodiesOnly) {
  std::string const large = emit::emit_cpp(sum(1100)), small = emit::emit_cpp(sum(100)),
                    run_time = emit::emit_cpp(sum(1100, "at launch"));
  EXPECT_THAT(large, HasSubstr("bool const is_narrow = end_x - tile_x < 4;\n"));
  EXPECT_THAT(large, HasSubstr("Real* __restrict const to_0 = is_narrow ? narrow[0] : out_o;\n"));
  EXPECT_THAT(large, HasSubstr("store(lanes, &to_0[destination], v1099);\n"));
  EXPECT_THAT(large, HasSubstr("int const skipped = is_narrow && first > 1805L ? first - 1805L : 0;\n"));
  EXPECT_THAT(large, HasSubstr("out_o[first + lane] = to_0[skipped + lane];\n"));
  EXPECT_THAT(large, Not(HasSubstr("points(Some")));
  for (std::string const& text : {small, run_time}) {
    EXPECT_THAT(text, HasSubstr("points(Some{end_x - x}, x);\n"));
    EXPECT_THAT(text, Not(HasSubstr("is_narrow")));
  }
}

TEST(NarrowRows, AreComputedByFullVectorsOfLargeBodiesWithNonTemporalStores) {
  auto const nontemporal = [](int n_terms) {
    ir::Loops loops = sum(n_terms);
    loops.nest.back().body.back().is_nontemporal = true;
    return emit::emit_cpp(loops);
  };
  std::string const large = nontemporal(1100);
  EXPECT_THAT(large, HasSubstr("stream(lanes, &to_0[destination], v1099);\n"));
  EXPECT_THAT(large, Not(HasSubstr("points(Some")));
  EXPECT_THAT(nontemporal(100), HasSubstr("points(Some{n_first}, x);\n")) << "a small body is compiled twice";
}

/// Statements that compute a stencil if `lower <= x and x < upper`, and 0 otherwise. The result is value %8.
std::string const select_body =
    "int32 %0 = index x\nboolean %1 = less_equal %10 %0\nboolean %2 = less %0 %11\n"
    "boolean %3 = logical_and %1 %2\nreal64 %4 = load u[x-1,y,z]\nreal64 %5 = select %3 %4 %12\n"
    "real64 %6 = load o[x,y,z]\nreal64 %8 = add %5 %6\n";

std::optional<emit::RowWraparound> wraparound(std::string const& more, std::string const& rows = "for y\n") {
  return emit::find_row_wraparound(
      ir::parse_loops("loops k {\ngrid 3\nallocated 67 9 4\nparam int32 a\nparam int32 b\nin o u\nout o\n"
                      "int32 %10 = parameter a\nint32 %11 = parameter b\nreal64 %12 = immediate 0\n"
                      "for tiles y step 4 threads\nfor z\n" +
                      rows + "for x vector 4\n" + select_body + more + "}\n"));
}

TEST(RowWraparound, UsesTheBoundsOfTheKernel) {
  auto const rows = wraparound("store o[x,y,z] %8\n");
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->lower, 10);
  EXPECT_EQ(rows->upper, 11);
  EXPECT_TRUE(rows->has_equivalent_rows);
}

TEST(RowWraparound, IsRejectedIfRowsDifferOutsideTheBounds) {
  EXPECT_FALSE(wraparound("store o[x,y,z] %4\n")) << "a neighbour";
  EXPECT_FALSE(wraparound("real64 %9 = select %3 %12 %4\nstore o[x,y,z] %9\n")) << "a neighbour outside the bounds";
  EXPECT_FALSE(wraparound("boolean %13 = logical_and %2 %2\nreal64 %9 = select %13 %4 %12\nstore o[x,y,z] %9\n"))
      << "another condition";
  EXPECT_FALSE(wraparound("real64 %13 = coordinate y\nreal64 %9 = add %13 %8\nstore o[x,y,z] %9\n"))
      << "the position of the row";
  auto const rows = wraparound("real64 %13 = coordinate y\nreal64 %14 = select %3 %13 %12\nreal64 %9 = add %14 %8\n"
                               "store o[x,y,z] %9\n");
  ASSERT_TRUE(rows);
  EXPECT_FALSE(rows->has_equivalent_rows) << "between the bounds";
}

TEST(RowWraparound, NeedsRowsThatAreContiguousInMemory) {
  EXPECT_FALSE(wraparound("store o[x,y,z] %8\n", "for y unroll 2\n"));
  EXPECT_FALSE(emit::find_row_wraparound(ir::parse_loops(
      "loops k {\ngrid 3\nallocated 67 9 4\nparam int32 a\nparam int32 b\nin o u\nout o\nint32 %10 = parameter a\n"
      "int32 %11 = parameter b\nreal64 %12 = immediate 0\nfor y\nfor z\nfor x vector 4\n" +
      select_body + "store o[x,y,z] %8\n}\n")));
}

} // namespace
