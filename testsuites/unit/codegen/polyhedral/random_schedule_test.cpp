#include "codegen/polyhedral/polyhedral.hpp"
#include "enumeration.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(RandomSchedules, ComputeTheBitsOfTheKernel) {
  int n_scheduled = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    std::string const text = test::random_kernel(seed);
    loops::LoopKernel const kernel = loops::parse_loop_kernel(text);
    std::string error;
    auto const tree = try_schedule(kernel, error);
    if (!tree) continue;
    ++n_scheduled;
    ir::verify(*tree, "schedule");
    auto expected = test::Enumeration::contents(kernel), computed = expected;
    loops::interpret(kernel, {}, expected);
    ir::interpret(*tree, {}, computed);
    for (auto const& [name, values] : expected)
      for (std::size_t n = 0; n < values.size(); ++n)
        ASSERT_TRUE(values[n] == computed[name][n] || (values[n] != values[n] && computed[name][n] != computed[name][n]))
            << name << " " << n << "\n"
            << text << ir::to_text(*tree);
  }
  EXPECT_GT(n_scheduled, 150);
}

} // namespace
} // namespace chemora::polyhedral
