// Sorts lists of points by their groups, and compares the values of each group with those of the list.
#include "kernels/patterns/points_by_group.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace chemora::patterns {
namespace {

TEST(PointsByGroup, ValuesAreThoseOfTheList) {
  PointsByGroup points; // reused for lists of different sizes
  std::mt19937 random(1);
  for (std::size_t const n_groups : {1U, 2U, 33U, 128U})
    for (std::size_t const n : {0U, 1U, 7U, 8U, 9U, 200U, 1024U})
      for (unsigned const run : {1U, 5U, 40U}) {
        std::vector<std::int32_t> groups;
        while (groups.size() < n)
          groups.insert(groups.end(), std::min<std::size_t>(1 + random() % run, n - groups.size()),
                        static_cast<std::int32_t>(random() % n_groups));
        points.sort(groups, n_groups);
        std::vector<double> first, second;
        for (std::size_t k = 0; k < n; ++k) {
          first.push_back(1 + static_cast<double>(k));
          second.push_back(-2 * first.back());
        }
        for (std::vector<double> const& values : {std::cref(first), std::cref(second), std::cref(first)}) {
          points.set_values(values.data());
          for (std::size_t group = 0; group < n_groups; ++group) {
            std::vector<double> expected;
            for (std::size_t k = 0; k < n; ++k)
              if (static_cast<std::size_t>(groups[k]) == group) expected.push_back(values[k]);
            auto const found = points.values(group), padded = points.padded_values(group);
            ASSERT_EQ(std::vector(found.begin(), found.end()), expected);
            ASSERT_EQ(points.n_points(group), expected.size());
            expected.resize((expected.size() + 7) / 8 * 8, 0.0);
            ASSERT_EQ(std::vector(padded.begin(), padded.end()), expected);
          }
        }
      }
}

} // namespace
} // namespace chemora::patterns
