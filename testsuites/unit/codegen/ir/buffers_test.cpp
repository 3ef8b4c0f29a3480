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

/// Buffers of planes and of rows on the host.
char const* const text_of_host = R"(loops k {
  grid 3
  allocated 67 19 14
  in u
  out o
  for tiles z step 8 threads
    for tiles y step 2 threads
      for tiles x step 16 threads
        for z
          buffer tile::u tile real64 x -1:2 y 0:1 z -1:1
            real64 %0 = load u[x,y,z]
            store tile::u[x,y,z] %0
          for y
            buffer tile::v1 tile real64 x 0:1 y 0:0 z 0:0
              real64 %1 = load tile::u[x-1,y,z]
              store tile::v1[x,y,z] %1
            buffer tile::v2 tile real64 x 0:1 y 0:0 z 0:0 fused
              real64 %2 = add %1 %1
              store tile::v2[x,y,z] %2
            for x vector 8
              real64 %3 = load tile::v1[x+1,y,z]
              real64 %4 = load tile::u[x,y,z-1]
              real64 %5 = add %3 %4
              store o[x,y,z] %5
}
)";

TEST(Buffers, OfTheHostPrintWhatTheyParse) {
  Loops const loops = parse_loops(text_of_host);
  EXPECT_EQ(to_text(loops), text_of_host);
  EXPECT_TRUE(loops.nest[4].buffers[1].is_fused);
}

TEST(Buffers, OfTheHostHoldPlanesOrRows) {
  Loops const loops = parse_loops(text_of_host);
  Loop const &z = loops.nest[3], &y = loops.nest[4];
  EXPECT_EQ(extent_of(z.buffers[0], z, loops), (chemora::base::Index3{40, 3, 3}))
      << "8 + 16 + 3 elements in an odd number of vectors, and no plane more than the halo requires";
  EXPECT_EQ(extent_of(y.buffers[0], y, loops), (chemora::base::Index3{40, 1, 1}));
  EXPECT_EQ(tile_bytes(loops), 8u * 40 * (9 + 1 + 1));
}

std::string changed(std::string const& from, std::string const& to, std::string copy = text) {
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

TEST(Buffers, OfTheHostAreVerified) {
  auto const error = [](std::string const& from, std::string const& to) { return changed(from, to, text_of_host); };
  EXPECT_THAT(error("add %1 %1", "load tile::v1[x,y,z]"), HasSubstr("`tile::v1` is not declared as such an argument"))
      << "the same loop fills this buffer";
  EXPECT_THAT(error(" fused", ""), HasSubstr("%1 is used before it is set"));
  EXPECT_THAT(error("x 0:1 y 0:0 z 0:0 fused", "x 0:2 y 0:0 z 0:0 fused"),
              HasSubstr("a buffer on the host with the same halo"));
  EXPECT_THAT(error("v1 tile real64 x 0:1 y 0:0 z 0:0", "v1 tile real64 x 0:1 y 0:0 z 0:1"),
              HasSubstr("must not have a halo along z, because the loop along z encloses the loop"));
  EXPECT_THAT(error("          for y\n", "          for y unroll 2\n"), HasSubstr("only the innermost loop of a nest"));
  EXPECT_THAT(error("for tiles y step 2 threads", ""), HasSubstr("need a loop over tiles along y"));
  EXPECT_THAT(error("load tile::u[x,y,z-1]", "load tile::u[x,y,z+2]"), HasSubstr("is outside its halo"));
  EXPECT_THAT(changed(" z 0:0\n", " z 0:0 fused\n"), HasSubstr("is fused, but does not follow a buffer on the host"));
}

} // namespace
