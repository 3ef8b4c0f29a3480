#include "framework/services/services.hpp"

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

/// The thorns First and Second provide the function Sum, Third requires it and Fourth uses it. The thorns in `active`
/// are active.
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

TEST(AliasedFunctions, CallTheActiveProvider) {
  EXPECT_EQ(Resolution({"Second", "Third"}).slot, second_function);
  EXPECT_EQ(CCTK_IsFunctionAliased("sum"), 1);
}

TEST(AliasedFunctions, NeedNoProviderIfOnlyUsed) {
  Resolution const result({"Fourth"});
  EXPECT_EQ(result.message, "");
  EXPECT_EQ(result.slot, nullptr);
  EXPECT_EQ(CCTK_IsFunctionAliased("Sum"), 0);
}

TEST(AliasedFunctions, NeedAProviderIfRequired) {
  EXPECT_THAT(Resolution({"Third"}).message, HasSubstr("Third/interface.ccl:3:19: error: Third requires the function "
                                                       "Sum, which no active thorn provides. Add one of these to "
                                                       "ActiveThorns: First, Second."));
}

/// Thorns Device and OtherDevice provide F and G, User requires both.
std::vector<std::string> errors_with(std::vector<std::string> const& active) {
  std::string const prototypes = "void FUNCTION F(CCTK_INT IN a)\nvoid FUNCTION G(CCTK_INT IN a)\n";
  auto const text = [&](std::string const& name, std::string const& clauses) {
    return tests::ThornTexts{name, "IMPLEMENTS: " + name + "\n" + prototypes + clauses};
  };
  std::string const both = "PROVIDES FUNCTION F WITH F1 LANGUAGE C\nPROVIDES FUNCTION G WITH G1 LANGUAGE C\n";
  tests::TestThorns thorns(
      {text("Device", both), text("OtherDevice", both), text("User", "REQUIRES FUNCTION F\nREQUIRES FUNCTION G\n")},
      active);
  bind::ProvidedFunction const provided[] = {{"F", first_function}, {"G", second_function}};
  std::vector<bind::ThornBinding> bindings;
  bindings.reserve(2);
  for (char const* name : {"Device", "OtherDevice"}) {
    auto& thorn = *thorns.catalogue.find_thorn(name);
    thorn.where_activated = {"a.par", 1, 16};
    bindings.push_back(*thorn.binding);
    bindings.back().provided_functions = provided;
    thorn.binding = &bindings.back();
  }
  std::vector<std::string> errors;
  try {
    services::resolve_aliased_functions(thorns.catalogue, {});
  } catch (base::UserError const& error) {
    for (auto const& finding : error.diagnostics()) errors.push_back(base::to_text(finding));
  }
  return errors;
}

TEST(AliasedFunctions, ReportAPairOfProvidersOnce) {
  EXPECT_THAT(
      errors_with({"Device", "OtherDevice"}),
      testing::ElementsAre("a.par:1:16: error: Both Device and OtherDevice provide the functions F, G. Activate "
                           "only one of them."));
}

TEST(AliasedFunctions, ReportAMissingThornOnce) {
  EXPECT_THAT(errors_with({"User"}),
              testing::ElementsAre(HasSubstr("error: User requires the functions F, G, which no active thorn provides. "
                                             "Add one of these to ActiveThorns: Device, OtherDevice.")));
}

TEST(AliasedFunctions, RejectTwoProviders) {
  EXPECT_THAT(Resolution({"First", "Second"}).message,
              HasSubstr("Second/interface.ccl:3:19: error: Both First and Second provide the function Sum."));
}
