#include "framework/base/generated_code.hpp"
#include "framework/bind/generated_texts.hpp"
#include "testsuites/unit/framework/bind/two_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

/// Returns two thorns. Wave inherits from grid, has access to its public group, shares one of its parameters and
/// provides a function.
bind::ThornSet wave_and_grid() {
  bind::ThornSet set;
  set.capabilities = {"MPI"};
  set.thorns.push_back(test::make_thorn("Grid", {R"(IMPLEMENTS: grid
PUBLIC:
REAL coordinates TYPE=GF { x y }
PROTECTED:
INT hidden
INCLUDE: Symmetry_part.h IN Symmetry.h
USES FUNCTION Notify
CCTK_INT FUNCTION Notify(CCTK_POINTER_TO_CONST IN GH, CCTK_REAL ARRAY IN values, CCTK_INT OUT n, CCTK_STRING IN what)
)",
                                                 "RESTRICTED:\nREAL dx \"\" { 0:* } 1\n", "", "PROVIDES Grid { }"}));
  set.thorns.push_back(
      test::make_thorn("Wave", {R"(IMPLEMENTS: wave
INHERITS: grid
CCTK_REAL evolved TYPE=GF TIMELEVELS=2 { u }
CCTK_INT flag[n] "one"
USES INCLUDE: Symmetry.h
CCTK_INT FUNCTION Notify(CCTK_POINTER_TO_CONST IN GH, CCTK_REAL ARRAY IN values, CCTK_INT OUT n, CCTK_STRING IN what)
PROVIDES FUNCTION Notify WITH Wave_Notify LANGUAGE C
)",
                                "SHARES: grid\nUSES REAL dx AS spacing\nPRIVATE:\nINT n[2] \"\" { 0:* } 1\n"
                                "KEYWORD k \"\" { a } a\nBOOLEAN b \"\" { } no\n",
                                R"(SCHEDULE Wave_Evolve AT evol {
 LANG: C
 READS: evolved_p(everywhere) grid::x
 WRITES: wave::u(interior)
} "step"
SCHEDULE Wave_Start AT startup { LANG: C } "start"
)",
                                "REQUIRES MPI Grid\nOPTIONAL LoopControl { }"}));
  return set;
}

TEST(GeneratedTexts, ParametersBecomeConstLocals) {
  auto const set = wave_and_grid();
  std::string const text = bind::parameters_header(set.thorns[1]);
  EXPECT_THAT(
      text,
      HasSubstr(
          "CCTK_REAL const spacing CCTK_ATTRIBUTE_UNUSED = *(CCTK_REAL const *)chemora_parameters_of_Wave.spacing;"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "CCTK_INT const *restrict const n CCTK_ATTRIBUTE_UNUSED = (CCTK_INT const *)chemora_parameters_of_Wave.n;"));
  EXPECT_THAT(text, HasSubstr("CCTK_STRING const k "));
  EXPECT_THAT(text, HasSubstr("CCTK_INT const b "));
}

TEST(GeneratedTexts, ParameterSlotsNameTheOwner) {
  std::string const text = bind::thorn_binding_source(wave_and_grid(), wave_and_grid().thorns[1]);
  EXPECT_THAT(text, HasSubstr("{\"grid\", \"dx\", &chemora_parameters_of_Wave.spacing}"));
  EXPECT_THAT(text, HasSubstr("{\"Wave\", \"k\", &chemora_parameters_of_Wave.k}"));
  auto const set = wave_and_grid();
  EXPECT_THAT(bind::thorn_binding_source(set, set.thorns[0]), HasSubstr("{\"grid\", \"dx\", "));
}

TEST(GeneratedTexts, VariablesBecomePointers) {
  auto const set = wave_and_grid();
  std::string const text = bind::arguments_header(set, set.thorns[1]);
  EXPECT_THAT(text, HasSubstr("CCTK_REAL *restrict const u CCTK_ATTRIBUTE_UNUSED = (CCTK_REAL "
                              "*)CCTKi_VarDataPtrI(cctkGH, 0, chemora_variables_of_Wave.u);"));
  EXPECT_THAT(text, HasSubstr("CCTK_REAL *restrict const u_p CCTK_ATTRIBUTE_UNUSED = (CCTK_REAL "
                              "*)CCTKi_VarDataPtrI(cctkGH, 1, chemora_variables_of_Wave.u);"));
  EXPECT_THAT(text, Not(HasSubstr("u_p_p")));
  EXPECT_THAT(text, HasSubstr("CCTK_REAL *restrict const x "));
  EXPECT_THAT(text, HasSubstr("CCTK_INT *restrict const flag "));
  EXPECT_THAT(text, Not(HasSubstr("hidden")));
}

