#include "framework/fortran/calls.hpp"

#include <gtest/gtest.h>

namespace {

using chemora::fortran::Word;

int count_letters(cGH const* GH, char const* first, double x, char const* second) {
  return static_cast<int>(std::strlen(first) * 100 + std::strlen(second) * 10 + x) + GH->cctk_dim;
}
char const* name_of(int index) { return index == 1 ? "first" : nullptr; }
char* path_of(char const* folder, int index) { return strdup((std::string(folder) + "/" + name_of(index)).c_str()); }
void* address_of(int const* numbers, int offset) { return const_cast<int*>(numbers) + offset; }
double nothing() { return 2.5; }
std::string last_message;
int say(int level, char const* message) {
  last_message = std::to_string(level) + message;
  return 1;
}

} // namespace

FORTRAN_SUBROUTINE(6, test_count_letters, count_letters)
FORTRAN_SUBROUTINE(3, test_name_of, name_of)
FORTRAN_SUBROUTINE(5, test_path_of, path_of)
FORTRAN_SUBROUTINE(2, test_address_of, address_of)
FORTRAN_FUNCTION(0, test_nothing, nothing)
FORTRAN_PROCEDURE(3, test_say, say)

extern "C" void chemora_loop_side_(int* away, int* lo, int* hi, int const* dim, int const* lsh, int const* tile_min,
                                   int const* tile_max, int const* side, int const* needs_all, int const* width,
                                   int const* is_marked);

namespace {

template <class T>
Word word(T const& value) {
  return reinterpret_cast<Word>(&value);
}
Word text(char const* letters) { return reinterpret_cast<Word>(letters); }

TEST(FortranCalls, ReadValuesFromAddressesAndTrimStrings) {
  cGH grid{};
  grid.cctk_dim = 3;
  cGH const* const GH = &grid;
  double const x = 7;
  int result = 0;
  test_count_letters_(&result, word(GH), text("ab   "), word(x), text("   dxyz"), 5, 4);
  EXPECT_EQ(result, 200 + 40 + 7 + 3);
}

TEST(FortranCalls, ReturnStringsAndTheirLengths) {
  char buffer[] = "xxxxxxxx";
  int length = 0, index = 1;
  test_name_of_(&length, word(index), text(buffer), 7);
  EXPECT_EQ(length, 5);
  EXPECT_STREQ(buffer, "first  x");
  index = 2;
  test_name_of_(&length, word(index), text(buffer), 7);
  EXPECT_EQ(length, -1);
  index = 1;
  test_path_of_(&length, text("dir "), word(index), text(buffer), 4, 8);
  EXPECT_EQ(length, 9);
  EXPECT_STREQ(buffer, "dir/firs");
}

TEST(FortranCalls, KeepAddresses) {
  int const numbers[3] = {1, 2, 3}, offset = 2;
  void* result = nullptr;
  test_address_of_(&result, text(reinterpret_cast<char const*>(numbers)), word(offset));
  EXPECT_EQ(result, &numbers[2]);
  EXPECT_EQ(test_nothing_(), 2.5);
  int const level = 4;
  test_say_(word(level), text("hello!"), 5);
  EXPECT_EQ(last_message, "4hello");
}

/// Returns the number of points in all boundary sides of a box of 5x4x6 points. Only the lower x face and the upper z
/// face are marked as boundaries.
int points(int needs_all) {
  int const dim = 3, lsh[] = {5, 4, 6}, first[] = {0, 0, 0}, last[] = {5, 4, 6};
  int const width[] = {1, 1, 1, 1, 1, 2}, is_marked[] = {1, 0, 0, 0, 0, 1};
  int n_points = 0;
  for (int side = 0; side < 27; ++side) {
    int away[3], lo[3], hi[3];
    chemora_loop_side_(away, lo, hi, &dim, lsh, first, last, &side, &needs_all, width, is_marked);
    int n = 1;
    for (int axis = 0; axis < 3; ++axis) n *= std::max(0, hi[axis] - lo[axis] + 1);
    n_points += n;
  }
  return n_points;
}

TEST(FortranLoops, CoverEachBoundaryPointOnce) {
  EXPECT_EQ(points(0), 4 * 6 + 5 * 4 * 2 - 4 * 2); // points with x = 1 or z > 4
  EXPECT_EQ(points(1),
            2 * 3 + 3 * 2 * 2 +
                2 * 2); // points of each face without its edges, and points of the edge that both faces share
}

TEST(FortranLoops, ClipSidesToTheTile) {
  int const dim = 1, lsh[] = {9}, first[] = {2}, last[] = {8}, width[] = {3, 3}, is_marked[] = {1, 1}, needs_all = 0;
  int away[1], lo[1], hi[1];
  int const lower = 0, upper = 2;
  chemora_loop_side_(away, lo, hi, &dim, lsh, first, last, &lower, &needs_all, width, is_marked);
  EXPECT_EQ(lo[0], 3);
  EXPECT_EQ(hi[0], 3);
  chemora_loop_side_(away, lo, hi, &dim, lsh, first, last, &upper, &needs_all, width, is_marked);
  EXPECT_EQ(lo[0], 7);
  EXPECT_EQ(hi[0], 8);
}

} // namespace
