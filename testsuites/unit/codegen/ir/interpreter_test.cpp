// Tests the interpreter, which is the reference for all other tests. Single operations are compared with the C library,
// and small graphs with results that were calculated by hand.
#include "codegen/ir/graph_builder.hpp"
#include "codegen/ir/interpreter.hpp"
#include "codegen/ir/operation.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using namespace chemora;
using ir::Op;
using ir::Type;

double eval(Op op, Type type, std::vector<double> operands) { return ir::evaluate(op, type, type, operands); }

TEST(Evaluate, RoundsTowardsZeroForInt32) {
  auto const convert = [](double x) {
    return ir::evaluate(Op::convert, Type::real64, Type::int32, std::vector<double>{x});
  };
  EXPECT_EQ(convert(1.9), 1);
  EXPECT_EQ(convert(-1.9), -1);
  EXPECT_EQ(convert(-2147483648.5), -2147483648.0);
  EXPECT_FALSE(std::signbit(convert(-0.5)));
}

TEST(Evaluate, RoundsOnceWhereTheOperationDoes) {
  double const x = 1 + 0x1p-30;
  EXPECT_EQ(eval(Op::multiply, Type::real64, {x, x}), x * x);
  EXPECT_EQ(eval(Op::fma, Type::real64, {x, x, -x * x}), std::fma(x, x, -x * x));
  EXPECT_NE(eval(Op::fma, Type::real64, {x, x, -x * x}), 0);
  EXPECT_EQ(eval(Op::add, Type::real32, {1, 0x1p-30}), 1);
  EXPECT_EQ(eval(Op::divide, Type::real32, {1, 3}), static_cast<double>(1.0f / 3.0f));
  EXPECT_EQ(eval(Op::exp, Type::real32, {1}), static_cast<double>(std::exp(1.0f)));
}

TEST(Evaluate, SupportsEveryOperationOfTheTable) {
  for (ir::OpInfo const& row : ir::all_operations()) {
    if (row.arity == 0 || row.op == Op::shift) continue;
    bool const is_truth = row.op >= Op::less && row.op <= Op::logical_not;
    std::vector<double> const operands{0.5, 0.75, 0.25};
    if (row.is_integer_division()) {
      EXPECT_NO_THROW(ir::evaluate(row.op, Type::int32, Type::int32, std::vector<double>{7, 2})) << row.name;
      continue;
    }
    EXPECT_NO_THROW(ir::evaluate(row.op, Type::real64, is_truth ? Type::boolean : Type::real64, operands)) << row.name;
  }
  EXPECT_EQ(eval(Op::power, Type::real64, {2, 0.5}), std::pow(2, 0.5));
  EXPECT_EQ(eval(Op::atan2, Type::real64, {-1, -2}), std::atan2(-1, -2));
  EXPECT_EQ(eval(Op::floor, Type::real64, {-1.5}), -2);
}

TEST(Evaluate, ReturnsTheFirstOfEqualOrUnorderedNumbers) {
  EXPECT_TRUE(std::signbit(eval(Op::minimum, Type::real64, {-0.0, 0.0})));
  EXPECT_FALSE(std::signbit(eval(Op::minimum, Type::real64, {0.0, -0.0})));
  EXPECT_TRUE(std::isnan(eval(Op::maximum, Type::real64, {std::nan(""), 1})));
  EXPECT_EQ(eval(Op::maximum, Type::real64, {1, std::nan("")}), 1);
}

TEST(Evaluate, WrapsIntegersAround) {
  double const most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  EXPECT_EQ(eval(Op::add, Type::int32, {most, 1}), least);
  EXPECT_EQ(eval(Op::negate, Type::int32, {least}), least);
  EXPECT_EQ(eval(Op::multiply, Type::int32, {65536, 65536}), 0);
}

TEST(Evaluate, RoundsIntegerQuotientsTowardsMinusInfinity) {
  for (double const a : {-7, -6, -1, 0, 1, 6, 7})
    for (double const b : {-3, -2, 2, 3}) {
      double const quotient = eval(Op::floor_divide, Type::int32, {a, b});
      double const remainder = eval(Op::modulo, Type::int32, {a, b});
      EXPECT_EQ(quotient, std::floor(a / b)) << a << " / " << b;
      EXPECT_EQ(quotient * b + remainder, a) << a << " / " << b;
      EXPECT_TRUE(remainder == 0 || (remainder < 0) == (b < 0)) << a << " / " << b;
    }
}

TEST(Evaluate, RejectsImpossibleIntegerQuotients) {
  for (auto const& [operands, message] : std::vector<std::pair<std::vector<double>, std::string>>{
           {{7, 0},
            "The integer division of 7 by 0 has no result. The divisor must not be 0; exclude this case by a "
            "condition."},
           {{-2147483648.0, -1},
            "The integer division of -2147483648 by -1 has a quotient of more than 32 bits; exclude this case by a "
            "condition."}}) {
    try {
      eval(Op::modulo, Type::int32, operands);
      ADD_FAILURE() << message;
    } catch (base::UserError const& error) {
      EXPECT_EQ(error.diagnostics().at(0).message, message);
    }
  }
}