TEST(GeneratedTexts, VariablesWithATypeParameterBecomePointersToVoid) {
  bind::ThornSet set;
  set.thorns.push_back(test::make_thorn(
      "Wave", {"IMPLEMENTS: wave\nCCTK_REAL g TYPE=GF TAGS='TypeParameter=\"precision\"' { u }\n", "", "", ""}));
  EXPECT_THAT(bind::arguments_header(set, set.thorns[0]),
              HasSubstr("void *restrict const u CCTK_ATTRIBUTE_UNUSED = (void *)CCTKi_VarDataPtrI("));
}

TEST(GeneratedTexts, CheckedArgumentsAreOnlyDeclaredVariables) {
  auto const set = wave_and_grid();
  std::string const text = bind::arguments_header(set, set.thorns[1]);
  auto const from = text.find("#define DECLARE_CCTK_ARGUMENTS_Wave_Evolve");
  auto const to = text.find("#define DECLARE_CCTK_ARGUMENTS_Wave_Start");
  ASSERT_TRUE(from != std::string::npos && to != std::string::npos);
  std::string const evolve = text.substr(from, to - from);
  EXPECT_THAT(evolve, HasSubstr("CCTK_REAL const *restrict const u_p "));
  EXPECT_THAT(evolve, HasSubstr("CCTK_REAL const *restrict const x "));
  EXPECT_THAT(evolve, HasSubstr("CCTK_REAL *restrict const u "));
  EXPECT_THAT(evolve, Not(HasSubstr(" y ")));
  EXPECT_THAT(text.substr(to), Not(HasSubstr("CCTKi_VarDataPtrI")));
}

TEST(GeneratedTexts, ScheduledFunctionsHavePrototypesWithCLinkage) {
  auto const set = wave_and_grid();
  std::string const text = bind::arguments_header(set, set.thorns[1]);
  auto const from = text.find("extern \"C\" {\n#endif\nvoid");
  ASSERT_NE(from, std::string::npos) << text;
  EXPECT_THAT(text.substr(from), HasSubstr("\nvoid Wave_Evolve(CCTK_ARGUMENTS);\n"));
  EXPECT_THAT(bind::thorn_binding_source(set, set.thorns[1]), HasSubstr("#define CHEMORA_NO_PROTOTYPES\n"));
}

TEST(GeneratedTexts, VariableSlotsNameImplementationOrThorn) {
  auto const set = wave_and_grid();
  std::string const text = bind::thorn_binding_source(set, set.thorns[1]);
  EXPECT_THAT(text, HasSubstr("{\"Wave::u\", &chemora_variables_of_Wave.u}"));                   // private
  EXPECT_THAT(text, HasSubstr("{\"grid::x\", &chemora_variables_of_Wave.x}"));                   // inherited
  EXPECT_THAT(bind::thorn_binding_source(set, set.thorns[0]), HasSubstr("{\"grid::hidden\", ")); // protected
}

TEST(GeneratedTexts, AliasedFunctionsCallTheirProvider) {
  auto const set = wave_and_grid();
  std::string const declaration =
      "CCTK_INT Notify(CCTK_POINTER_TO_CONST const GH, CCTK_REAL const *values, CCTK_INT *n, CCTK_STRING const what)";
  EXPECT_THAT(bind::functions_header(set, set.thorns[0]), HasSubstr(declaration + ";"));
  EXPECT_THAT(bind::functions_header(set, set.thorns[1]), HasSubstr("CCTK_INT Wave_Notify("));
  std::string const text = bind::aliased_functions_source(set);
  EXPECT_THAT(text, HasSubstr("extern \"C\" " + declaration));
  EXPECT_THAT(text, HasSubstr("(provider_of_Notify)(GH, values, n, what)"));
  EXPECT_THAT(bind::thorn_binding_source(set, set.thorns[1]), HasSubstr("{\"Notify\", Wave_Notify}"));
}

TEST(GeneratedTexts, CompiledThornsAndTheirNamesakesAreDefined) {
  auto set = wave_and_grid();
  set.thorns[0].namesake = "CactusBase/CartGrid3D";
  EXPECT_EQ(bind::thorn_list_header(set), "/* The compiled thorns. */\n#pragma once\n#define TEST_GRID 1\n"
                                          "#define CACTUSBASE_CARTGRID3D 1\n#define TEST_WAVE 1\n");
}

