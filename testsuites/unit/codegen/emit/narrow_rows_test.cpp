// Large bodies are there once: whole vectors do narrow rows, too, wherever their loads surely lie within the arrays.
#include "codegen/emit/narrow_rows.hpp"

#include "codegen/emit/emit.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

/// A sum of `n_terms` neighbours along z, four points at once.
ir::Loops sum(int n_terms, std::string const& allocated = "67 9 4", std::string const& neighbour = "x,y,z+1") {
  std::string text = "loops k {\ngrid 3\nallocated " + allocated +
                     "\nin u\nout o\nfor tiles x step 32\nfor z\nfor y\n" +
                     "for x vector 4\nreal64 %0 = load u[x-1,y-1,z-1]\nreal64 %1 = load u[" + neighbour + "]\n";
  for (int n = 2; n < n_terms; ++n) text += fmt::format("real64 %{} = add %{} %1\n", n, n - 1);
  return ir::parse_loops(text + fmt::format("store o[x,y,z] %{}\n}}\n", n_terms - 1));
}

long const dj = 67, dk = 67 * 9;

TEST(NarrowRows, HaveVectorsWhoseLoadsLieWithinTheArrays) {
  EXPECT_EQ(emit::last_place_of_vector(sum(3)), 4 * dk - 4 - dk);
  EXPECT_EQ(emit::last_place_of_vector(sum(3, "67 9 4", "x+2,y+1,z")), 4 * dk - 4 - dj - 2);
  EXPECT_EQ(emit::last_place_of_vector(sum(3, "67 9 4", "x,y-1,z")), 4 * dk - 4) << "nothing behind the point";
}

TEST(NarrowRows, HaveNoneWhereThatIsNotCertain) {
  EXPECT_FALSE(emit::last_place_of_vector(sum(3, "at launch")));
  EXPECT_TRUE(emit::last_place_of_vector(sum(3, "3 3 4", "x+1,y+1,z+1")));
  EXPECT_FALSE(emit::last_place_of_vector(sum(3, "3 3 3", "x+1,y+1,z+1"))) << "27 points, a vector's loads span 30";
  EXPECT_FALSE(emit::last_place_of_vector(sum(3, "67 9 4", "-1x,y,z"))) << "not at a constant distance";
  ir::Loops loops = sum(3);
  loops.nest[1].unroll = 2;
  EXPECT_FALSE(emit::last_place_of_vector(loops)) << "two planes at a time";
  loops = sum(3);
  loops.outputs.push_back("p");
  EXPECT_FALSE(emit::last_place_of_vector(loops)) << "the array would get what is in the buffer";
}

TEST(NarrowRows, AreInTheTextOfLargeBodiesOnly) {
  std::string const large = emit::emit_cpp(sum(1100)), small = emit::emit_cpp(sum(100)),
                    told = emit::emit_cpp(sum(1100, "at launch"));
  EXPECT_THAT(large, HasSubstr("bool const is_narrow = end_x - tile_x < 4;\n"));
  EXPECT_THAT(large, HasSubstr("Real* __restrict const to_0 = is_narrow ? narrow[0] : out_o;\n"));
  EXPECT_THAT(large, HasSubstr("store(lanes, &to_0[place], v1099);\n"));
  EXPECT_THAT(large, HasSubstr("int const skipped = is_narrow && first > 1805L ? first - 1805L : 0;\n"));
  EXPECT_THAT(large, HasSubstr("out_o[first + lane] = to_0[skipped + lane];\n"));
  EXPECT_THAT(large, Not(HasSubstr("points(Some")));
  for (std::string const& text : {small, told}) {
    EXPECT_THAT(text, HasSubstr("points(Some{end_x - x}, x);\n"));
    EXPECT_THAT(text, Not(HasSubstr("is_narrow")));
  }
}

TEST(NarrowRows, AreDoneByWholeVectorsOfLargeBodiesThatStorePastTheCaches) {
  auto const past_caches = [](int n_terms) {
    ir::Loops loops = sum(n_terms);
    loops.nest.back().body.back().is_nontemporal = true;
    return emit::emit_cpp(loops);
  };
  std::string const large = past_caches(1100);
  EXPECT_THAT(large, HasSubstr("stream(lanes, &to_0[place], v1099);\n"));
  EXPECT_THAT(large, Not(HasSubstr("points(Some")));
  EXPECT_THAT(past_caches(100), HasSubstr("points(Some{n_first}, x);\n")) << "what is cheap to compile twice";
}

} // namespace
