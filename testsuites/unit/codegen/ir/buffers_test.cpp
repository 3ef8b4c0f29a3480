// Buffers of loops: text form, rules, sizes.
#include "codegen/ir/loops.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora::ir;
using testing::HasSubstr;

char const* const text = R"(loops k {
  grid 3
  allocated 67 19 14
  in u
  out o
  for tiles z step 8 blocks
    for tiles y step 2 blocks
      for tiles x step 16 blocks
        for z
          buffer tile::u tile real64 x -1:2 y 0:0 z -1:1
            real64 %0 = load u[x,y,z]
            store tile::u[x,y,z] %0
          barrier
          buffer tile::v1 tile real64 x 0:1 y 0:0 z 0:0
            real64 %1 = load tile::u[x-1,y,z]
            store tile::v1[x,y,z] %1
          barrier
          buffer registers::u registers real64 x 0:0 y 0:0 z -2:1
            real64 %0 = load u[x,y,z]
            store registers::u[x,y,z] %0
          for y block 2
            for x block 16
              real64 %2 = load tile::v1[x+1,y,z]
              real64 %3 = load registers::u[x,y,z-2]
              real64 %4 = add %2 %3
              store o[x,y,z] %4
}
)";

TEST(Buffers, PrintWhatTheyParse) {
  Loops const loops = parse_loops(text);
  EXPECT_EQ(to_text(loops), text);
  ASSERT_EQ(loops.nest[3].buffers.size(), 3u);
  EXPECT_EQ(loops.nest[3].buffers[0].halo, (Halo{{-1, 0, -1}, {2, 0, 1}}));
  EXPECT_NE(loops, parse_loops(std::string(text).replace(std::string(text).find("z -2:1"), 6, "z -3:1")));
}

TEST(Buffers, HaveTheNeededElements) {
  Loops const loops = parse_loops(text);
  Loop const& z = loops.nest[3];
  EXPECT_EQ(extent_of(z.buffers[0], z, loops), (chemora::base::Index3{19, 2, 4}))
      << "the buffer has one plane more than the halo requires";
  EXPECT_EQ(extent_of(z.buffers[1], z, loops), (chemora::base::Index3{17, 2, 2}));
  EXPECT_EQ(extent_of(z.buffers[2], z, loops), (chemora::base::Index3{16, 2, 4}));
  EXPECT_EQ(tile_bytes(loops), 8u * (19 * 2 * 4 + 17 * 2 * 2)) << "registers are not shared";
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

TEST(Buffers, RejectWrongTexts) {
  EXPECT_THAT(changed("tile::u tile", "tile::u title"),
              HasSubstr("`title` is not a scope of a buffer; expected tile, registers."));
  EXPECT_THAT(changed("buffer tile::u", "buffer 3"),
              HasSubstr("k.loops:10:18: error: `3` is not the name of a buffer"));
  EXPECT_THAT(changed("-1:2", "-1"), HasSubstr("`-1` is not a range such as -2:2"));
  EXPECT_THAT(changed("-1:2", "-1:b"), HasSubstr("`-1:b` is not a range"));
  EXPECT_THAT(changed("          for y block 2\n", "          for y block 2\n barrier\n"),
              HasSubstr("A barrier must follow the statements of a buffer"));
  EXPECT_THAT(changed("              store o", "buffer tile::w tile real64 x 0:0 y 0:0 z 0:0\n store o"),
              HasSubstr("A buffer must come before the statements of its loop"));
}

TEST(Buffers, AreVerified) {
  EXPECT_THAT(changed("          barrier\n          buffer registers", "          buffer registers"),
              HasSubstr("buffer `tile::v1` needs a barrier after it"));
  EXPECT_THAT(changed("          barrier\n          buffer tile::v1", "          buffer tile::v1"),
              HasSubstr("tile::u[x-1,y,z] of buffer `tile::u` is read before the barrier"));
  EXPECT_THAT(changed("load tile::u[x-1,y,z]", "load tile::u[x-2,y,z]"), HasSubstr("is outside its halo"));
  EXPECT_THAT(changed("tile::v1[x+1,y,z]", "tile::v1[x+2,y,z]"), HasSubstr("is outside its halo"));
  EXPECT_THAT(changed("tile::v1[x+1,y,z]", "tile::v1[y+1,x,z]"),
              HasSubstr("must be a constant displacement from the point"));
  EXPECT_THAT(changed("for y block 2\n", "for y block 2\n real64 %7 = load tile::v1[x,y,z]\n"),
              HasSubstr("must be read in the innermost loop"));
  EXPECT_THAT(changed("store tile::v1[x,y,z]", "store tile::v1[x+1,y,z]"),
              HasSubstr("must be filled by a store to its element at the point"));
  EXPECT_THAT(changed("buffer tile::v1", "buffer tile::u"), HasSubstr("the name of buffer `tile::u` is used twice"));
  EXPECT_THAT(changed("buffer tile::u", "buffer o"), HasSubstr("the name of buffer `o` is used twice"));
  EXPECT_THAT(changed("tile::u tile real64", "tile::u tile real32"), HasSubstr("must have type real64"));
  EXPECT_THAT(changed("x -1:2", "x 3:2"), HasSubstr("must have a halo with lower <= upper"));
  EXPECT_THAT(changed("x -1:2", "x -9999999:2"), HasSubstr("must have a halo with lower <= upper"));
  EXPECT_THAT(changed("registers real64 x 0:0", "registers real64 x 0:1"),
              HasSubstr("may have a halo only along the axis of its loop"));
  EXPECT_THAT(changed("for x block 16", "for x block 8"), HasSubstr("with a thread for each point in the other axes"));
  EXPECT_THAT(changed("load u[x,y,z]\n            store registers", "load tile::u[x,y,z]\n            store registers"),
              HasSubstr("must not be read while a buffer is filled from or to registers"));
  EXPECT_THAT(changed("        for z\n", "        for z block 4\n"),
              HasSubstr("only the last loop over tiles and a sequential first loop over points"));
}

} // namespace
