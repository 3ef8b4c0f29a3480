/// Tests that after an exchange, ghost zones contain the values of the process that owns the point. One process
/// simulates every rank and compares every ghost point, also in edges and corners, with a function of the global index.
#include "exchange.hpp"

#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

namespace pugh {
namespace {

struct Case {
  Shape shape;
  Topology topology;
};

/// The numbers of points and processes: `10x11x12_on_2x3x2`.
std::string name_of_case(testing::TestParamInfo<Case> const& info) {
  auto const& [shape, topology] = info.param;
  auto const to_text = [dimension = shape.dimension](Index const& numbers) {
    std::string text;
    for (int d = 0; d < dimension; ++d) text += (d > 0 ? "x" : "") + std::to_string(numbers[d]);
    return text;
  };
  return to_text(shape.extent) + "_on_" + to_text(topology);
}

/// Returns the global index of the owned point of which `global` is a periodic image. Returns `global` itself if the
/// direction is not periodic.
int image(Shape const& shape, int direction, int global) {
  if (!shape.wraps(direction)) return global;
  int const period = shape.owned(direction), first = shape.first_owned(direction);
  return first + ((global - first) % period + period) % period;
}

template <typename Visit>
void for_each_point(LocalBox const& box, Visit visit) {
  Index i{};
  std::size_t n = 0;
  for (i[3] = 0; i[3] < box.shape[3]; ++i[3])
    for (i[2] = 0; i[2] < box.shape[2]; ++i[2])
      for (i[1] = 0; i[1] < box.shape[1]; ++i[1])
        for (i[0] = 0; i[0] < box.shape[0]; ++i[0]) visit(i, n++);
}

bool is_owned(LocalBox const& box, Index const& i) {
  for (int d = 0; d < max_dimension; ++d)
    if (i[d] < box.owned.lower[d] || i[d] >= box.owned.upper[d]) return false;
  return true;
}

double value(Shape const& shape, LocalBox const& box, Index const& i) {
  double result = 0;
  for (int d = 0; d < max_dimension; ++d) result = result * 1000 + image(shape, d, box.lower[d] + i[d]);
  return result;
}

using Fields = std::vector<std::vector<double>>;

enum class CopyMethod { rows, sweeps };

void copy_periodic(Decomposition const& decomposition, int rank, CopyMethod method, std::byte* field) {
  auto const transfers = make_exchange(decomposition, rank);
  Index const shape = decomposition.local_box(rank).shape;
  if (method == CopyMethod::rows) {
    for (RowCopies const& copies : periodic_row_copies(transfers, rank))
      copy_rows(field, shape, copies, sizeof(double));
    return;
  }
  for (Copy const& copy : periodic_sweeps(transfers, rank)) {
    std::vector<std::byte> values(copy.from.n_points() * sizeof(double));
    ASSERT_EQ(copy.from.n_points(), copy.to.n_points());
    pack(field, shape, copy.from, sizeof(double), values.data());
    unpack(values.data(), shape, copy.to, sizeof(double), field);
  }
}

void exchange(Decomposition const& decomposition, CopyMethod method, Fields& fields) {
  int const ranks = decomposition.n_parts();
  std::map<std::tuple<int, int, int>, std::vector<std::byte>> network; // by sender, receiver and tag
  auto const bytes_of = [&](int rank) { return reinterpret_cast<std::byte*>(fields[rank].data()); };
  auto each_transfer = [&](auto act) {
    for (int rank = 0; rank < ranks; ++rank)
      for (Transfer const& t : make_exchange(decomposition, rank))
        if (t.peer != rank) act(rank, t, decomposition.local_box(rank).shape, bytes_of(rank));
  };
  each_transfer([&](int rank, Transfer const& t, Index const& shape, std::byte* field) {
    auto& message = network[{rank, t.peer, t.send_tag}];
    ASSERT_TRUE(message.empty()) << "two messages share a tag";
    message.resize(t.send.n_points() * sizeof(double));
    pack(field, shape, t.send, sizeof(double), message.data());
  });
  each_transfer([&](int rank, Transfer const& t, Index const& shape, std::byte* field) {
    EXPECT_EQ(t.send.n_points(), t.receive.n_points());
    auto const& message = network.at({t.peer, rank, t.receive_tag});
    ASSERT_EQ(message.size(), t.receive.n_points() * sizeof(double));
    unpack(message.data(), shape, t.receive, sizeof(double), field);
  });
  for (int rank = 0; rank < ranks; ++rank) copy_periodic(decomposition, rank, method, bytes_of(rank));
}

class Exchange : public ::testing::TestWithParam<Case> {};

TEST_P(Exchange, FillsEveryGhostEdgeAndCorner) {
  auto const& [shape, topology] = GetParam();
  Decomposition const decomposition(shape, topology);
  Fields fields;
  std::set<double> owned;
  for (int rank = 0; rank < decomposition.n_parts(); ++rank) {
    LocalBox const box = decomposition.local_box(rank);
    auto& field = fields.emplace_back(box.n_points(), -1.0);
    for_each_point(box, [&, &shape = shape](Index const& i, std::size_t n) {
      if (!is_owned(box, i)) return;
      field[n] = value(shape, box, i);
      EXPECT_TRUE(owned.insert(field[n]).second) << "a point has two owners";
    });
  }
  std::size_t expected = 1;
  for (int d = 0; d < max_dimension; ++d) expected *= shape.owned(d);
  EXPECT_EQ(owned.size(), expected);
  for (CopyMethod const method : {CopyMethod::rows, CopyMethod::sweeps}) {
    Fields filled = fields;
    exchange(decomposition, method, filled);
    for (int rank = 0; rank < decomposition.n_parts(); ++rank) {
      LocalBox const box = decomposition.local_box(rank);
      for_each_point(box, [&, &shape = shape](Index const& i, std::size_t n) {
        EXPECT_EQ(filled[rank][n], value(shape, box, i));
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Exchange,
                         ::testing::Values(Case{{1, {17, 1, 1, 1}, {3, 0, 0, 0}, {}}, {4, 1, 1, 1}},
                                           Case{{1, {17, 1, 1, 1}, {3, 0, 0, 0}, {true}}, {3, 1, 1, 1}},
                                           Case{{1, {7, 1, 1, 1}, {2, 0, 0, 0}, {true}}, {1, 1, 1, 1}},
                                           Case{{1, {20, 1, 1, 1}, {6, 0, 0, 0}, {true}}, {1, 1, 1, 1}},
                                           Case{{3, {60, 110, 24, 1}, {4, 5, 6, 0}, {true, true, true}}, {1, 1, 1, 1}},
                                           Case{{3, {10, 11, 18, 1}, {1, 2, 3, 0}, {true, true, true}}, {1, 1, 3, 1}},
                                           Case{{2, {9, 12, 1, 1}, {2, 1, 0, 0}, {false, true}}, {3, 4, 1, 1}},
                                           Case{{2, {9, 12, 1, 1}, {0, 3, 0, 0}, {}}, {3, 2, 1, 1}},
                                           Case{{3, {8, 9, 10, 1}, {2, 2, 2, 0}, {}}, {2, 2, 2, 1}},
                                           Case{{3, {10, 11, 12, 1}, {1, 2, 3, 0}, {true, true, true}}, {2, 3, 2, 1}},
                                           Case{{3, {10, 11, 12, 1}, {1, 2, 3, 0}, {true, true, true}}, {1, 1, 1, 1}},
                                           Case{{3, {10, 1, 12, 1}, {2, 2, 2, 0}, {true, true, false}}, {2, 1, 2, 1}},
                                           Case{{4, {5, 6, 4, 5}, {1, 1, 1, 1}, {true, false, false, true}},
                                                {1, 2, 2, 3}}),
                         name_of_case);

TEST(Transfers, AreEmptyForRanksWithoutPoints) {
  Decomposition const line({1, {2, 1, 1, 1}, {0, 0, 0, 0}, {}}, {2, 1, 1, 1});
  EXPECT_TRUE(make_exchange(line, 2).empty());
}

TEST(PeriodicCopies, CopyBothEndsOfARowTogether) {
  Shape const shape{3, {10, 11, 12, 1}, {1, 2, 3, 0}, {true, true, true}};
  Decomposition const decomposition(shape, {1, 1, 1, 1});
  auto const transfers = make_exchange(decomposition, 0);
  ASSERT_EQ(transfers.size(), 26u);
  std::map<std::size_t, int> groups; // by size
  for (RowCopies const& copies : periodic_row_copies(transfers, 0)) ++groups[copies.size()];
  EXPECT_EQ(groups, (std::map<std::size_t, int>{{1, 8}, {2, 9}}));
  EXPECT_TRUE(periodic_row_copies(transfers, 1).empty());
}

TEST(PeriodicCopies, HaveTwoSweepsAlongEachDirection) {
  Shape const shape{3, {10, 11, 12, 1}, {1, 2, 3, 0}, {true, true, true}};
  std::size_t points = 0;
  auto const sweeps = periodic_sweeps(make_exchange(Decomposition(shape, {1, 1, 1, 1}), 0), 0);
  for (Copy const& copy : sweeps) points += copy.to.n_points();
  EXPECT_EQ(sweeps.size(), 6u);
  EXPECT_EQ(points, 10u * 11 * 12 - 8 * 7 * 6) << "the number of ghost points";
  EXPECT_EQ(periodic_sweeps(make_exchange(Decomposition(shape, {1, 2, 1, 1}), 1), 1).size(), 4u);
}

TEST(PeriodicCopies, MatchEachSendWithItsReceive) {
  Shape const shape{1, {10, 1, 1, 1}, {2, 0, 0, 0}, {true}};
  auto transfers = make_exchange(Decomposition(shape, {1, 1, 1, 1}), 0);
  ASSERT_EQ(transfers.size(), 2u);
  EXPECT_EQ(&matching_receive(transfers, transfers[0]), &transfers[1]);
  EXPECT_EQ(&matching_receive(transfers, transfers[1]), &transfers[0]);
  Transfer const sent = transfers[1];
  transfers.erase(transfers.begin());
  EXPECT_THROW(matching_receive(transfers, sent), std::logic_error);
  EXPECT_THROW(periodic_row_copies(transfers, 0), std::logic_error);
}

} // namespace
} // namespace pugh
