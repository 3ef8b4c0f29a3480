// Tests the text form and the verifier of loops.
#include "codegen/ir/loops.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora::ir;
using testing::HasSubstr;

char const* const text = R"(loops k {
  grid 3 real32
  allocated 67 9 4
  param real32 A
  param int32 n
  in rho v[0]
  out o
  real32 %0 = immediate 0.1
  real32 %1 = parameter A
  for tiles z step 8 threads
    for tiles y step 2 threads
      for z
        real32 %2 = coordinate z
        for y
          for x vector 4
            real32 %3 = load rho[x-1,y,z+2]
            real32 %4 = load v[0][2*x-y+1,0,-z]
            real32 %5 = fma %3 %4 %2
            store o[x,y,z] %5
}
)";

TEST(LoopsText, PrintsWhatItParses) { EXPECT_EQ(to_text(parse_loops(text)), text); }

TEST(LoopsText, ParsesAffineAccesses) {
  Loops const loops = parse_loops(text);
  EXPECT_EQ(parse_loops(to_text(loops)), loops);
  Access const access = loops.nest.back().body[1].access;
  EXPECT_EQ(access.variable, "v[0]");
  EXPECT_EQ(access.index[0], (Affine{{2, -1, 0}, 1}));
  EXPECT_EQ(access.index[1], (Affine{}));
  EXPECT_EQ(access.index[2], (Affine{{0, 0, -1}, 0}));
}

std::string with(std::string const& from, std::string const& to) {
  std::string copy = text;
  return copy.replace(copy.find(from), from.size(), to);
}

TEST(LoopsText, HoldsUnrollingPrefetchingAndNonTemporalStores) {
  for (std::string const& copy : {with("for x vector 4", "for x vector 4 unroll 2"), with("for y", "for y unroll 8"),
                                  with("for x vector 4", "for x vector 4 prefetch 64"),
                                  with("for x vector 4", "for x vector 4 prefetch 64 stores"),
                                  with("for x vector 4", "for x vector 4 prefetch 64 stores edges"),
                                  with("for x vector 4", "for x vector 4 unroll 2 prefetch 8"),
                                  with("store o[x,y,z] %5", "store o[x,y,z] %5 nontemporal")}) {
    Loops const loops = parse_loops(copy);
    EXPECT_EQ(to_text(loops), copy);
    EXPECT_NE(loops, parse_loops(text));
  }
}

TEST(LoopsText, HoldsRunTimeExtents) {
  std::string const copy = with("allocated 67 9 4", "allocated at launch");
  Loops const loops = parse_loops(copy);
  EXPECT_EQ(loops.allocated, run_time_extents);
  EXPECT_EQ(to_text(loops), copy);
}

std::string changed(std::string const& from, std::string const& to) {
  std::string copy = text;
  copy.replace(copy.find(from), from.size(), to);
  try {
    parse_loops(copy, "k.loops");
  } catch (chemora::base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(LoopsText, RejectsWrongTexts) {
  EXPECT_THAT(changed("rho[x-1,y,z+2]", "rho[x-1,y]"),
              HasSubstr("k.loops:16:30: error: `rho[x-1,y]` is not an element"));
  EXPECT_THAT(changed("rho[x-1,y,z+2]", "rho[x-1,y,z+]"), HasSubstr("is not an element"));
  EXPECT_THAT(changed("rho[x-1,y,z+2]", "rho[x-1,y,w]"), HasSubstr("is not an element"));
  EXPECT_THAT(changed("step 8", "step 0"), HasSubstr("at least 1"));
  EXPECT_THAT(changed("allocated 67 9 4", "allocated at lunch"), HasSubstr("`lunch` is found where `launch`"));
  EXPECT_THAT(changed("vector 4", "vectors 4"), HasSubstr("`vectors` is not a mapping of a loop; expected vector"));
  EXPECT_THAT(changed("for z", "far z"), HasSubstr("Did you mean `for`?"));
  EXPECT_THAT(changed("= fma", "= fna"), HasSubstr("Did you mean `fma`?"));
}

TEST(LoopsText, HoldsNestsOnBlocks) {
  std::string const device = "loops k {\n  grid 3\n  allocated 67 9 4\n  out o\n  for tiles z step 8 blocks\n"
                             "    for tiles x step 64 blocks\n      for z\n        for y block 4\n"
                             "          for x block 32\n            real64 %0 = immediate 1\n"
                             "            store o[x,y,z] %0\n}\n";
  EXPECT_EQ(to_text(parse_loops(device)), device);
  auto const broken = [&](std::string const& from, std::string const& to) {
    std::string copy = device;
    copy.replace(copy.find(from), from.size(), to);
    try {
      parse_loops(copy);
    } catch (chemora::base::UserError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(broken("step 64 blocks", "step 64"), HasSubstr("either all loops over tiles are on blocks or none"));
  EXPECT_THAT(broken("step 8 blocks", "step 8"), HasSubstr("either all loops over tiles are on blocks or none"));
  EXPECT_THAT(broken("step 64 blocks", "step 64 block 4"),
              HasSubstr("either all loops over tiles are on blocks or none"));
  EXPECT_THAT(broken("y block 4", "y blocks"), HasSubstr("either all loops over tiles are on blocks or none"));
  EXPECT_THAT(broken("x block 32", "x vector 4"), HasSubstr("a nest on blocks must not have a vector loop"));
  EXPECT_THAT(broken("x block 32", "x block 0"), HasSubstr("at least 1"));
  EXPECT_THAT(changed("for x vector 4", "for x block 4"), HasSubstr("only a loop over points in a nest on blocks"));
}

TEST(LoopsVerifier, NamesTheViolatedRule) {
  EXPECT_THAT(changed("step 8 threads", "step 8 threads unroll 2"),
              HasSubstr("a loop over tiles must not be unrolled"));
  EXPECT_THAT(changed("for y\n", "for y unroll 1\n"), HasSubstr("a whole number of at least 2"));
  EXPECT_THAT(changed("rho[x-1,y,z+2]", "phi[x,y,z]"), HasSubstr("`phi` is not declared as such an argument"));
  EXPECT_THAT(changed("parameter A", "parameter B"), HasSubstr("`B`, which is not declared with this type"));
  EXPECT_THAT(changed("grid 3 real32", "grid 3 int32"), HasSubstr("the element type must be real32 or real64"));
  EXPECT_THAT(changed("coordinate z", "coordinate x"), HasSubstr("needs a loop variable that is not defined there"));
  EXPECT_THAT(changed("%3 %4 %2", "%3 %4 %7"), HasSubstr("%7 is used before it is set"));
  EXPECT_THAT(changed("%3 %4 %2", "%3 %4"), HasSubstr("wrong number of operands"));
  EXPECT_THAT(changed("real32 %4", "real32 %3"), HasSubstr("%3 is set twice"));
  EXPECT_THAT(changed("        for y\n", "        for x\n"),
              HasSubstr("axis x needs exactly one point loop and at most one tile loop"));
  EXPECT_THAT(changed("for y\n", "for y vector 2\n"), HasSubstr("the vector loop must be the innermost"));
  EXPECT_THAT(changed("step 8 threads", "step 8"),
              HasSubstr("loops on threads must be the outermost loops over tiles"));
  EXPECT_THAT(changed("real32 %5", "int32 %5"), HasSubstr("must have exactly one operand, of type real32"));
}

} // namespace
