// Tests of meshes: common nodes, neighbours, metric terms and faces between processes.
#include "connectivity.hpp"
#include "mesh.hpp"
#include "metric_terms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace spectral_euler {
namespace {

Mesh curved_mesh() {
  Mesh mesh;
  mesh.elements = {3, 2, 4};
  mesh.lower = {-1, 0, 2};
  mesh.upper = {1, 3, 4};
  mesh.mapping = Mapping::waves;
  mesh.amplitude = 0.03;
  return mesh;
}

int stride(GaussLobatto const& rule, int axis) { return axis == 0 ? 1 : axis == 1 ? rule.n : rule.n * rule.n; }

/// The nodes of a face in the order of face_points.
std::vector<int> nodes_of(GaussLobatto const& rule, int face) {
  std::vector<int> nodes;
  int const axis = face / 2, end = face % 2 == 0 ? 0 : rule.n - 1;
  for (int b = 0; b < rule.n; ++b)
    for (int a = 0; a < rule.n; ++a)
      nodes.push_back(end * stride(rule, axis) + a * stride(rule, axis == 0 ? 1 : 0) +
                      b * stride(rule, axis == 2 ? 1 : 2));
  return nodes;
}

TEST(Mesh, GivesCommonNodesOfElementsTheSameBits) {
  Mesh mesh = curved_mesh();
  mesh.is_periodic = {false, false, false};
  auto const rule = gauss_lobatto(4);
  int n_compared = 0;
  for (long element = 0; element < mesh.n_elements(); ++element)
    for (int face = 0; face < 6; ++face) {
      long const other = neighbour_of(mesh, element, face);
      if (other == wall) continue;
      auto const own_nodes = element_nodes(mesh, rule, element), other_nodes = element_nodes(mesh, rule, other);
      auto const own = nodes_of(rule, face), opposite = nodes_of(rule, face ^ 1);
      for (std::size_t n = 0; n < own.size(); ++n)
        for (int d = 0; d < 3; ++d, ++n_compared)
          ASSERT_EQ(own_nodes[3 * own[n] + d], other_nodes[3 * opposite[n] + d]);
    }
  EXPECT_EQ(n_compared, 2 * (2 * 2 * 4 + 3 * 1 * 4 + 3 * 2 * 3) * 25 * 3);
}

TEST(Mesh, HasSymmetricNeighboursAndWalls) {
  Mesh mesh = curved_mesh();
  mesh.is_periodic[1] = false;
  int n_walls = 0;
  for (long element = 0; element < mesh.n_elements(); ++element)
    for (int face = 0; face < 6; ++face) {
      long const other = neighbour_of(mesh, element, face);
      n_walls += other == wall;
      if (other != wall) {
        EXPECT_EQ(neighbour_of(mesh, other, face ^ 1), element);
      }
    }
  EXPECT_EQ(n_walls, 2 * 3 * 4);
}

TEST(Mesh, DoesNotBendAlongAxesWithOneElement) {
  Mesh mesh = curved_mesh();
  mesh.elements[2] = 1;
  EXPECT_EQ(mapped(mesh, {0.3, 0.2, 0.4})[2], 2 + 2 * 0.4);
  EXPECT_EQ(mapped(mesh, {0.3, 0.2, 0.4})[0], mapped(mesh, {0.3, 0.2, 0.9})[0]);
  EXPECT_NE(mapped(mesh, {0.3, 0.2, 0.4})[0], -1 + 2 * 0.3);
}

TEST(Mesh, RaisesTheGroundOfAHill) {
  Mesh mesh;
  mesh.mapping = Mapping::hill;
  mesh.amplitude = 0.2;
  EXPECT_DOUBLE_EQ(mapped(mesh, {0.5, 0, 0})[2], 0.2);
  EXPECT_DOUBLE_EQ(mapped(mesh, {0.5, 0, 1})[2], 1);
  EXPECT_LT(mapped(mesh, {0, 0, 0})[2], 1e-11);
}

TEST(MetricTerms, AreThoseOfABox) {
  Mesh mesh = curved_mesh();
  mesh.mapping = Mapping::box;
  auto const rule = gauss_lobatto(5);
  auto const metric = metric_terms(rule, element_nodes(mesh, rule, 7));
  double const edges[] = {2.0 / 3 / 2, 3.0 / 2 / 2, 2.0 / 4 / 2}; // halves of the edges of an element
  for (std::size_t node = 0; node < metric.jacobian.size(); ++node) {
    EXPECT_NEAR(metric.jacobian[node], edges[0] * edges[1] * edges[2], 1e-14);
    for (int axis = 0; axis < 3; ++axis)
      for (int component = 0; component < 3; ++component)
        EXPECT_NEAR(metric.terms[3 * axis + component][node],
                    axis == component ? edges[(axis + 1) % 3] * edges[(axis + 2) % 3] : 0, 1e-13);
  }
}

class MetricTermsOfDegree : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Degrees, MetricTermsOfDegree, testing::Values(3, 6, 9), testing::PrintToStringParamName());

