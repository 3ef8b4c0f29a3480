/// Tests the text of XDMF files.
#include "xdmf_text.hpp"

#include <gtest/gtest.h>

namespace iohdf5 {
namespace {

StoredArray array(std::string const& variable, int iteration) {
  return {.file = variable + ".h5",
          .dataset = link_path(variable, iteration),
          .type = {"Float", 8},
          .time = 0.1 * iteration,
          .grid = {.points = {2, 3, 4}, .origin = {-1, 0, 0.1}, .delta = {0.25, 0.5, 1}}};
}

/// The number of times that `text` contains `part`.
int count(std::string const& text, std::string const& part) {
  int n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(XdmfText, DescribesTheGridFromZToX) {
  StoredArrays arrays;
  arrays.add("u", 1, array("u", 1));
  auto const text = arrays.xdmf_text();
  EXPECT_EQ(count(text, "TopologyType=\"3DCoRectMesh\" Dimensions=\"4 3 2\""), 1) << text;
  EXPECT_EQ(count(text, ">0.1 0 -1</DataItem>"), 1) << text;
  EXPECT_EQ(count(text, ">1 0.5 0.25</DataItem>"), 1) << text;
  EXPECT_EQ(count(text, "<Time Value=\"0.1\"/>"), 1) << text;
  EXPECT_EQ(count(text, "NumberType=\"Float\" Precision=\"8\" Dimensions=\"4 3 2\">u.h5:/xdmf/u_1<"), 1) << text;
}

TEST(XdmfText, CollectsVariablesWithEqualGridsAndTimes) {
  StoredArrays arrays;
  for (int const iteration : {0, 2}) {
    arrays.add("u", iteration, array("u", iteration));
    arrays.add("v", iteration, array("v", iteration));
  }
  arrays.add("w", 0, array("w", 0));
  auto const text = arrays.xdmf_text();
  EXPECT_EQ(count(text, "CollectionType=\"Temporal\""), 2) << text;
  EXPECT_EQ(count(text, "GridType=\"Uniform\""), 3) << text;
  EXPECT_EQ(count(text, "<Attribute"), 5) << text;
}

TEST(XdmfText, SortsIterationsAndReplacesRepeatedOnes) {
  StoredArrays arrays;
  for (int const iteration : {10, 2, 10}) arrays.add("u", iteration, array("u", iteration));
  auto const text = arrays.xdmf_text();
  EXPECT_EQ(count(text, "<Attribute"), 2) << text;
  EXPECT_LT(text.find("it=2\""), text.find("it=10\"")) << text;
}

TEST(XdmfText, OmitsTypesWithoutNameAndEscapesNames) {
  StoredArrays arrays;
  auto complex = array("z", 0);
  complex.type = {};
  arrays.add("z", 0, complex);
  EXPECT_TRUE(arrays.empty());
  arrays.add("a<b>&\"c\"", 0, array("u", 0));
  EXPECT_EQ(count(arrays.xdmf_text(), "Name=\"a&lt;b&gt;&amp;&quot;c&quot;\""), 2);
}

} // namespace
} // namespace iohdf5
