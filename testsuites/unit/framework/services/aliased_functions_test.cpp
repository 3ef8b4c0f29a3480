// Providers of aliased functions: found, missing, twice.
#include "framework/services/aliased_functions.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_FunctionAliases.h"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::HasSubstr;

namespace {

void first_function() {}
void second_function() {}

char const* const prototype = "CCTK_INT FUNCTION Sum(CCTK_INT IN a)\n";

/// Thorns First and Second provide Sum, Third requires and Fourth uses it; those in `active` are active.
struct Resolution {
  explicit Resolution(std::vector<std::string> const& active) {
    auto const text = [](std::string const& name, std::string const& clause) {
      return tests::ThornTexts{name, "IMPLEMENTS: " + name + "\n" + prototype + clause + "\n"};
    };
    tests::TestThorns thorns({text("First", "PROVIDES FUNCTION Sum WITH FirstSum LANGUAGE C"),
                              text("Second", "PROVIDES FUNCTION Sum WITH SecondSum LANGUAGE C"),
                              text("Third", "REQUIRES FUNCTION Sum"), text("Fourth", "USES FUNCTION Sum")},
                             active);
    std::vector<bind::ThornBinding> bindings;
    bind::ProvidedFunction const provided[] = {{"Sum", first_function}, {"Sum", second_function}};
    bindings.reserve(2);
    for (int n = 0; n < 2; ++n) {
      auto& thorn = *thorns.catalogue.find_thorn(n == 0 ? "First" : "Second");
      bindings.push_back(*thorn.binding);
      bindings.back().provided_functions = {&provided[n], 1};
      thorn.binding = &bindings.back();
    }
    bind::AliasedFunction const functions[] = {{"Sum", &slot}};
    try {
      services::resolve_aliased_functions(thorns.catalogue, functions);
    } catch (base::UserError const& error) {
      message = error.what();
    }
  }

  bind::FunctionPointer slot = nullptr;
  std::string message;
};

} // namespace

TEST(AliasedFunctions, go_to_the_active_provider) {
  EXPECT_EQ(Resolution({"Second", "Third"}).slot, second_function);
  EXPECT_EQ(CCTK_IsFunctionAliased("sum"), 1);
}

TEST(AliasedFunctions, may_be_missing_when_only_used) {
  Resolution const result({"Fourth"});
  EXPECT_EQ(result.message, "");
  EXPECT_EQ(result.slot, nullptr);
  EXPECT_EQ(CCTK_IsFunctionAliased("Sum"), 0);
}

TEST(AliasedFunctions, must_be_there_when_required) {
  EXPECT_THAT(Resolution({"Third"}).message, HasSubstr("Third/interface.ccl:3:19: error: Third requires the function "
                                                       "Sum, which no active thorn provides. Add one of these to "
                                                       "ActiveThorns: First, Second."));
}

TEST(AliasedFunctions, have_one_provider) {
  EXPECT_THAT(Resolution({"First", "Second"}).message,
              HasSubstr("Second/interface.ccl:3:19: error: Both First and Second provide the function Sum."));
}
