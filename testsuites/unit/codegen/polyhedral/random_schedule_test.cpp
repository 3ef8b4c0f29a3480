#include "codegen/polyhedral/polyhedral.hpp"
#include "enumeration.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/random_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace chemora::polyhedral {
namespace {

std::optional<ir::LoopTree> try_schedule(loops::LoopKernel const& kernel, std::string& error) {
  try {
    return schedule(kernel);
  } catch (base::UserError const& failure) {
    error = failure.what();
    return std::nullopt;
  }
}

TEST(RandomSchedules, ExistExactlyWhereAnOrderExists) {
  int n_legal = 0, n_illegal = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    std::string const text = test::random_kernel(seed);
    loops::LoopKernel const kernel = loops::parse_loop_kernel(text);
    bool const expected = test::ExhaustiveSchedules(kernel).has_legal();
    std::string error;
    auto const tree = try_schedule(kernel, error);
    EXPECT_EQ(tree.has_value(), expected) << text << error << (tree ? ir::to_text(*tree) : "");
    ++(expected ? n_legal : n_illegal);
  }
  EXPECT_GT(n_legal, 150);
  EXPECT_GT(n_illegal, 150);
  RecordProperty("legal", n_legal);
  RecordProperty("illegal", n_illegal);
}

/// Reverses the order of the iterations of all parallel loops.
void reverse_parallel_loops(std::vector<ir::TreeNode>& nodes) {
  for (ir::TreeNode& node : nodes) {
    reverse_parallel_loops(node.body);
    bool const is_parallel = node.kind == ir::NodeKind::loop && node.mapping != ir::Mapping::sequential;
    if (!is_parallel || node.lower.size() != 1 || node.upper.size() != 1) continue;
    if (node.lower[0].divisor != 1 || node.upper[0].divisor != 1) continue;
    std::string const variable = node.variable;
    ir::LinearExpression const reversed = node.lower[0].numerator + node.upper[0].numerator - ir::linear(variable);
    std::function<void(std::vector<ir::TreeNode>&)> const replace = [&](std::vector<ir::TreeNode>& inside) {
      std::map<std::string, ir::ExpressionPtr> const values{{variable, ir::make_linear(reversed)}};
      for (ir::TreeNode& inner : inside) {
        for (auto* bounds : {&inner.lower, &inner.upper})
          for (ir::Bound& bound : *bounds) bound.numerator = bound.numerator.with(variable, reversed);
        for (ir::ExpressionPtr* expression : {&inner.condition, &inner.target, &inner.value})
          if (*expression) *expression = ir::with_names(*expression, values);
        replace(inner.body);
      }
    };
    replace(node.body);
  }
}

void expect_equal_bits(loops::LoopKernel const& kernel, ir::LoopTree const& tree) {
  auto expected = test::Enumeration::contents(kernel), computed = expected;
  loops::interpret(kernel, {}, expected);
  ir::interpret(tree, {}, computed);
  for (auto const& [name, values] : expected)
    for (std::size_t n = 0; n < values.size(); ++n)
      ASSERT_TRUE(values[n] == computed[name][n] || (values[n] != values[n] && computed[name][n] != computed[name][n]))
          << name << " " << n << "\n"
          << loops::to_text(kernel) << ir::to_text(tree);
}

TEST(RandomSchedules, ComputeTheBitsOfTheKernel) {
  int n_scheduled = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    loops::LoopKernel const kernel = loops::parse_loop_kernel(test::random_kernel(seed));
    std::string error;
    auto const tree = try_schedule(kernel, error);
    if (!tree) continue;
    ++n_scheduled;
    ir::verify(*tree, "schedule");
    expect_equal_bits(kernel, *tree);
  }
  EXPECT_GT(n_scheduled, 150);
}

