// Tests the text of generated C++ for loop trees with narrow integers and with short tables. The tests in
// testsuites/devices compare the results.
#include "codegen/emit/emit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

/// Emits a tree with these declarations and these statements in a loop over 64 lanes.
std::string emitted(std::string const& declarations, std::string const& body) {
  return emit::emit_cpp(ir::parse_loop_tree("tree k {\n  parameter int32 n\n  array letter int8 [64, n] argument\n" +
                                            declarations + "  for g from 0 to n - 1 blocks 0\n" +
                                            "    for i from 0 to 63 block 0 extent 64\n" + body + "}\n"));
}

TEST(NarrowTrees, HaveALanePerByteIfTheyComputeBytes) {
  std::string const bytes =
      emitted("  array out int8 [64, n] argument\n", "      out[i, g] = maximum(letter[i, g], int8(-3))\n");
  EXPECT_THAT(bytes, HasSubstr("in_full_vectors<lanes_for(1, 64)>"));
  EXPECT_THAT(bytes, HasSubstr("using Masks = Vector<Int8, lanes>;"));
  EXPECT_THAT(bytes, HasSubstr("maximum(load<Bytes>(&a_letter["));
  EXPECT_THAT(bytes, HasSubstr("wide<Bytes>((Int8)-3)"));
}

TEST(NarrowTrees, HaveTheLanesOfTheirArithmeticIfBytesAreOnlyConverted) {
  std::string const shorts = emitted("  array out int16 [64, n] argument\n",
                                     "      out[i, g] = add_saturated(int16(letter[i, g]), int16(30000))\n");
  EXPECT_THAT(shorts, HasSubstr("in_full_vectors<lanes_for(2, 64)>"));
  EXPECT_THAT(shorts, HasSubstr("add_saturated(narrowed<Shorts>(load<Bytes>("));
  std::string const reals =
      emitted("  array out real64 [64, n] argument\n", "      out[i, g] = real64(int32(letter[i, g])) * out[i, g]\n");
  EXPECT_THAT(reals, HasSubstr("in_full_vectors<lanes_for(8, 64)>"));
}

TEST(NarrowTrees, LookUpShortRowsByVectorsOfSubscripts) {
  std::string const table = "  array out real64 [64, n] argument\n  array table real64 [20, 5] argument layout N0,N1\n";
  EXPECT_THAT(emitted(table, "      out[i, g] = table[int32(letter[i, g]), 3]\n"),
              HasSubstr("lookup<Doubles, 20>(&a_table[60], load<Bytes>(&a_letter["));
  EXPECT_THAT(emitted(table, "      out[i, g] = table[int32(letter[i, g]) + 1, 3]\n"),
              HasSubstr("lookup<Doubles, 20>(&a_table[60], ((Ints)("))
      << "subscripts of 32 bits";
  EXPECT_THAT(emitted(table, "      out[i, g] = table[2, modulo(int32(letter[i, g]), 5)]\n"),
              Not(HasSubstr("lookup<Doubles, ")))
      << "the subscript of a slow axis differs between the lanes";
  EXPECT_THAT(emitted(table, "      out[i, g] = table[2, modulo(int32(letter[i, g]), 5)]\n"),
              HasSubstr("picked<Doubles>(&a_table[2], ((Ints)((Unsigneds)wide<Ints>(20) * (Unsigneds)"));
  EXPECT_THAT(emitted("  array out real64 [64, n] argument\n  array table real64 [33] argument\n",
                      "      out[i, g] = table[int32(letter[i, g])]\n"),
              Not(HasSubstr("lookup<Doubles, ")))
      << "a row that is too long";
}

