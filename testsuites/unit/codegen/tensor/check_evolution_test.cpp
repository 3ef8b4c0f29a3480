// Tests warnings and errors about equations for time derivatives. In all tests, `u` is an evolved variable.
#include "codegen/edl/parser.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::tensor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// Returns the messages of all errors if there are any, otherwise of all warnings.
std::vector<std::string> findings(std::string const& calculations) {
  base::SourceText const source{
      "test.edl", "begin thorn T\nbegin parameters\n kind : keyword, default: \"a\", range: \"a\", \"b\"\n"
                  " m : int, default: 1, range: 0 to 3\n n : int, default: 1\n"
                  "end parameters\nbegin variables\n u w f\nend variables\n"
                  "begin calculation Use if kind == \"a\" or m > n\n f = w + u\nend calculation\n" +
                      calculations + "end thorn\n"};
  std::vector<std::string> messages;
  auto const add = [&](std::vector<base::Diagnostic> const& diagnostics) {
    for (base::Diagnostic const& finding : diagnostics) messages.push_back(finding.message);
  };
  try {
    add(expand(resolve(edl::parse(source), source), source).warnings);
  } catch (base::UserError const& error) {
    add(error.diagnostics());
  }
  return messages;
}

std::string calculation(std::string const& name_and_place, std::string const& lines) {
  return "begin calculation " + name_and_place + "\n" + lines + "\nend calculation\n";
}

std::string const start = calculation("Start scheduled at initial", "u = 0\n w = 0");

TEST(Evolution, WarnsOfMissingInitialData) {
  EXPECT_THAT(findings(calculation("RHS", "D_t u = w")),
              ElementsAre(HasSubstr("no calculation assigns its initial data")));
  EXPECT_THAT(findings(start + calculation("RHS", "D_t u = w")), IsEmpty());
  EXPECT_THAT(findings(calculation("Start scheduled in Initial_Group", "u = 0") + calculation("RHS", "D_t u = w")),
              IsEmpty());
  EXPECT_THAT(findings(calculation("Late scheduled in MoL_PostStep", "u = 0") + calculation("RHS", "D_t u = w")),
              ElementsAre(HasSubstr("no calculation assigns its initial data")));
}

TEST(Evolution, WarnsOfMissingTimeDerivatives) {
  EXPECT_THAT(findings(start + calculation("RHS", "D_t u = f\n w = u")),
              ElementsAre(HasSubstr("If it evolves, write `D_t w = ...`.")));
  EXPECT_THAT(findings(calculation("Start scheduled at initial", "u = 0") + calculation("RHS", "w = u\n D_t u = w")),
              IsEmpty());
}

TEST(Evolution, IsRestrictedToGroupsOfTheIntegrator) {
  EXPECT_THAT(findings(start + calculation("RHS scheduled in MoL_CalRHS", "D_t u = w")),
              ElementsAre(HasSubstr("Did you mean `MoL_CalcRHS`?")));
  EXPECT_THAT(findings(start + calculation("RHS scheduled at evol", "D_t u = w")),
              ElementsAre(HasSubstr("`D_t u` is computed in `EVOL`, where no integrator uses it.")));
  EXPECT_THAT(findings(start + calculation("RHS scheduled in MoL_PostRHS", "D_t u = w")), IsEmpty());
}

TEST(Evolution, PermitsOneEquationPerPoint) {
  auto const two = [](std::string const& first, std::string const& second) {
    return findings(start + calculation("First" + first, "D_t u = w") + calculation("Second" + second, "D_t u = f"));
  };
  EXPECT_THAT(two("", ""), ElementsAre(StartsWith("`D_t u` also has an equation in the calculation `First` (line 18). "
                                                  "The later one would overwrite the result of the earlier one.")));
  EXPECT_THAT(two("", " on boundary"), ElementsAre(HasSubstr("would overwrite the result")));
  EXPECT_THAT(two(" on interior", " on boundary"), IsEmpty());
  EXPECT_THAT(two("", " scheduled in MoL_RHSBoundaries"), IsEmpty());
  EXPECT_THAT(two("", " if m > 1"), ElementsAre(HasSubstr("Where the conditions of both calculations hold")));
  EXPECT_THAT(two(" if m < 2", " if m > 1"), IsEmpty());
  EXPECT_THAT(two(" if m < 3", " if m > 1"), ElementsAre(HasSubstr("Where the conditions of both calculations hold")));
  EXPECT_THAT(two(" if kind == \"a\"", " if kind != \"a\""), IsEmpty());
  EXPECT_THAT(two(" if n < 3", " if n >= 3"), IsEmpty());
}

} // namespace
} // namespace chemora::tensor