TEST(RandomSchedules, AcceptExactlyTheLegalParallelLoops) {
  std::map<loops::Tag, std::pair<int, int>> counts; // legal, illegal
  for (unsigned seed = 0; seed < 1200; ++seed) {
    loops::LoopKernel kernel = loops::parse_loop_kernel(test::random_kernel(seed));
    loops::Loop& loop = kernel.loops[seed % 3];
    loop.tag = std::vector{loops::Tag::vector, loops::Tag::interleaved, loops::Tag::block_axis,
                           loops::Tag::thread_axis}[seed / 3 % 4];
    bool const expected = test::ExhaustiveSchedules(kernel).has_legal();
    std::string error;
    auto tree = try_schedule(kernel, error);
    EXPECT_EQ(tree.has_value(), expected) << loops::to_text(kernel) << error << (tree ? ir::to_text(*tree) : "");
    ++(expected ? counts[loop.tag].first : counts[loop.tag].second);
    if (!tree) continue;
    ir::verify(*tree, "schedule");
    expect_equal_bits(kernel, *tree);
    // Copies belong to values of loop variables, which the reversed tree changes.
    if (kernel.array("t").copies == std::vector{loop.name}) continue;
    reverse_parallel_loops(tree->body);
    expect_equal_bits(kernel, *tree);
  }
  for (auto const& [tag, count] : counts) {
    EXPECT_GT(count.first, 10);
    EXPECT_GT(count.second, 10);
    RecordProperty(loops::to_text(loops::Loop{"x", tag, 0}),
                   std::to_string(count.first) + " legal, " + std::to_string(count.second) + " illegal");
  }
}

/// Gives one or two loops random tags, and a priority to a random loop.
void tag_randomly(loops::LoopKernel& kernel, unsigned seed) {
  std::mt19937 random(seed);
  for (unsigned n = 0; n <= seed % 2; ++n) {
    loops::Loop& loop = kernel.loops[random() % kernel.loops.size()];
    loop.tag = std::vector{loops::Tag::vector, loops::Tag::interleaved, loops::Tag::thread_axis,
                           loops::Tag::unrolled}[random() % 4];
    loop.axis = loop.tag == loops::Tag::thread_axis ? static_cast<int>(n) : 0;
  }
  if (random() % 2) kernel.priorities.push_back({kernel.loops[random() % kernel.loops.size()].name});
}

void expect_equal_bits_for_sizes(loops::LoopKernel const& kernel, ir::LoopTree const& tree, unsigned seed) {
  auto arguments = testing_support::random_arguments(kernel, seed);
  auto computed = arguments.arrays;
  loops::interpret(kernel, arguments.parameters, arguments.arrays);
  ir::interpret(tree, arguments.parameters, computed);
  for (auto const& [name, values] : arguments.arrays)
    for (std::size_t n = 0; n < values.size(); ++n)
      ASSERT_TRUE(values[n] == computed[name][n] || (values[n] != values[n] && computed[name][n] != computed[name][n]))
          << name << " " << n << "\n"
          << loops::to_text(kernel) << ir::to_text(tree);
}

TEST(RandomSchedules, ComputeTheBitsOfNestsWithReductionsAndTiles) {
  int n_tagged = 0, n_refused = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    loops::LoopKernel kernel = testing_support::random_kernel({.seed = seed, .has_reductions = seed % 2 == 0});
    expect_equal_bits_for_sizes(kernel, schedule(kernel), seed);
    // Vectors, interleaved loops and threads have a constant number of iterations.
    for (char const* size : {"n", "m"}) kernel.assumptions.push_back({ir::linear(5) - ir::linear(size), false});
    tag_randomly(kernel, seed);
    std::string error;
    auto const tree = try_schedule(kernel, error);
    ++(tree ? n_tagged : n_refused);
    if (!tree) continue;
    ir::verify(*tree, "schedule");
    expect_equal_bits_for_sizes(kernel, *tree, seed);
  }
  EXPECT_GT(n_tagged, 30);
  EXPECT_GT(n_refused, 30);
  RecordProperty("tagged", n_tagged);
  RecordProperty("rejected", n_refused);
}

} // namespace
} // namespace chemora::polyhedral
