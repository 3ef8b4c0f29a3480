#include "framework/run/scheduler.hpp"

#include "framework/base/errors.hpp"
#include "framework/parameters/parameter_table.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::HasSubstr;

namespace {

struct Names {
  Names() {
    parameters.build(thorns.catalogue);
    variables.build(thorns.catalogue, parameters);
  }

  run::ScheduledVariables operator()(std::string const& name) {
    ccl::VariableReference reference;
    reference.name = {name, {"schedule.ccl", 1, 1}};
    auto const& thorn = *thorns.catalogue.find_thorn("Wave");
    return run::scheduled_variables(reference, thorn, variables,
                                    parameters::ccl_environment(thorn, thorns.catalogue, parameters));
  }

  std::string message(std::string const& name) {
    try {
      (*this)(name);
    } catch (base::UserError const& error) {
      return error.what();
    }
    return "no error";
  }

  tests::TestThorns thorns{
      {{"Wave", "IMPLEMENTS: wave\nPUBLIC:\nREAL g TYPE=GF TIMELEVELS=2 { u }\nREAL h TYPE=GF { w }\n"}}, {"Wave"}};
  parameters::ParameterTable parameters;
  variables::VariableTable variables;
};

} // namespace

TEST(NamesInSchedule, SuffixesSelectTheTimeLevel) {
  Names names;
  EXPECT_EQ(names("u").time_level, 0);
  EXPECT_EQ(names("u_p").time_level, 1);
  EXPECT_EQ(names("wave::g_p").time_level, 1);
}

TEST(NamesInSchedule, RejectUndeclaredTimeLevels) {
  Names names;
  EXPECT_THAT(names.message("w_p"),
              HasSubstr("`w_p` means time level 1 (0 is the current one), but wave::h is declared with 1 time level."));
  EXPECT_THAT(names.message("u_p_p"), HasSubstr("means time level 2"));
  EXPECT_THAT(names.message("g_p_p"), HasSubstr("declared with 2 time levels."));
}

TEST(NamesInSchedule, InheritedPublicGroupsNeedNoOwner) {
  tests::TestThorns thorns({{"Conformal", "IMPLEMENTS: conformal\nPUBLIC:\nREAL factor TYPE=GF { psi }\n"
                                          "PROTECTED:\nREAL hidden TYPE=GF { chi }\n"},
                            {"Data", "IMPLEMENTS: data\nINHERITS: conformal\n"}},
                           {"Conformal", "Data"});
  parameters::ParameterTable parameters;
  parameters.build(thorns.catalogue);
  variables::VariableTable variables;
  variables.build(thorns.catalogue, parameters);
  auto const& data = *thorns.catalogue.find_thorn("Data");
  EXPECT_EQ(run::scheduled_group({"factor", {}}, data, variables), variables.group_index("conformal::factor"));
  EXPECT_THROW(run::scheduled_group({"hidden", {}}, data, variables), base::UserError);
}
