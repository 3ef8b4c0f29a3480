// Tests the collection of like terms with examples and with random polynomials. The pass must change values only by
// rounding errors and must never increase the number of operations.

#include "codegen/ir/graph_builder.hpp"
#include "codegen/ir/interpreter.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/passes/polynomials.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace chemora::passes {
namespace {

using base::fraction;
using base::integer;
using ir::Op;
using ir::ValueId;

/// A value of a graph under construction; numbers become immediates.
struct Expression {
  ir::GraphBuilder* builder;
  ValueId id;
};

Expression apply(Op op, Expression x) { return {x.builder, x.builder->apply(op, {x.id})}; }
Expression apply(Op op, Expression x, Expression y) { return {x.builder, x.builder->apply(op, {x.id, y.id})}; }
Expression number(Expression like, double value) { return {like.builder, like.builder->real(value)}; }
Expression operator+(Expression x, Expression y) { return apply(Op::add, x, y); }
Expression operator+(Expression x, double y) { return x + number(x, y); }
Expression operator-(Expression x, Expression y) { return apply(Op::subtract, x, y); }
Expression operator-(Expression x, double y) { return x - number(x, y); }
Expression operator-(Expression x) { return apply(Op::negate, x); }
Expression operator*(Expression x, Expression y) { return apply(Op::multiply, x, y); }
Expression operator*(double x, Expression y) { return number(y, x) * y; }

/// A kernel with inputs a to d and parameters A and B.
class Kernel {
  ir::GraphBuilder builder_;

public:
  explicit Kernel(ir::Type real = ir::Type::real64) : builder_("k", 1, real) {}

  Expression const a = input("a"), b = input("b"), c = input("c"), d = input("d");
  Expression const A = parameter("A"), B = parameter("B");