TEST(GeneratedTexts, IncludesComeFromTheirContributors) {
  auto const set = wave_and_grid();
  auto const headers = bind::used_includes(set, set.thorns[1]);
  ASSERT_EQ(headers.size(), 1u);
  EXPECT_EQ(headers[0].name, "Symmetry.h");
  EXPECT_THAT(headers[0].contents, HasSubstr("#include \"/thorns/Test/Grid/src/Symmetry_part.h\""));
}

TEST(GeneratedTexts, CapabilitiesExist) {
  auto const set = wave_and_grid();
  std::string const text = bind::capabilities_header(set, set.thorns[1]);
  EXPECT_THAT(text, HasSubstr("#define HAVE_CAPABILITY_MPI 1"));
  EXPECT_THAT(text, HasSubstr("#define HAVE_CAPABILITY_Grid 1"));
  EXPECT_THAT(text, Not(HasSubstr("LoopControl")));
}

TEST(GeneratedTexts, CapabilitiesIncludeThoseOfTheirProviders) {
  bind::ThornSet set;
  set.thorns = {test::make_thorn("A", {"IMPLEMENTS: a", "", "", "REQUIRES MPI B\nPROVIDES A { }"}),
                test::make_thorn("B", {"IMPLEMENTS: b", "", "", "PROVIDES B { }\nREQUIRES A"}),
                test::make_thorn("C", {"IMPLEMENTS: c", "", "", "OPTIONAL a { }\nOPTIONAL HDF5 { }"})};
  set.capabilities = {"MPI"};
  set.capability_headers = {{"mpi", "#define CCTK_MPI 1\n"}, {"b", "#define B_IS 2\n"}};
  EXPECT_EQ(bind::capabilities_header(set, set.thorns[2]),
            "/* Capabilities that thorn C requires and this configuration provides. */\n#pragma once\n"
            "#define CCTK_MPI 1\n#define HAVE_CAPABILITY_MPI 1\n"
            "#define B_IS 2\n#define HAVE_CAPABILITY_B 1\n"
            "#define HAVE_CAPABILITY_a 1\n#define HAVE_CAPABILITY_A 1\n");
}

TEST(GeneratedTexts, CclIsEmbeddedVerbatim) {
  bind::ThornSet set;
  std::string const schedule = "# )ccl\" and \\n\nSCHEDULE f AT evol { LANG: C } \"a \\\"quoted\\\" word\"\n";
  set.thorns.push_back(test::make_thorn("A", {"IMPLEMENTS: a", "", schedule, ""}));
  EXPECT_THAT(bind::thorn_binding_source(set, set.thorns[0]), HasSubstr(base::cpp_literal(schedule, "       ")));
}

TEST(GeneratedTexts, RegistryHasTheOrderOfTheThornList) {
  std::string const text = bind::registry_source(wave_and_grid());
  EXPECT_LT(text.find("      binding_of_Grid(),"), text.find("      binding_of_Wave(),"));
}

TEST(GeneratedTexts, AddedThornHasOnlyTheFunctionsThatTheProgramLacks) {
  auto set = wave_and_grid();
  auto const registry = bind::registry_source(set);
  set.thorns.push_back(test::make_thorn(
      "Own",
      {"IMPLEMENTS: own\nCCTK_INT FUNCTION Notify(CCTK_POINTER_TO_CONST IN GH, CCTK_REAL ARRAY IN values, CCTK_INT "
       "OUT n, CCTK_STRING IN what)\nUSES FUNCTION Notify\nCCTK_INT FUNCTION Extra()\nUSES FUNCTION Extra",
       "", "", ""}));
  auto const text = bind::added_thorn_source(set);
  EXPECT_THAT(text, HasSubstr("provider_of_Extra"));
  EXPECT_THAT(text, Not(HasSubstr("provider_of_Notify")));
  EXPECT_THAT(text, HasSubstr("binding_of_Own()"));
  EXPECT_THAT(text, Not(HasSubstr("binding_of_Wave()")));

  auto const start = registry.find("return \"", registry.find("program_identity")) + 8;
  std::string const identity = registry.substr(start, 32);
  EXPECT_THAT(text, HasSubstr('"' + identity + '"'));
  set.thorns[0] = test::make_thorn("Grid", {"IMPLEMENTS: grid", "", "", ""});
  EXPECT_THAT(bind::added_thorn_source(set), Not(HasSubstr(identity))) << "another program";
}

} // namespace
