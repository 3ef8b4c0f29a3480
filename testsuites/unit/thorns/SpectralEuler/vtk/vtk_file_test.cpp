// Tests of VTK files. Whole runs: testsuites/output/elements_vtk_test.py.
#include "vtk_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <sstream>

namespace spectral_euler {
namespace {

/// The array with this name in the data that follow the header.
template <class T>
std::vector<T> array_of(std::string const& file, std::string const& name) {
  auto const declared = file.find("Name=\"" + name + "\"");
  auto const offset = file.find("offset=\"", declared) + 8;
  char const* const block = file.data() + file.find("\n_", offset) + 2 + std::stoul(file.substr(offset));
  std::uint64_t size = 0;
  std::memcpy(&size, block, sizeof size);
  std::vector<T> values(size / sizeof(T));
  std::memcpy(values.data(), block + sizeof size, size);
  return values;
}

TEST(Vtu, ContainsTheHexahedraBetweenTheNodesOfEachElement) {
  int const n = 3;
  std::vector<double> points(3 * 2 * n * n * n), values(2 * n * n * n);
  for (std::size_t node = 0; node < values.size(); ++node) {
    values[node] = 0.5 * static_cast<double>(node);
    for (int d = 0; d < 3; ++d) points[3 * node + d] = static_cast<double>(10 * node) + d;
  }
  std::ostringstream file;
  write_vtu(file, n, points, {{"rho", values}});
  EXPECT_NE(file.str().find("NumberOfPoints=\"54\" NumberOfCells=\"16\""), std::string::npos);
  EXPECT_EQ(array_of<double>(file.str(), "rho"), values);
  EXPECT_EQ(array_of<double>(file.str(), "Points"), points);
  auto const corners = array_of<std::int64_t>(file.str(), "connectivity");
  ASSERT_EQ(corners.size(), 8u * 16);
  std::vector<std::int64_t> const first{0, 1, 4, 3, 9, 10, 13, 12};
  EXPECT_EQ(std::vector(corners.begin(), corners.begin() + 8), first);
  EXPECT_EQ(corners[8 * 8], 27); // the second element begins with its first node
  EXPECT_EQ(corners.back(), 52); // the upper left corner of the last hexahedron
  EXPECT_EQ(array_of<std::int64_t>(file.str(), "offsets").back(), 8 * 16);
  EXPECT_EQ(array_of<std::uint8_t>(file.str(), "types"), std::vector<std::uint8_t>(16, 12));
}

TEST(Pvd, IsReadBack) {
  std::vector<VtkTime> const times{{0, "a.vtu"}, {0.1, "b.vtu"}, {1e-300, "c.vtu"}};
  auto const read = read_pvd(pvd_text(times));
  ASSERT_EQ(read.size(), 3u);
  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_EQ(read[n].time, times[n].time);
    EXPECT_EQ(read[n].file, times[n].file);
  }
}

TEST(Pvd, IgnoresOtherLines) {
  EXPECT_TRUE(read_pvd("<DataSet timestep=\"x\" file=\"a\"/>\n<DataSet/>\n\n").empty());
  EXPECT_TRUE(read_pvd("").empty());
}

} // namespace
} // namespace spectral_euler
