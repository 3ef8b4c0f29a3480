// Ordered reductions of rows of a sparse matrix have the bits of ir::OrderedReduction.
#include "codegen/ir/operation.hpp"
#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace chemora::polyhedral {
namespace {

using testing::HasSubstr;
using Arrays = std::map<std::string, std::vector<double>>;

struct Operation {
  std::string name;
  ir::Op op;
  std::string neutral;
};
std::vector<Operation> const operations{{"add", ir::Op::add, "0.0"},
                                        {"multiply", ir::Op::multiply, "1.0"},
                                        {"minimum", ir::Op::minimum, "inf"},
                                        {"maximum", ir::Op::maximum, "-inf"}};

/// Reductions of `n` rows. `lines` assign `t`, the value of element `k` of row `i`. `tag` is that of the loop over
/// rows.
loops::LoopKernel rows_kernel(Operation const& operation, std::string const& lines, std::size_t n,
                              std::string const& tag = "") {
  std::string const op = operation.op == ir::Op::add        ? "s + t"
                         : operation.op == ir::Op::multiply ? "s * t"
                                                            : operation.name + "(s, t)";
  loops::LoopKernel const kernel = loops::parse_loop_kernel(
      "kernel rows {\n  parameter int32 n\n  parameter int32 m\n  loop i" + tag +
      ": 0 <= i <= " + std::to_string(n - 1) +
      "\n  loop k: 0 <= k <= size - 1\n  loop q: 0 <= q <= 2\n"
      "  array first int32 [n + 1] argument\n  array x real64 [m] argument\n  array y real64 [n] argument\n"
      "  array size int32 [] registers copies i\n  array s real64 [] registers copies i\n"
      "  array t real64 [] registers copies i, k\n"
      "  size: [i] size = first[i + 1] - first[i] order i, 0\n"
      "  start: [i] s = " +
      operation.neutral + " order i, 1\n" + lines + "  update: [i, k] s = " + op +
      " order i, 2, k, 2\n  store: [i] y[i] = s order i, 3\n  ordered s\n}\n");
  loops::verify(kernel, "test");
  return kernel;
}

std::string const simple = "  value: [i, k] t = x[first[i] + k] order i, 2, k, 0\n";
std::string const with_loop = "  value: [i, k] t = 0.0 order i, 2, k, 0\n"
                              "  more: [i, k, q] t = x[first[i] + k] - t * 0.5 order i, 2, k, 1, q\n";
std::string const with_function = "  value: [i, k] t = exp(x[first[i] + k]) order i, 2, k, 0\n";

double value_of(std::string const& lines, double x) {
  if (lines == with_function) return std::exp(x);
  if (lines == simple) return x;
  double t = 0;
  for (int q = 0; q < 3; ++q) t = x - t * 0.5;
  return t;
}

/// Numbers of very different size, and zeros of both signs.
Arrays arrays_with(std::vector<long> const& lengths) {
  std::mt19937 random(1);
  Arrays arrays{{"first", {0}}, {"y", std::vector<double>(lengths.size(), std::nan(""))}};
  for (long const length : lengths) arrays["first"].push_back(arrays["first"].back() + static_cast<double>(length));
  for (double n = 0; n < arrays["first"].back(); ++n) {
    double const x = std::ldexp(std::uniform_real_distribution(-1.0, 1.0)(random), static_cast<int>(random() % 3));
    arrays["x"].push_back(random() % 8 == 0 ? std::copysign(0.0, x) : x);
  }
  return arrays;
}

std::vector<double> expected(Operation const& operation, std::string const& lines, Arrays const& arrays) {
  std::vector<double> results;
  auto const combine = [&](double left, double right) {
    return ir::evaluate(operation.op, ir::Type::real64, ir::Type::real64, std::array{left, right});
  };
  std::vector<double> const &first = arrays.at("first"), &x = arrays.at("x");
  for (std::size_t i = 0; i + 1 < first.size(); ++i) {
    ir::OrderedReduction reduction(std::stod(operation.neutral), combine);
    for (auto k = static_cast<std::size_t>(first[i]); k < static_cast<std::size_t>(first[i + 1]); ++k)
      reduction.add(value_of(lines, x[k]));
    results.push_back(reduction.result());
  }
  return results;
}

void expect_equal_bits(std::vector<double> const& found, std::vector<double> const& wanted, std::string const& what) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t n = 0; n < found.size(); ++n)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found[n]), std::bit_cast<std::uint64_t>(wanted[n]))
        << what << ": row " << n << " is " << found[n] << " instead of " << wanted[n];
}

std::map<std::string, double> parameters_of(Arrays const& arrays) {
  return {{"n", static_cast<double>(arrays.at("y").size())}, {"m", static_cast<double>(arrays.at("x").size())}};
}

std::vector<long> const lengths{0, 1, 7, 8, 9, 15, 16, 17, 24, 25, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025};
std::vector<long> const long_rows{2048, 2049, 3 * 1024 + 1, 7 * 1024 - 1, 40000};

void expect_order_in_schedule(Operation const& operation, std::string const& lines, std::vector<long> const& rows,
                              std::string const& tag) {
  Arrays arrays = arrays_with(rows);
  ir::LoopTree const tree = schedule(rows_kernel(operation, lines, rows.size(), tag));
  ir::verify(tree, "schedule");
  ir::interpret(tree, parameters_of(arrays), arrays);
  expect_equal_bits(arrays["y"], expected(operation, lines, arrays), operation.name + tag + "\n" + lines);
}

