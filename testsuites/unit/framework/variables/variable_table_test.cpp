#include "framework/variables/variable_table.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_Constants.h"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

variables::VariableTable table_of(std::string const& interface, std::string const& param = "") {
  static std::unique_ptr<tests::TestThorns>
      test; // static, so that thorns and parameters remain valid until the next call
  static std::unique_ptr<parameters::ParameterTable> parameters;
  parameters.reset();
  test.reset();
  std::vector<tests::ThornTexts> const thorns = {{"First", "IMPLEMENTS: one\n" + interface, param},
                                                 {"Second", "IMPLEMENTS: two\nPUBLIC:\nREAL z TYPE=GF\n"},
                                                 {"Asleep", "IMPLEMENTS: three\nPUBLIC:\nREAL z TYPE=GF\n"}};
  test = std::make_unique<tests::TestThorns>(thorns, std::vector<std::string>{"First", "Second"});
  parameters = std::make_unique<parameters::ParameterTable>();
  parameters->build(test->catalogue);
  variables::VariableTable table;
  table.build(test->catalogue, *parameters);
  return table;
}

std::string message_of(std::string const& interface, std::string const& param = "") {
  try {
    table_of(interface, param);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST(Variables, AreNumberedByThornAndDeclaration) {
  auto const table = table_of("PUBLIC:\nREAL g TYPE=GF TIMELEVELS=3 { a, b }\nPRIVATE:\nINT c TYPE=SCALAR\n");
  EXPECT_THAT(table.variable_names(), ElementsAre("one::a", "one::b", "First::c", "two::z"));
  EXPECT_THAT(table.group_names(), ElementsAre("one::g", "First::c", "two::z"));
  EXPECT_EQ(table.variable_index("ONE::B"), 1);
  EXPECT_EQ(table.variable_index("First::a"), 0) << "the name of a thorn may replace the name of its implementation";
  EXPECT_EQ(table.variable_index("three::z"), -1) << "not active";
  EXPECT_EQ(table.variable_index("a"), -1);
  EXPECT_EQ(table.group_of(1)->n_time_levels, 3);
  EXPECT_EQ(table.group_of(1)->dimension, 3);
  EXPECT_EQ(table.group_of(2)->type, CCTK_SCALAR);
}

TEST(Variables, VectorElementsAreContiguous) {
  auto const table = table_of("PUBLIC:\nREAL v[n+1] TYPE=GF { a, b }\n", "private:\nINT n \"\"\n{\n : :: \"\"\n} 2\n");
  EXPECT_THAT(table.variable_names(),
              ElementsAre("one::a[0]", "one::a[1]", "one::a[2]", "one::b[0]", "one::b[1]", "one::b[2]", "two::z"));
  EXPECT_THAT(table.variable_indices("one::b"), ElementsAre(3, 4, 5));
  EXPECT_EQ(table.variable_index("one::b"), -1);
  EXPECT_EQ(table.group(0)->vector_length, 3);
}

TEST(Variables, ArraySizesComeFromParameters) {
  auto const table = table_of("PRIVATE:\nREAL x TYPE=ARRAY DIM=2 SIZE=n*2,First::n GHOSTSIZE=1,0\n",
                              "private:\nINT n \"\"\n{\n : :: \"\"\n} 5\n");
  EXPECT_THAT(table.group(0)->size, ElementsAre(10, 5));
  EXPECT_THAT(table.group(0)->ghost_size, ElementsAre(1, 0));
}

TEST(Variables, TypeFollowsFromAParameter) {
  std::string const group = "PUBLIC:\nCCTK_REAL g TYPE=GF TAGS='TypeParameter=\"precision\"' { a }\n";
  auto const parameter = [](std::string const& value) {
    return "private:\nKEYWORD precision \"\"\n{\n real32 :: \"\"\n real64 :: \"\"\n half :: \"\"\n} " + value + "\n";
  };
  EXPECT_EQ(table_of(group, parameter("real32")).group(0)->variable_type, CCTK_VARIABLE_REAL4);
  EXPECT_EQ(table_of(group, parameter("real64")).group(0)->variable_type, CCTK_VARIABLE_REAL);
  EXPECT_THAT(message_of(group, parameter("half")),
              HasSubstr("First/interface.ccl:3:11: error: The tag TypeParameter of the group g names `precision`"));
  EXPECT_THAT(message_of(group), HasSubstr("names `precision`, which is not a keyword parameter"));
}

TEST(Variables, ReportAllWrongDeclarations) {
  EXPECT_THAT(message_of("PRIVATE:\nREAL x TYPE=ARRAY DIM=1 SIZE=nn\n"),
              HasSubstr("First/interface.ccl:3:30: error: There is no parameter `nn`."));
  EXPECT_THAT(message_of("PRIVATE:\nREAL x TYPE=ARRAY DIM=1 SIZE=n-8\n", "private:\nINT n \"\"\n{\n : :: \"\"\n} 5\n"),
              HasSubstr("is -3; it must not be negative"));
  std::string const both = message_of("PRIVATE:\nREAL x\nREAL x\nINT y\nINT Y\n");
  EXPECT_THAT(both, HasSubstr("The group First::x is declared twice."));
  EXPECT_THAT(both, HasSubstr("The group First::Y is declared twice."));
  EXPECT_THAT(message_of("PRIVATE:\nREAL a { u }\nREAL b { U }\n"),
              HasSubstr("The variable First::U is declared twice."));
}

TEST(VariableTypes, ConvertNamesAndCodes) {
  EXPECT_EQ(variables::type_code("real"), CCTK_VARIABLE_REAL);
  EXPECT_EQ(variables::type_code("CCTK_COMPLEX16"), CCTK_VARIABLE_COMPLEX16);
  EXPECT_EQ(variables::type_code("CCTK_VARIABLE_INT8"), CCTK_VARIABLE_INT8);
  EXPECT_EQ(variables::type_code("double"), -1);
  EXPECT_STREQ(variables::type_name(CCTK_VARIABLE_BYTE), "CCTK_VARIABLE_BYTE");
  EXPECT_EQ(variables::type_size(CCTK_VARIABLE_COMPLEX), 16);
  EXPECT_EQ(variables::type_size(7), -1);
}
