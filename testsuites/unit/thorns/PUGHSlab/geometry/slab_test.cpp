/// Compares hyperslabs with their definition, point by point, for several domain decompositions.
#include "slab.hpp"

#include "testsuites/support/test_names.hpp"

#include <numeric>

namespace pughslab {
namespace {

constexpr int nx = 7, ny = 5, nz = 6;
Grid const grid{3, {nx, ny, nz, 1}, {0, 0, 0, 0}, {nx, ny, nz, 1}};

int value_at(int i, int j, int k) { return i + 100 * j + 10000 * k; }

// Returns the pieces of the grid, divided at these x, y and z indices. Every piece has a ghost zone of one point at
// each division.
std::vector<Piece> pieces(std::array<std::vector<int>, 3> const& cuts) {
  std::vector<Piece> result;
  for (std::size_t c = 0; c + 1 < cuts[2].size(); ++c)
    for (std::size_t b = 0; b + 1 < cuts[1].size(); ++b)
      for (std::size_t a = 0; a + 1 < cuts[0].size(); ++a) {
        Piece piece;
        std::array<std::size_t, 3> const at = {a, b, c};
        for (int d = 0; d < 3; ++d) {
          piece.begin[d] = cuts[d][at[d]];
          piece.end[d] = cuts[d][at[d] + 1];
          piece.lower[d] = std::max(0, piece.begin[d] - 1);
          piece.shape[d] = std::min(cuts[d].back(), piece.end[d] + 1) - piece.lower[d];
        }
        result.push_back(piece);
      }
  return result;
}

std::vector<int> memory_of(Piece const& piece) {
  std::vector<int> memory;
  for (int k = 0; k < piece.shape[2]; ++k)
    for (int j = 0; j < piece.shape[1]; ++j)
      for (int i = 0; i < piece.shape[0]; ++i)
        memory.push_back(value_at(piece.lower[0] + i, piece.lower[1] + j, piece.lower[2] + k));
  return memory;
}

std::vector<int> extract(Slab const& slab, std::vector<Piece> const& parts) {
  std::size_t n = 1;
  for (int size : slab.size) n *= size;
  std::vector<int> result(n, -1);
  std::size_t n_points = 0;
  for (Piece const& piece : parts) {
    Part const part = part_of(slab, piece);
    n_points += part.n_points();
    auto const memory = memory_of(piece);
    Lines const lines = lines_of(slab, part, piece);
    std::vector<int> values;
    for (std::size_t begin : lines.begin)
      for (int i = 0; i < lines.length; ++i) values.push_back(memory[begin + i * lines.stride]);
    copy_into_slab(slab, part, sizeof(int), reinterpret_cast<std::byte const*>(values.data()),
                   reinterpret_cast<std::byte*>(result.data()));
  }
  EXPECT_EQ(n_points, n) << "each point of the slab is in exactly one piece";
  return result;
}

// The definition: origin + sum of h * downsample * direction.
std::vector<int> expected(Request const& request, Index const& size) {
  std::vector<int> result;
  auto at = [&](std::array<int, 3> const& h, int d) {
    int point = request.origin[d];
    for (int i = 0; i < request.dimension; ++i)
      point += h[i] * request.direction[3 * i + d] * (request.downsample.empty() ? 1 : request.downsample[i]);
    return point;
  };
  for (int c = 0; c < size[2]; ++c)
    for (int b = 0; b < size[1]; ++b)
      for (int a = 0; a < size[0]; ++a) {
        std::array<int, 3> const h = {a, b, c};
        result.push_back(value_at(at(h, 0), at(h, 1), at(h, 2)));
      }
  return result;
}

struct Case {
  Request request;
  Index size;
};

// Prints a case for the name of its test.
void PrintTo(Case const& parameter, std::ostream* stream) {
  *stream << ::testing::PrintToString(parameter.request.direction) << " from "
          << ::testing::PrintToString(parameter.request.origin);
}

class Slabs : public ::testing::TestWithParam<Case> {};

TEST_P(Slabs, HoldThePointsOfTheDefinitionHoweverTheGridIsCut) {
  auto const& [request, size] = GetParam();
  Slab const slab = make_slab(grid, request);
  EXPECT_EQ(slab.size, size);
  auto const points = expected(request, size);
  EXPECT_EQ(extract(slab, pieces({{{0, nx}, {0, ny}, {0, nz}}})), points);
  EXPECT_EQ(extract(slab, pieces({{{0, 3, nx}, {0, ny}, {0, 2, 4, nz}}})), points);
  EXPECT_EQ(extract(slab, pieces({{{0, 1, 2, 3, 4, 5, 6, nx}, {0, 2, ny}, {0, 5, nz}}})), points);
}

INSTANTIATE_TEST_SUITE_P(
    Requests, Slabs,
    ::testing::Values(Case{Request{1, {1, 0, 0}, {0, 2, 3}, {-1}, {}}, Index{nx, 1, 1, 1}},
                      Case{Request{1, {0, 0, 1}, {6, 4, 1}, {4}, {2}}, Index{2, 1, 1, 1}},
                      Case{Request{1, {1, 1, 1}, {0, 0, 0}, {5}, {}}, Index{5, 1, 1, 1}},
                      Case{Request{1, {1, 1, 1}, {1, 0, 2}, {-1}, {2}}, Index{2, 1, 1, 1}},
                      Case{Request{2, {1, 0, 0, 0, 1, 0}, {0, 0, 4}, {-1, -1}, {}}, Index{nx, ny, 1, 1}},
                      Case{Request{2, {0, 1, 0, 0, 0, 1}, {3, 1, 0}, {3, 6}, {2, 3}}, Index{2, 2, 1, 1}},
                      Case{Request{2, {0, 0, 1, 1, 0, 0}, {0, 1, 0}, {-1, -1}, {}}, Index{nz, nx, 1, 1}},
                      Case{Request{3, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {nx, ny, nz}, {}}, Index{nx, ny, nz, 1}},
                      Case{Request{3, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {1, 0, 1}, {-1, -1, -1}, {3, 2, 4}},
                           Index{2, 3, 2, 1}},
                      Case{Request{0, {}, {3, 2, 1}, {}, {}}, Index{1, 1, 1, 1}}),
    chemora::testing_support::printed_name<Case>);

TEST(PeriodicSlabs, LeaveOutTheImages) {
  Grid wrapped = grid;
  wrapped.first[0] = 2;
  wrapped.last[0] = nx - 2;
  Slab const line = make_slab(wrapped, {1, {1, 0, 0}, {0, 0, 0}, {-1}, {}});
  EXPECT_EQ(line.size[0], nx - 4);
  EXPECT_EQ(line.origin[0], 2);
  Slab const coarse = make_slab(wrapped, {1, {1, 0, 0}, {0, 0, 0}, {-1}, {3}});
  EXPECT_EQ(coarse.size[0], 1);
  EXPECT_EQ(coarse.origin[0], 3);
}

TEST(PeriodicSlabs, MoveAnOriginAcrossTheSeam) {
  Grid wrapped = grid;
  wrapped.first[0] = 2;
  wrapped.last[0] = nx - 2; // period 3
  EXPECT_EQ(make_slab(wrapped, {1, {0, 1, 0}, {0, 0, 0}, {-1}, {}}).origin[0], 3);
  EXPECT_EQ(make_slab(wrapped, {1, {0, 1, 0}, {6, 0, 0}, {-1}, {}}).origin[0], 3);
  EXPECT_EQ(make_slab(wrapped, {1, {0, 1, 0}, {4, 0, 0}, {-1}, {}}).origin[0], 4);
}

int code_of(Request const& request) {
  try {
    make_slab(grid, request);
  } catch (SlabError const& error) {
    return error.code();
  }
  return 0;
}

TEST(WrongRequests, AreRejectedWithTheCodesOfCactus) {
  EXPECT_EQ(code_of({4, {}, {0, 0, 0}, {}, {}}), -2);
  EXPECT_EQ(code_of({1, {1, 0, 0}, {-1, 0, 0}, {2}, {}}), -5);
  EXPECT_EQ(code_of({1, {1, 0, 0}, {0, 5, 0}, {2}, {}}), -5);
  EXPECT_EQ(code_of({1, {1, 0, 0}, {0, 0, 0}, {0}, {}}), -5);
  EXPECT_EQ(code_of({1, {1, 0, 0}, {0, 0, 0}, {2}, {0}}), -5);
  EXPECT_EQ(code_of({1, {0, 0, 0}, {0, 0, 0}, {2}, {}}), -7);
  EXPECT_EQ(code_of({1, {-1, 0, 0}, {3, 0, 0}, {2}, {}}), -7);
  EXPECT_EQ(code_of({2, {1, 0, 0, 1, 0, 0}, {0, 0, 0}, {2, 2}, {}}), -8);
  EXPECT_EQ(code_of({1, {1, 0, 0}, {3, 0, 0}, {5}, {}}), -8);
  EXPECT_EQ(code_of({1, {1, 1, 1}, {0, 0, 0}, {6}, {}}), -8);
}

} // namespace
} // namespace pughslab