  ir::Graph stores(std::vector<Expression> const& results) {
    for (std::size_t n = 0; n < results.size(); ++n)
      builder_.store("o" + std::to_string(n), results[n].id, ir::Region::interior);
    return builder_.finish();
  }

private:
  Expression input(std::string const& name) { return {&builder_, builder_.load(name)}; }
  Expression parameter(std::string const& name) { return {&builder_, builder_.parameter(name, ir::Type::real64)}; }
};

std::string text_of(ir::Graph const& graph, ValueId id) {
  ir::Value const& value = graph.values[id];
  if (value.op == Op::immediate) return ir::number_text(value.type, value.number);
  if (value.op == Op::load || value.op == Op::parameter) return value.name;
  std::string operands;
  for (ValueId operand : value.operands) operands += (operands.empty() ? "" : ", ") + text_of(graph, operand);
  return std::string(ir::info(value.op).name) + "(" + operands + ")";
}

/// Returns the stored values of a graph as text, one line per store.
std::string stored(ir::Graph const& graph) {
  std::string text;
  for (ir::Store const& store : graph.stores) text += (text.empty() ? "" : "\n") + text_of(graph, store.value);
  return text;
}

/// Applies the pass to a kernel that stores `results`, and returns the stored values as text, one line per store.
std::string collected(Kernel& kernel, std::vector<Expression> const& results) {
  return stored(collect_terms(eliminate_dead_values(kernel.stores(results))));
}

TEST(CollectTerms, RemovesTermsThatCancel) {
  Kernel k, l, m;
  EXPECT_EQ(collected(k, {(k.a + k.b) - k.b - k.a}), "0");
  EXPECT_EQ(collected(l, {l.a + l.a + l.a - 3 * l.a}), "0");
  EXPECT_EQ(collected(m, {2 * m.a - m.a - m.a}), "0");
}

TEST(CollectTerms, AddsCoefficientsOfLikeTerms) {
  Kernel k, l;
  EXPECT_EQ(collected(k, {2 * k.a + k.b - k.a}), "add(a, b)");
  EXPECT_EQ(collected(l, {l.a * l.b + l.c + (2 * l.b) * l.a}), "add(c, multiply(multiply(a, b), 3))");
}

TEST(CollectTerms, FoldsFractionsExactly) {
  Kernel k, l, m, n(ir::Type::real32);
  EXPECT_EQ(collected(k, {k.a + 1.0 / 3 + 1.0 / 6}), "add(a, 0.5)");
  EXPECT_EQ(collected(l, {l.a + 0.1 + 0.2}), "add(a, 0.3)"); // in doubles 0.1 + 0.2 is not 0.3
  EXPECT_EQ(collected(m, {1.0 / 3 * m.a + 1.0 / 6 * m.a - 0.5 * m.a}), "0");
  EXPECT_EQ(collected(n, {n.a + 1.0 / 3 + 1.0 / 6 - 0.5}), "a");
}

TEST(CollectTerms, FindsLikeTermsThroughNamedSumsAndMultiples) {
  Kernel k, l;
  Expression const sum = k.a + k.b;
  EXPECT_EQ(collected(k, {apply(Op::sqrt, sum), sum - k.b - k.a}), "sqrt(add(a, b))\n0");
  EXPECT_EQ(collected(l, {2 * (l.a + l.b) - l.b - l.a - l.b}), "a");
}

TEST(CollectTerms, ComputesValuesInAnotherOrderOnce) {
  Kernel k, l;
  EXPECT_EQ(collected(k, {(k.a + k.b) + k.c, k.a + (k.c + k.b)}), "add(c, add(a, b))\nadd(c, add(a, b))");
  EXPECT_EQ(collected(l, {(l.a * l.b) * l.c, l.a * (l.c * -l.b)}),
            "multiply(c, multiply(a, b))\nnegate(multiply(c, multiply(a, b)))");
}

TEST(CollectTerms, CollectsNumbersConstantsAndPowersOfProducts) {
  Kernel k, l, m;
  EXPECT_EQ(collected(k, {(2 * k.a) * (3 * k.b)}), "multiply(multiply(a, b), 6)");
  EXPECT_EQ(collected(l, {(l.A * l.a) * l.B}), "multiply(a, multiply(A, B))");
  EXPECT_EQ(collected(m, {m.a * m.b * m.a * m.b}), "multiply(multiply(a, b), multiply(a, b))");
}

bool is_unchanged(Kernel& kernel, std::vector<Expression> const& results) {
  ir::Graph const graph = eliminate_dead_values(kernel.stores(results));
  return to_text(collect_terms(graph)) == to_text(graph);
}

TEST(CollectTerms, KeepsValuesThatWouldNotBeCheaper) {
  Kernel k, l, m, n;
  Expression const sum = (k.a + k.b) + (k.c + k.d);
  EXPECT_TRUE(is_unchanged(k, {sum, sum - k.a})); // b + c + d would be two operations
  EXPECT_TRUE(is_unchanged(l, {l.a + l.a}));
  EXPECT_TRUE(is_unchanged(m, {(m.a + m.b) * (m.c + m.d)}));
  EXPECT_TRUE(is_unchanged(n, {(1e-200 * n.a) * (1e-200 * n.b)})); // the product of the constants would underflow
}

TEST(CollectTerms, AcceptsLongSumsAndProducts) {
  Kernel k;
  Expression sum = k.a, product = k.b;
  for (int n = 0; n < 20000; ++n) {
    sum = sum + (n % 2 == 0 ? k.a : k.b);
    product = product * k.b;
  }
  ir::Graph const after = collect_terms(eliminate_dead_values(k.stores({sum, product})));
  EXPECT_EQ(text_of(after, after.stores[0].value), "add(multiply(b, 10000), multiply(a, 10001))");
  EXPECT_LT(count(after).flops, 30);
}

TEST(TermKey, EqualsForEqualPolynomialsOnly) {
  TermKey const x = key_of_variable(0), y = key_of_variable(1), third = key_of_number(fraction(1, 3));
  EXPECT_EQ(third + third + third, key_of_number(integer(1)));
  EXPECT_EQ((x + y) * (x + -y), x * x + -(y * y));
  EXPECT_EQ(x + -x, TermKey{});
  EXPECT_EQ(key_of_number(base::real(0x1p-80)) * key_of_number(base::real(0x1p80)), key_of_number(integer(1)));
  EXPECT_EQ(key_of_number(integer(-3)) * third, -key_of_number(integer(1)));
  EXPECT_NE(x * y, x * x);
  EXPECT_NE(x + y, x + key_of_number(integer(2)) * y);
  EXPECT_NE(key_of_number(base::real(0.1)), key_of_number(fraction(1, 10)));
}

/// Returns random polynomials of a few variables, in which like terms are frequent.
ir::Graph random_polynomials(unsigned seed) {
  std::mt19937 random(seed);
  Kernel k;
  std::vector<Expression> values{k.a, k.b, k.c, k.A, k.B};
  for (double fraction : {1.0 / 3, 1.0 / 6, 2.0, -0.5, 3.0}) values.push_back(number(k.a, fraction));
  std::vector<int> degrees(values.size(), 1);
  for (unsigned n = 0; n < 12 + seed % 30; ++n) {
    std::size_t const i = random() % values.size(), j = random() % values.size();
    static constexpr Op operations[] = {Op::add, Op::add, Op::subtract, Op::subtract, Op::multiply, Op::negate};
    Op const op = operations[random() % 6];
    int const degree = op == Op::multiply ? degrees[i] + degrees[j] : std::max(degrees[i], degrees[j]);
    if (degree > 6) continue;
    values.push_back(op == Op::negate ? -values[i] : apply(op, values[i], values[j]));
    degrees.push_back(degree);
  }
  std::vector<Expression> results(values.end() - 5, values.end());
  results.push_back(apply(Op::sqrt, results[0] * results[0]));
  ir::Graph const graph = eliminate_dead_values(k.stores(results));
  return seed % 3 == 0 ? form_fma(graph) : graph;
}

/// Returns the graph with all constants and terms made positive. For positive data, the graph then computes the sum of
/// the magnitudes of the terms.
ir::Graph magnitudes(ir::Graph graph) {
  for (ir::Value& value : graph.values) {
    value.number = std::fabs(value.number);
    if (value.op == Op::subtract) value.op = Op::add;
    if (value.op == Op::negate) value.op = Op::absolute;
  }
  return graph;
}

void expect_near_by_magnitude(ir::Graph const& before, ir::Graph const& after, unsigned seed) {
  using testing_support::RandomData;
  RandomData data = testing_support::make_random_data(before, {9, 1, 1}, seed);
  auto arrays = data.arrays, sizes = data.arrays;
  interpret(before, data.input, data.box, data.arrays);
  interpret(after, data.input, data.box, arrays);
  interpret(magnitudes(before), data.input, data.box, sizes);
  constexpr double units_in_last_place = 16;
  for (std::string const& output : before.outputs)
    for (std::size_t at = 0; at < arrays[output].size(); ++at)
      ASSERT_NEAR(arrays[output][at], data.arrays[output][at],
                  units_in_last_place * std::numeric_limits<double>::epsilon() * sizes[output][at])
          << "seed " << seed << "\n"
          << to_text(before) << to_text(after);
}

TEST(CollectTerms, KeepsRandomPolynomialsUpToRounding) {
  int n_cheaper = 0;
  constexpr unsigned n_graphs = 600;
  for (unsigned seed = 1; seed <= n_graphs; ++seed) {
    ir::Graph const before = random_polynomials(seed), after = collect_terms(before);
    ir::verify(after, "test");
    ASSERT_EQ(to_text(collect_terms(after)), to_text(after)) << "not idempotent, seed " << seed;
    ASSERT_LE(count(after).flops, count(before).flops) << "seed " << seed << "\n" << to_text(before) << to_text(after);
    n_cheaper += count(after).flops < count(before).flops;
    expect_near_by_magnitude(before, after, seed);
    expect_near_by_magnitude(before, compile(before), seed);
  }
  EXPECT_GT(n_cheaper, static_cast<int>(n_graphs / 4));
}

} // namespace
} // namespace chemora::passes