TEST(Interpreter, ConvertsElementsOfOtherTypes) {
  ir::Graph const graph = ir::parse_graph("graph g {\n grid 1 real32\n elements real64 a b\n in a\n out b c\n"
                                          " %0 = load a\n %1 = add %0 %0\n store b %1 interior\n"
                                          " store c %1 interior\n}\n");
  EXPECT_EQ(ir::parse_graph(ir::to_text(graph)), graph);
  double const third = 1.0 / 3;
  std::map<std::string, std::vector<double>> arrays{{"a", {third}}, {"b", {0}}, {"c", {0}}};
  ir::interpret(graph, {.extent = {1, 1, 1}, .scalars = {}, .parameters = {}}, {{0, 0, 0}, {1, 1, 1}}, arrays);
  double const expected = 2 * static_cast<double>(static_cast<float>(third));
  EXPECT_EQ(arrays["b"][0], expected);
  EXPECT_EQ(arrays["c"][0], expected);
}

TEST(Interpreter, RejectsWrongElementTypes) {
  auto const error_of = [](std::string const& elements) -> std::string {
    try {
      ir::parse_graph("graph g {\n grid 1\n elements " + elements +
                      "\n in a\n out b\n %0 = load a\n store b %0 interior\n}\n");
    } catch (std::exception const& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_of("real32 a"), "no error");
  EXPECT_THAT(error_of("real32 d"),
              testing::HasSubstr("the array `d` has an element type, but is neither loaded nor stored"));
  EXPECT_THAT(error_of("real64 a"), testing::HasSubstr("the array `a` is listed with the element type real64; expected "
                                                       "real32 in a graph of real64"));
}

/// Kernel on a 4 x 3 x 2 array `u` with u = 100 z + 10 y + x.
struct Fixture {
  ir::InterpreterInput input{.extent = {4, 3, 2}, .scalars = {}, .parameters = {}};
  std::map<std::string, std::vector<double>> arrays;
  Fixture() {
    for (int z = 0; z < 2; ++z)
      for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 4; ++x) arrays["u"].push_back(100 * z + 10 * y + x);
    arrays["v"].assign(24, -1);
  }
};

TEST(Interpreter, ShiftsExpressionsAndCoordinates) {
  Fixture fixture;
  fixture.input.scalars.spacing = {0.1, 1, 1};
  fixture.input.scalars.origin = {-0.7, 0, 0};
  fixture.input.scalars.lower_global = {5, 0, 0};
  ir::GraphBuilder builder("shifted");
  auto const sum = builder.apply(Op::add, {builder.load("u"), builder.leaf(Op::coordinate, 0)});
  builder.store("v", builder.shift(sum, {1, -1, 0}), ir::Region::interior);
  interpret(builder.finish(), fixture.input, {{1, 1, 0}, {2, 3, 1}}, fixture.arrays);
  EXPECT_EQ(fixture.arrays["v"][1 + 4 * 1], 2 + (-0.7 + 7 * 0.1));
  EXPECT_EQ(fixture.arrays["v"][1 + 4 * 2], 12 + (-0.7 + 7 * 0.1));
  EXPECT_EQ(fixture.arrays["v"][0], -1) << "outside the box nothing is written";
}

TEST(Interpreter, ReadsAllPointsBeforeItWritesAny) {
  Fixture fixture;
  ir::GraphBuilder builder("in_place");
  builder.store("u", builder.shift(builder.load("u"), {-1, 0, 0}), ir::Region::interior);
  interpret(builder.finish(), fixture.input, {{1, 0, 0}, {4, 1, 1}}, fixture.arrays);
  EXPECT_THAT(std::vector(fixture.arrays["u"].begin(), fixture.arrays["u"].begin() + 4),
              testing::ElementsAre(0, 0, 1, 2));
}

TEST(Interpreter, ReportsMissingNames) {
  Fixture fixture;
  auto const fails_with = [&](ir::Graph const& graph, std::string const& message) {
    try {
      interpret(graph, fixture.input, {{0, 0, 0}, {1, 1, 1}}, fixture.arrays);
      FAIL();
    } catch (base::InternalError const& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
  };
  ir::GraphBuilder outside("outside"), no_array("no_array"), no_parameter("no_parameter");
  outside.store("v", outside.shift(outside.load("u"), {-1, 0, 0}), ir::Region::interior);
  no_array.store("v", no_array.load("w"), ir::Region::interior);
  no_parameter.store("v", no_parameter.parameter("A", Type::real64), ir::Region::interior);
  fails_with(outside.finish(), "`u` is read at [-1,0,0], outside its extent 4 x 3 x 2");
  fails_with(no_array.finish(), "there is no array `w`");
  fails_with(no_parameter.finish(), "parameter `A` has no value");
}

} // namespace
