// The framework's CCL parsers must accept the CCL files that are generated for the thorn Wave.
#include "codegen/thorn_writer/write_thorn.hpp"
#include "framework/ccl/configuration_file.hpp"
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/ccl/schedule_file.hpp"
#include "testsuites/unit/codegen/thorn_writer/compiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::thorn_writer {
namespace {

ThornFiles wave_thorn() {
  base::SourceText const source = base::read_source(CHEMORA_SOURCE_DIR "/thorns/Examples/Wave/equations/wave.edl");
  return write_thorn(compiled(source.contents, source.name), source.name);
}

TEST(GeneratedCcl, InterfaceParses) {
  auto const interface = ccl::parse_interface({"interface.ccl", wave_thorn().at("interface.ccl")});
  EXPECT_EQ(interface.implementation.text, "Wave");
  std::vector<std::string> variables;
  for (auto const& group : interface.groups) {
    EXPECT_EQ(group.group_type, ccl::GroupType::grid_function);
    EXPECT_EQ(group.access, ccl::Access::public_access);
    for (auto const& variable : group.variables) variables.push_back(variable.text);
  }
  EXPECT_THAT(variables, ::testing::ElementsAre("u", "rho", "v1", "v2", "v3", "eps", "u_error", "rho_error", "urhs",
                                                "rhorhs", "v1rhs", "v2rhs", "v3rhs"));
  EXPECT_EQ(interface.groups[2].n_time_levels, 2);
  EXPECT_EQ(interface.groups[3].n_time_levels, 1);
  EXPECT_EQ(interface.requires_functions.size(), 6u);
}

TEST(GeneratedCcl, ParametersParse) {
  auto const file = ccl::parse_parameter_ccl({"param.ccl", wave_thorn().at("param.ccl")});
  std::vector<std::string> names;
  for (auto const& parameter : file.parameters) {
    names.push_back(parameter.name.text);
    EXPECT_EQ(parameter.scope, ccl::ParameterScope::restricted);
  }
  EXPECT_THAT(names,
              ::testing::ElementsAre("initial", "A", "W", "k1", "k2", "k3", "fd_order", "boundary", "precision"));
  EXPECT_EQ(file.parameters[0].ranges.size(), 2u);
  EXPECT_EQ(file.parameters[0].default_value, "gaussian");
  EXPECT_FALSE(file.parameters[2].ranges[0].lower_is_included);
  EXPECT_EQ(file.parameters[6].ranges.size(), 4u);
  EXPECT_EQ(file.parameters[6].default_value, "4");
}

TEST(GeneratedCcl, ScheduleParses) {
  auto const file = ccl::parse_schedule({"schedule.ccl", wave_thorn().at("schedule.ccl")});
  std::map<std::string, ccl::ScheduleItem const*> items;
  for (auto const* item : ccl::all_items(file)) items[item->shown_name()] = item;
  ASSERT_TRUE(items.contains("Wave_Error"));
  EXPECT_EQ(items.at("Wave_Error")->triggers.size(), 2u);
  EXPECT_TRUE(items.at("Wave_PlaneWave")->is_at_bin);
  EXPECT_EQ(items.at("Wave_RHS")->in.text, "MoL_CalcRHS");
  EXPECT_EQ(items.at("Wave_RHS")->writes.size(), 5u);
  EXPECT_EQ(items.at("Wave_RHS")->writes[0].region, "interior");
  EXPECT_EQ(items.at("Wave_SelectBoundaries")->sync.size(), 3u);
  EXPECT_TRUE(items.at("Wave_ApplyBCs")->is_group);
}

TEST(GeneratedCcl, ConfigurationParses) {
  EXPECT_NO_THROW(ccl::parse_configuration({"configuration.ccl", wave_thorn().at("configuration.ccl")}));
}

} // namespace
} // namespace chemora::thorn_writer
