// Integers of 8 and 16 bits, and sums and differences that saturate.
#include "codegen/ir/expression.hpp"
#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/ir/graph.hpp"
#include "codegen/ir/loop_tree.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace chemora::ir {
namespace {

double apply(Op op, Type type, double a, double b) { return evaluate(op, type, type, std::array{a, b}); }

double convert(Type from, Type to, double a) { return evaluate(Op::convert, from, to, std::array{a}); }

TEST(SaturatedArithmetic, StopsAtTheLimitsOfTheType) {
  for (Type const type : {Type::int8, Type::int16, Type::int32}) {
    double const min = min_integer(type), max = max_integer(type);
    EXPECT_EQ(apply(Op::add_saturated, type, max - 1, 1), max);
    EXPECT_EQ(apply(Op::add_saturated, type, max, max), max);
    EXPECT_EQ(apply(Op::add_saturated, type, min, -1), min);
    EXPECT_EQ(apply(Op::add_saturated, type, -7, 5), -2);
    EXPECT_EQ(apply(Op::subtract_saturated, type, min, max), min);
    EXPECT_EQ(apply(Op::subtract_saturated, type, 0, min), max);
    EXPECT_EQ(apply(Op::subtract_saturated, type, -1, min), max);
    EXPECT_EQ(apply(Op::subtract_saturated, type, 5, 7), -2);
    EXPECT_EQ(neutral_element(Op::minimum, type), max);
    EXPECT_EQ(neutral_element(Op::maximum, type), min);
  }
  EXPECT_EQ(max_integer(Type::int8), 127);
  EXPECT_EQ(min_integer(Type::int16), -32768);
}

TEST(NarrowIntegers, WrapAroundInSums) {
  EXPECT_EQ(apply(Op::add, Type::int8, 127, 1), -128);
  EXPECT_EQ(apply(Op::subtract, Type::int8, -128, 127), 1);
  EXPECT_EQ(apply(Op::add, Type::int16, -32768, -1), 32767);
  EXPECT_EQ(apply(Op::subtract, Type::int16, -7, 5), -12);
}

TEST(NarrowIntegers, SaturateInConversions) {
  EXPECT_EQ(convert(Type::int32, Type::int8, 300), 127);
  EXPECT_EQ(convert(Type::int16, Type::int8, -300), -128);
  EXPECT_EQ(convert(Type::int32, Type::int16, -70000), -32768);
  EXPECT_EQ(convert(Type::int8, Type::int32, -5), -5);
  EXPECT_EQ(convert(Type::int8, Type::real32, -5), -5);
  EXPECT_EQ(make_conversion(Type::int8, make_integer(-1000))->number, -128);
}

TEST(NarrowIntegers, HaveFewOperations) {
  auto const accepts = [](Op op, Type type) { return accepts_operands(op, std::array{type, type}, type); };
  for (Type const type : {Type::int8, Type::int16}) {
    for (Op const op : {Op::add, Op::subtract, Op::add_saturated, Op::subtract_saturated, Op::minimum, Op::maximum,
                        Op::less, Op::equal})
      EXPECT_TRUE(accepts(op, type)) << info(op).name;
    for (Op const op : {Op::multiply, Op::divide, Op::modulo, Op::logical_and})
      EXPECT_FALSE(accepts(op, type)) << info(op).name;
    EXPECT_FALSE(accepts_operands(Op::convert, std::array{Type::real64}, type));
  }
  EXPECT_FALSE(accepts(Op::add_saturated, Type::real64));
  EXPECT_FALSE(accepts_operands(Op::add_saturated, std::array{Type::int8, Type::int16}, Type::int16));
}

constexpr char const* tree_text = R"(tree narrow {
  array a int8 [n: 4] argument layout N0
  array b int16 [n: 4] argument layout N0
  for n from 0 to 3
    a[n] = maximum(subtract_saturated(a[n], int8(100)), int8(-128))
    b[n] = select(a[n] < int8(-1), int16(a[n]), add_saturated(b[n], int16(30000)))
}
)";

TEST(NarrowIntegers, AreInterpretedInTrees) {
  LoopTree const tree = parse_loop_tree(tree_text);
  EXPECT_EQ(to_text(tree), tree_text);
  verify(tree, "test");
  std::map<std::string, std::vector<double>> arrays{{"a", {-100, 0, 100, 127}}, {"b", {1, 2, 3, 4000}}};
  interpret(tree, {}, arrays);
  EXPECT_EQ(arrays["a"], (std::vector<double>{-128, -100, 0, 27}));
  EXPECT_EQ(arrays["b"], (std::vector<double>{-128, -100, 30003, 32767}));
}

std::string error_of(std::string const& lines) {
  try {
    parse_graph("graph k {\n  grid 3\n  out v\n" + lines + "}\n");
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(NarrowIntegers, DoNotOccurInGraphs) {
  EXPECT_THAT(error_of("  %0 = immediate int8 1\n  store v %0 interior\n"),
              testing::HasSubstr("the type is int8, which only loop kernels and loop trees have"));
  EXPECT_THAT(
      error_of("  %0 = iteration\n  %1 = add_saturated %0 %0\n  %2 = convert real64 %1\n  store v %2 interior\n"),
      testing::HasSubstr("`add_saturated` cannot be applied to int32, int32"));
}

} // namespace
} // namespace chemora::ir
