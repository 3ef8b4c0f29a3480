// Text form and verifier of loops.
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
  EXPECT_THAT(changed("vector 4", "vectors 4"), HasSubstr("`threads` is expected"));
  EXPECT_THAT(changed("for z", "far z"), HasSubstr("Did you mean `for`?"));
  EXPECT_THAT(changed("= fma", "= fna"), HasSubstr("Did you mean `fma`?"));
}

TEST(LoopsVerifier, NamesTheBrokenRule) {
  EXPECT_THAT(changed("rho[x-1,y,z+2]", "phi[x,y,z]"), HasSubstr("`phi` is not an argument"));
  EXPECT_THAT(changed("parameter A", "parameter B"), HasSubstr("`B`, which is not declared so"));
  EXPECT_THAT(changed("grid 3 real32", "grid 3 int32"), HasSubstr("element type is not real"));
  EXPECT_THAT(changed("coordinate z", "coordinate x"), HasSubstr("needs an axis whose loop is further in"));
  EXPECT_THAT(changed("%3 %4 %2", "%3 %4 %7"), HasSubstr("%7 is used before it is set"));
  EXPECT_THAT(changed("%3 %4 %2", "%3 %4"), HasSubstr("wrong number of operands"));
  EXPECT_THAT(changed("real32 %4", "real32 %3"), HasSubstr("%3 is set twice"));
  EXPECT_THAT(changed("        for y\n", "        for x\n"), HasSubstr("axis x has not one loop"));
  EXPECT_THAT(changed("for y\n", "for y vector 2\n"), HasSubstr("a vector loop is not the innermost"));
  EXPECT_THAT(changed("step 8 threads", "step 8"), HasSubstr("a loop on threads is not an outermost one"));
  EXPECT_THAT(changed("real32 %5", "int32 %5"), HasSubstr("not one operand of the arguments' type"));
}

} // namespace