/// A constant state is a discrete solution if the discrete divergence of the metric terms is zero.
TEST_P(MetricTermsOfDegree, HaveNoDiscreteDivergence) {
  auto const rule = gauss_lobatto(GetParam());
  Mesh const mesh = curved_mesh();
  auto const metric = metric_terms(rule, element_nodes(mesh, rule, 5));
  int const n = rule.n;
  double largest_term = 0;
  for (int component = 0; component < 3; ++component)
    for (int node = 0; node < n * n * n; ++node) {
      double divergence = 0;
      for (int axis = 0; axis < 3; ++axis) {
        int const i = node / stride(rule, axis) % n;
        for (int k = 0; k < n; ++k) {
          double const term =
              rule.derivative[i + n * k] * metric.terms[3 * axis + component][node + (k - i) * stride(rule, axis)];
          divergence += term;
          largest_term = std::max(largest_term, std::abs(term));
        }
      }
      EXPECT_NEAR(divergence, 0, 1e-12);
    }
  EXPECT_GT(largest_term, 0.1);
}

TEST_P(MetricTermsOfDegree, AgreeOnCommonFaces) {
  auto const rule = gauss_lobatto(GetParam());
  Mesh const mesh = curved_mesh();
  long const element = 9;
  auto const metric = metric_terms(rule, element_nodes(mesh, rule, element));
  // Two derivatives multiply the rounding errors of coordinates up to 4 by entries of the derivative matrix.
  double const rounding = 4 * 2.3e-16 * rule.derivative[0] * rule.derivative[0];
  for (int face = 0; face < 6; ++face) {
    auto const other = metric_terms(rule, element_nodes(mesh, rule, neighbour_of(mesh, element, face)));
    auto const own = nodes_of(rule, face), opposite = nodes_of(rule, face ^ 1);
    for (std::size_t n = 0; n < own.size(); ++n)
      for (int component = 0; component < 3; ++component) {
        int const term = 3 * (face / 2) + component;
        EXPECT_NEAR(metric.terms[term][own[n]], other.terms[term][opposite[n]], rounding);
      }
  }
}

TEST_P(MetricTermsOfDegree, GiveTheVolumeOfTheBox) {
  auto const rule = gauss_lobatto(GetParam());
  Mesh const mesh = curved_mesh();
  double volume = 0;
  int const n = rule.n;
  for (long element = 0; element < mesh.n_elements(); ++element) {
    auto const metric = metric_terms(rule, element_nodes(mesh, rule, element));
    for (int node = 0; node < n * n * n; ++node)
      volume +=
          rule.weights[node % n] * rule.weights[node / n % n] * rule.weights[node / n / n] * metric.jacobian[node];
  }
  EXPECT_NEAR(volume, 2 * 3 * 2, GetParam() > 3 ? 1e-11 : 1e-2);
}

TEST(FacePoints, HaveOutwardUnitNormals) {
  auto const rule = gauss_lobatto(4);
  Mesh mesh;
  mesh.elements = {2, 2, 2};
  auto const metric = metric_terms(rule, element_nodes(mesh, rule, 0));
  for (int face = 0; face < 6; ++face)
    for (FacePoint const& point : face_points(rule, metric, face)) {
      for (int d = 0; d < 3; ++d) EXPECT_NEAR(point.normal[d], d != face / 2 ? 0 : face % 2 == 0 ? -1 : 1, 1e-13);
      EXPECT_NEAR(point.lift, 1 / (0.25 * rule.weights[0]), 1e-11); // an element has the edges 1/2
    }
}

TEST(Connectivity, PairsTheFacesOfAllProcesses) {
  Mesh mesh = curved_mesh();
  mesh.is_periodic[0] = false;
  for (std::vector<long> const& firsts :
       {std::vector<long>{0, 24}, {0, 12, 24}, {0, 5, 6, 17, 24}, {0, 1, 2, 3, 20, 23, 24}}) {
    int const n_ranks = static_cast<int>(firsts.size()) - 1;
    int n_shared = 0, n_remote = 0;
    for (int rank = 0; rank < n_ranks; ++rank) {
      auto const own = connect(mesh, firsts, rank);
      n_remote += static_cast<int>(std::count(own.kind.begin(), own.kind.end(), remote_neighbour));
      for (Partner const& partner : own.partners) {
        auto const other = connect(mesh, firsts, partner.rank);
        auto const back = std::find_if(other.partners.begin(), other.partners.end(),
                                       [&](Partner const& each) { return each.rank == rank; });
        ASSERT_NE(back, other.partners.end());
        ASSERT_EQ(partner.sent.size(), back->received.size());
        for (std::size_t n = 0; n < partner.sent.size(); ++n, ++n_shared) {
          auto const sent = partner.sent[n], received = back->received[n];
          EXPECT_EQ(neighbour_of(mesh, firsts[rank] + sent.element, sent.face),
                    firsts[partner.rank] + received.element);
          EXPECT_EQ(sent.face, received.face ^ 1);
        }
      }
    }
    EXPECT_EQ(n_shared, n_remote);
    EXPECT_EQ(n_remote > 0, n_ranks > 1);
  }
}

TEST(Connectivity, NumbersLocalNeighboursAsFortranDoes) {
  Mesh mesh;
  mesh.elements = {4, 1, 1};
  mesh.is_periodic = {false, true, true};
  auto const half = connect(mesh, {0, 2, 4}, 1);
  EXPECT_EQ(half.kind[0], remote_neighbour);
  EXPECT_EQ(half.kind[1], local_neighbour);
  EXPECT_EQ(half.neighbour[1], 2);
  EXPECT_EQ(half.neighbour_face[1], 1);
  EXPECT_EQ(half.kind[6 + 1], at_wall);
  EXPECT_EQ(half.neighbour[6 + 2], 2); // an element is its own neighbour along an axis with one element
}

} // namespace
} // namespace spectral_euler