TEST(NarrowTrees, LookUpElementsOfSmallMatricesByRowsAndColumns) {
  auto const text_for = [](std::string const& type, int columns, int rows, std::string const& row) {
    std::string const t = std::to_string(columns) + ", " + std::to_string(rows);
    return emitted("  array out " + type + " [64, n] argument\n  array other int8 [64, n] argument\n  array m " + type +
                       " [" + t + "] argument layout N0,N1\n",
                   "      out[i, g] = m[int32(letter[i, g]), " + row + "]\n");
  };
  std::string const row = "int32(other[i, g])";
  std::string const text = text_for("int8", 32, 24, row);
  EXPECT_THAT(text, HasSubstr("auto const matrix_of_a_m = in_registers<24, 32>(&a_m[0]);\n      in_full_vectors"));
  EXPECT_THAT(text, HasSubstr("lookup_in_matrix(matrix_of_a_m, load<Bytes>(&a_other["));
  EXPECT_THAT(text, HasSubstr("in_full_vectors<lanes_for(1, 64)>")) << "an assigned lookup counts as a computation";
  for (std::string const& other :
       {text_for("int8", 24, 24, row), text_for("int8", 64, 8, row), text_for("int8", 32, 64, row),
        text_for("int8", 4, 2, row), text_for("int16", 32, 24, row), text_for("int8", 32, 24, row + " + 1")})
    EXPECT_THAT(other, Not(HasSubstr("lookup_in_matrix(matrix")))
        << "no matrix of bytes with few columns, a power of two";
}

TEST(NarrowTrees, LoadMatricesInsideOfTheLoopThatWritesThem) {
  std::string const text = emitted("  array other int8 [64, n] argument\n  array m int8 [4, 4] argument layout N0,N1\n",
                                   "      other[i, g] = m[int32(letter[i, g]), int32(other[i, g])]\n"
                                   "      m[0, 0] = int8(1)\n");
  EXPECT_THAT(text, HasSubstr("lookup_in_matrix(in_registers<4, 4>(&a_m[0]), load<Bytes>(&a_other["));
}

TEST(NarrowTrees, DivideGroupsOfUnequalWorkDynamically) {
  auto const groups = [](std::string const& bound) {
    return emit::emit_cpp(
        ir::parse_loop_tree("tree k {\n  parameter int32 n\n  array size int32 [n] argument\n"
                            "  array x real64 [n] argument\n  buffer m int32 [] registers copies g\n"
                            "  for g from 0 to n - 1 blocks 0\n    m = size[g]\n    for c from 0 to " +
                            bound + "\n      for i from 0 to n - 1\n        x[g] = x[g] + 1.0\n}\n"));
  };
  EXPECT_THAT(groups("m - 1"), HasSubstr("schedule(dynamic)"));
  EXPECT_THAT(groups("n - 1"), HasSubstr("schedule(static)"));
}

TEST(NarrowTrees, AllocatePrivateArraysOfAnySize) {
  std::string const text = emitted("  array out int8 [64, n] argument\n  buffer h int8 [n] registers copies g, i\n",
                                   "      for k from 0 to n - 1\n        h[k] = letter[i, k]\n"
                                   "      for m from 0 to n - 1\n        out[i, m] = maximum(h[m], h[0])\n");
  EXPECT_THAT(text, HasSubstr("Memory<Bytes> const memory_of_t_h((p_n));"));
  EXPECT_THAT(text, HasSubstr("t_h[i_k] = load<Bytes>("));
}

TEST(NarrowTrees, LeaveTheTextOfOtherTreesUnchanged) {
  std::string const text = emit::emit_cpp(ir::parse_loop_tree(
      "tree k {\n  array x real64 [64] argument\n  for i from 0 to 63 block 0 extent 64\n    x[i] = x[i] * 2.0\n}\n"));
  for (char const* word : {"Int8", "lookup", "saturated"}) EXPECT_THAT(text, Not(HasSubstr(word)));
}

TEST(NarrowTrees, DefineTheirTypesOnDevices) {
  ir::LoopTree const tree = ir::parse_loop_tree("tree k {\n  array a int8 [64] argument\n  for i from 0 to 63 block 0 "
                                                "extent 64\n    a[i] = select(a[i] < int8(0), int8(1), "
                                                "subtract_saturated(a[i], int8(5)))\n}\n");
  for (std::string const& text : {emit::emit_opencl(tree), emit::emit_cuda(tree)}) {
    EXPECT_THAT(text, HasSubstr("typedef signed char Int8;\n"));
    EXPECT_THAT(text, HasSubstr("Int8 subtract_saturated_Int8(Int8 a, Int8 b) { return a - b > 127 ? 127 : a - b < "
                                "-127 - 1 ? -127 - 1 : a - b; }"));
    EXPECT_THAT(text, HasSubstr("((Int8)((a_a[(long)i_i] < (Int8)0) ? (Int8)1 : "));
  }
}

} // namespace
