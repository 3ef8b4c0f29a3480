// Which kernels' vectors may go on from row to row; that they compute the interpreter's bits is tested in
// testsuites/devices.
#include "codegen/emit/running_rows.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace chemora;

/// A stencil where `lower <= x and x < upper`, else 0; the register stored is number 8, unless said otherwise.
std::string const body = "int32 %0 = index x\nboolean %1 = less_equal %10 %0\nboolean %2 = less %0 %11\n"
                         "boolean %3 = logical_and %1 %2\nreal64 %4 = load u[x-1,y,z]\nreal64 %5 = select %3 %4 %12\n"
                         "real64 %6 = load o[x,y,z]\nreal64 %8 = add %5 %6\n";

std::optional<emit::RunningRows> running(std::string const& more, std::string const& rows = "for y\n") {
  return emit::find_running_rows(
      ir::parse_loops("loops k {\ngrid 3\nallocated 67 9 4\nparam int32 a\nparam int32 b\nin o u\nout o\n"
                      "int32 %10 = parameter a\nint32 %11 = parameter b\nreal64 %12 = immediate 0\n"
                      "for tiles y step 4 threads\nfor z\n" +
                      rows + "for x vector 4\n" + body + more + "}\n"));
}

TEST(RunningRows, TakeTheirBoundsFromTheKernel) {
  auto const found = running("store o[x,y,z] %8\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->lower, 10);
  EXPECT_EQ(found->upper, 11);
  EXPECT_TRUE(found->are_alike);
}

TEST(RunningRows, AreNoneWhereRowsDifferBeyondTheBounds) {
  EXPECT_FALSE(running("store o[x,y,z] %4\n")) << "a neighbour";
  EXPECT_FALSE(running("real64 %9 = select %3 %12 %4\nstore o[x,y,z] %9\n")) << "a neighbour beyond the bounds";
  EXPECT_FALSE(running("boolean %13 = logical_and %2 %2\nreal64 %9 = select %13 %4 %12\nstore o[x,y,z] %9\n"))
      << "another condition";
  EXPECT_FALSE(running("real64 %13 = coordinate y\nreal64 %9 = add %13 %8\nstore o[x,y,z] %9\n")) << "where the row is";
  auto const found = running("real64 %13 = coordinate y\nreal64 %14 = select %3 %13 %12\nreal64 %9 = add %14 %8\n"
                             "store o[x,y,z] %9\n");
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->are_alike) << "between the bounds";
}

TEST(RunningRows, FollowOneAnotherInMemory) {
  EXPECT_FALSE(running("store o[x,y,z] %8\n", "for y unroll 2\n"));
  EXPECT_FALSE(emit::find_running_rows(ir::parse_loops(
      "loops k {\ngrid 3\nallocated 67 9 4\nparam int32 a\nparam int32 b\nin o u\nout o\nint32 %10 = parameter a\n"
      "int32 %11 = parameter b\nreal64 %12 = immediate 0\nfor y\nfor z\nfor x vector 4\n" +
      body + "store o[x,y,z] %8\n}\n")));
}

} // namespace
