#include "codegen/patterns/read_input.hpp"

#include "testsuites/unit/codegen/patterns/outputs.hpp"

namespace chemora::patterns {
namespace {

Program program() {
  return read_program({"t.pat", R"(
structure Place { real latitude, int id, bool is_open }
input real v[n]
input int k[n]
input real m[rows, columns]
input real cube[n, n, n]
input Place places[p]
input Place floors[p, q]
input csr real graph[nodes, nodes]
input csr int wide[tall, broad]
output s = sum(v)
)"});
}

std::map<std::string, ArrayValue> arrays_of(std::string const& name, std::string const& text) {
  return read_input(program(), name, {"data.csv", text});
}

std::string error_of_file(std::string const& name, std::string const& text) {
  return testing_support::findings_of([&] { arrays_of(name, text); });
}

TEST(ReadInput, ReadsVectorsAndMatrices) {
  EXPECT_EQ(arrays_of("v", "# comment\n1, 2.5\n\n -3e2\t+4 # rest\n")["v"], (ArrayValue{{4}, {1, 2.5, -300, 4}}));
  EXPECT_EQ(arrays_of("v", "")["v"], (ArrayValue{{0}, {}}));
  EXPECT_EQ(arrays_of("m", "a b c\n1 2 3\n4, 5, 6\r\n")["m"], (ArrayValue{{2, 3}, {1, 2, 3, 4, 5, 6}}));
}

TEST(ReadInput, ReadsStructures) {
  ArrayValue const expected{{2}, {51.5, 7, 1, -3, 8, 0}};
  EXPECT_EQ(arrays_of("places", "51.5, 7, true\n-3, 8, false\n")["places"], expected);
  EXPECT_EQ(arrays_of("places", "id,is_open,name,latitude\n7,1,London,51.5\n8,0,x,-3\n")["places"], expected);
}

TEST(ReadInput, ReadsMatricesOfElements) {
  auto arrays = arrays_of("graph", "2 0 5\n0 3 1.5\n0 1 2\n");
  EXPECT_EQ(arrays["graph.first"], (ArrayValue{{5}, {0, 2, 2, 3, 3}}));
  EXPECT_EQ(arrays["graph.column"], (ArrayValue{{3}, {1, 3, 0}}));
  EXPECT_EQ(arrays["graph.value"], (ArrayValue{{3}, {2, 1.5, 5}}));
  arrays = arrays_of("wide", "0,3\n1,0\n");
  EXPECT_EQ(arrays["wide.first"], (ArrayValue{{3}, {0, 1, 2}}));
  EXPECT_EQ(arrays["wide.value"], (ArrayValue{{2}, {1, 1}}));
}

TEST(ReadInput, ReportsAllWrongValues) {
  EXPECT_EQ(error_of_file("v", "1, x\n2,,3"),
            "1:4: `x` is not a value of type real.\n2:3: `` is not a value of type real.");
  EXPECT_EQ(error_of_file("k", "1.5 3000000000"),
            "1:1: `1.5` is not a value of type int.\n1:5: `3000000000` is not a value of type int.");
  EXPECT_EQ(error_of_file("m", "1 2\n3"), "2:1: The line has 1 value; expected 2.");
  EXPECT_EQ(error_of_file("cube", "1"), "0:0: The input `cube` has 3 axes; a file of lines has at most 2.");
  EXPECT_EQ(error_of_file("places", "1, 2, 3"), "1:7: `3` is not a value of type bool.");
  EXPECT_EQ(error_of_file("places", "1, 2"), "1:1: The line has 2 values; expected 3.");
  EXPECT_EQ(error_of_file("places", "latitud,id,is_open\n"),
            "1:1: There is no column `latitude` for the field of `Place`. Did you mean `latitud`?");
  EXPECT_EQ(error_of_file("floors", ""), "0:0: The input `floors` has 2 axes; a file has structures along one axis.");
  EXPECT_EQ(error_of_file("graph", "-1 0 1"), "1:1: The number of a row or column is -1; it must not be negative.");
  EXPECT_EQ(error_of_file("graph", "0 2000000000 1"),
            "1:3: The number of a row or column is 2000000000; at most 268435456 is allowed.");
  EXPECT_EQ(error_of_file("graph", "0 0 1\n1 1"), "2:1: The line has 2 values; expected 3.");
  EXPECT_EQ(error_of_file("grap", ""), "0:0: The program has no input `grap`. Did you mean `graph`?");
}

} // namespace
} // namespace chemora::patterns