TEST(OrderedReductions, HaveTheOrderOfTheDefinitionInSchedules) {
  for (Operation const& operation : operations)
    for (std::string const tag : {"", " l.0"}) expect_order_in_schedule(operation, simple, lengths, tag);
  for (std::string const& lines : {with_loop, with_function})
    expect_order_in_schedule(operations[0], lines, lengths, "");
}

TEST(OrderedReductions, CombineTheResultsOfChunksInPairs) {
  expect_order_in_schedule(operations[0], simple, long_rows, "");
  expect_order_in_schedule(operations[1], simple, long_rows, " l.0");
}

TEST(OrderedReductions, HaveTheOrderOfTheDefinitionInInterpreters) {
  for (Operation const& operation : operations) {
    loops::LoopKernel const kernel = rows_kernel(operation, simple, lengths.size());
    EXPECT_EQ(loops::to_text(loops::parse_loop_kernel(loops::to_text(kernel))), loops::to_text(kernel));
    Arrays const start = arrays_with(lengths);
    Arrays arrays = start, random = start;
    loops::interpret(kernel, parameters_of(arrays), arrays);
    expect_equal_bits(arrays["y"], expected(operation, simple, arrays), operation.name);
    loops::interpret_in_random_order(kernel, parameters_of(random), random, 1);
    expect_equal_bits(random["y"], arrays["y"], operation.name + " in a random order");
  }
}

TEST(OrderedReductions, AreNotSumsInTheOrderOfElements) {
  loops::LoopKernel kernel = rows_kernel(operations[0], simple, lengths.size());
  Arrays const start = arrays_with(lengths);
  Arrays ordered = start, sequential = start;
  loops::interpret(kernel, parameters_of(ordered), ordered);
  kernel.ordered.clear();
  ir::interpret(schedule(kernel), parameters_of(sequential), sequential);
  EXPECT_NE(ordered["y"], sequential["y"]);
}

TEST(OrderedReductions, HaveVectorsOfElementsIfTheirValuesAreSimple) {
  auto const text = [](std::string const& lines, std::string const& tag) {
    return ir::to_text(schedule(rows_kernel(operations[0], lines, 8, tag)));
  };
  EXPECT_NE(text(simple, "").find(" vector"), std::string::npos);
  EXPECT_EQ(text(simple, " l.0").find(" vector"), std::string::npos);
  EXPECT_EQ(text(with_loop, "").find(" vector"), std::string::npos);
  EXPECT_EQ(text(with_function, "").find(" vector"), std::string::npos);
}

TEST(OrderedReductions, OfSeveralValuesShareTheirLoops) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel moments {
    parameter int32 n
    loop k: 0 <= k <= n - 1
    array x real64 [n] argument
    array y real64 [2] argument
    array sum real64 [] registers
    array largest real64 [] registers
    start: [] sum = 0.0 order 0
    start_largest: [] largest = -inf order 1
    add: [k] sum = sum + x[k] order 2, k, 0
    compare: [k] largest = maximum(largest, x[k]) order 2, k, 1
    store: [] y[0] = sum order 3
    store_largest: [] y[1] = largest order 4
    ordered sum, largest
  })");
  loops::verify(kernel, "test");
  for (double const n : {0.0, 5.0, 100.0, 5000.0}) {
    Arrays tree = arrays_with({static_cast<long>(n)});
    tree.erase("first");
    tree["x"].resize(static_cast<std::size_t>(n));
    tree["y"] = {0, 0};
    Arrays interpreted = tree;
    ir::interpret(schedule(kernel), {{"n", n}}, tree);
    loops::interpret(kernel, {{"n", n}}, interpreted);
    expect_equal_bits(tree["y"], interpreted["y"], std::to_string(n));
  }
}

std::string violation(std::string const& update, std::string const& scope = "[] registers copies i") {
  std::string const text = "kernel k {\n  loop i: 0 <= i <= 3\n  loop k: 0 <= k <= 3\n  array a real64 [4] argument\n"
                           "  array s real64 " +
                           scope + "\n  start: [i] " + (scope[1] == ']' ? "s" : "s[0]") + " = 0.0 order i, 0\n" +
                           update + "  ordered s\n}\n";
  return testing_support::error_of([&] { loops::verify(loops::parse_loop_kernel(text), "test"); });
}

TEST(OrderedReductions, HaveOneUpdateInsideOneMoreLoop) {
  std::string const no_update = "assigns the result of an ordered reduction neither a number nor an update";
  EXPECT_EQ(violation("  add: [i, k] s = s + a[k] order i, 1, k\n"), "no error");
  EXPECT_THAT(violation("  add: [i] s = s + a[0] order i, 1\n"), HasSubstr("`add` " + no_update));
  EXPECT_THAT(violation("  add: [i, k] s = a[k] order i, 1, k\n"), HasSubstr("`add` " + no_update));
  EXPECT_THAT(violation("  add: [i, k] s = a[k] + s order i, 1, k\n"), HasSubstr("`add` " + no_update));
  EXPECT_THAT(violation("  add: [i, k] s = s - a[k] order i, 1, k\n"), HasSubstr("`add` " + no_update));
  EXPECT_EQ(violation("  add: [i, k] s = s + a[k] if i < 2 order i, 1, k\n"), "no error");
  EXPECT_THAT(violation("  add: [i, k] s = s + a[k] if k < 2 order i, 1, k\n"), HasSubstr("`add` " + no_update));
  EXPECT_THAT(violation("  add: [i, k] s = fma(a[k], a[k], s) order i, 1, k\n"), HasSubstr("`add` " + no_update));
  EXPECT_THAT(violation("", "[1] registers copies i"), HasSubstr("`s` is ordered, but is no private scalar"));
}

} // namespace
} // namespace chemora::polyhedral
