// The table of operations: spellings, signs and the agreement of its two precisions.
#include "codegen/ir/operation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace {

using namespace chemora;
using ir::OpInfo;

TEST(Operations, HaveDistinctNames) {
  std::set<std::string_view> names, edl_names;
  for (OpInfo const& row : ir::all_operations()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    for (std::string_view name : {row.edl_operator, row.edl_function, row.edl_alias})
      EXPECT_TRUE(name.empty() || edl_names.insert(name).second) << name;
  }
}

TEST(Operations, AreFoundByEverySpelling) {
  for (OpInfo const& row : ir::all_operations()) {
    EXPECT_EQ(ir::find_operation(row.name), row.op);
    for (std::string_view name : {row.edl_operator, row.edl_function, row.edl_alias})
      EXPECT_TRUE(name.empty() || ir::find_edl_operation(name) == &row) << name;
  }
  EXPECT_EQ(ir::find_edl_operation(""), nullptr);
  EXPECT_EQ(ir::find_edl_function("+"), nullptr);
}

TEST(Operations, AgreeInBothPrecisions) {
  for (OpInfo const& row : ir::all_operations()) {
    if (row.real64 == nullptr) continue;
    for (double x : {-0.75, -0.25, 0.5, 0.875}) {
      double const operands[3] = {x, 0.375, -0.125};
      float const single[3] = {static_cast<float>(x), 0.375f, -0.125f};
      double const value = row.real64(operands), rounded = static_cast<double>(row.real32(single));
      EXPECT_EQ(std::isnan(value), std::isnan(rounded)) << row.name;
      EXPECT_FALSE(std::fabs(value - rounded) > 1e-6 * std::fmax(1, std::fabs(value))) << row.name;
    }
  }
}

TEST(Operations, ObeyTheirSignRules) {
  for (OpInfo const& row : ir::all_operations()) {
    if (row.sign == ir::SignRule::unknown) continue;
    ASSERT_EQ(row.arity, 1) << row.name;
    for (double x = -1; x <= 1; x += 0.125) {
      double const value = row.real64(&x);
      double const not_negative = row.sign == ir::SignRule::sign_of_operand ? value * x : value;
      EXPECT_FALSE(not_negative < 0) << row.name << " at " << x;
    }
  }
}

TEST(Operations, AreListedForAuthorsOfEquations) {
  std::ifstream file(CHEMORA_EDL_PAGE);
  std::string const page{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(page.empty());
  for (OpInfo const& row : ir::all_operations()) {
    std::string const name(row.edl_function);
    EXPECT_TRUE(name.empty() || std::regex_search(page, std::regex("[` ]" + name + "[` (]"))) << name;
  }
}

} // namespace
