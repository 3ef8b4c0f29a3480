#include "framework/bind/generated_texts.hpp"
#include "testsuites/unit/framework/bind/two_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

bind::ThornSet wave_and_grid() {
  bind::ThornSet set;
  set.thorns.push_back(test::make_thorn("Grid", {"IMPLEMENTS: grid\nPUBLIC:\nREAL coordinates TYPE=GF { x }",
                                                 "RESTRICTED:\nINT list[7] \"\" { 0:* } 1\n", "", ""}));
  set.thorns.push_back(
      test::make_thorn("Wave", {R"(IMPLEMENTS: wave
INHERITS: grid
REAL evolved TYPE=GF TIMELEVELS=2 { u }
INT small[n] TYPE=ARRAY DIM=2 SIZE=3,n { a b }
CHAR letters
REAL t
CCTK_REAL FUNCTION Ask(CCTK_INT IN n, CCTK_STRING IN what, CCTK_REAL OUT ARRAY x)
USES FUNCTION Ask
SUBROUTINE Notify(CCTK_POINTER IN p, CCTK_INT CCTK_FPOINTER IN f(CCTK_REAL IN y))
PROVIDES FUNCTION Notify WITH Wave_Notify LANGUAGE Fortran
USES INCLUDE: parts.h
INCLUDES SOURCE: part.inc IN parts.h
)",
                                "SHARES: grid\nUSES INT list AS l\nPRIVATE:\nBOOLEAN b \"\" { } no\n"
                                "REAL r[2] \"\" { *:* } 1\nINT n \"\" { 1:* } 1\nSTRING s \"\" { } \"\"\n",
                                R"(SCHEDULE Wave_Evolve AT evol { LANG: Fortran
 READS: evolved_p(everywhere) grid::x
 WRITES: wave::u(interior) } "step"
SCHEDULE Wave_Start AT startup { LANG: Fortran } "start"
SCHEDULE Wave_Plain AT evol { LANG: C } "C"
)",
                                ""}));
  bind::give_shared_parameters_their_length(set);
  return set;
}

TEST(FortranTexts, ParametersAreInACommonBlockLargestFirst) {
  auto const set = wave_and_grid();
  EXPECT_THAT(
      bind::fortran_parameters_header(set.thorns[1]),
      HasSubstr("#define DECLARE_CCTK_PARAMETERS \\\n&& CCTK_REAL r(2) \\\n&& CCTK_STRING s \\\n&& CCTK_INT l(7) "
                "\\\n&& CCTK_INT b \\\n&& CCTK_INT n \\\n&& common /chemora_p_Wave/ r,s,l,b,n &&\n"));
  std::string const block = bind::fortran_parameter_block(set.thorns[1]);
  EXPECT_THAT(block, HasSubstr("  CCTK_REAL r[2];\n  CCTK_STRING s[1];\n  CCTK_INT l[7];\n  CCTK_INT b[1];\n"));
  EXPECT_THAT(block, HasSubstr("alignas(32) struct chemora_common_of_Wave chemora_p_wave_ = {};"));
  EXPECT_THAT(block, HasSubstr("copy_parameter(chemora_p_wave_.l, chemora_parameters_of_Wave.l)"));
  EXPECT_EQ(bind::fortran_parameters_header(test::make_thorn("Empty", {"IMPLEMENTS: e", "", "", ""})),
            "/* The parameters of thorn Empty: copies that are updated after every change. */\n#define "
            "DECLARE_CCTK_PARAMETERS\n");
}

TEST(FortranTexts, ArgumentsAreSizesThenVariables) {
  auto const set = wave_and_grid();
  std::string const text = bind::fortran_arguments_header(set, set.thorns[1]);
  EXPECT_THAT(text,
              HasSubstr("#define CCTK_ARGUMENTS CHEMORA_GRID_ARGUMENTS, \\\nX0small, \\\nX1small, \\\nsmall_length, "
                        "\\\nu, \\\nu_p, \\\na, \\\nb, \\\nt, \\\nx\n"));
  EXPECT_THAT(text, HasSubstr("&& CCTK_REAL u_p(cctk_ash1,cctk_ash2,cctk_ash3) \\\n"));
  EXPECT_THAT(text, HasSubstr("&& CCTK_INT b(X0small,X1small,small_length) \\\n&& CCTK_REAL t \\\n"));
  EXPECT_THAT(text, Not(HasSubstr("letters")));
}

TEST(FortranTexts, DeclaredAccessHidesOtherVariables) {
  auto const set = wave_and_grid();
  std::string const text = bind::fortran_arguments_header(set, set.thorns[1]);
  EXPECT_THAT(text, HasSubstr("#define DECLARE_CCTK_ARGUMENTS_WAVE_EVOLVE DECLARE_CCTK_ARGUMENTS_Wave_Evolve\n"));
  EXPECT_THAT(text, HasSubstr("&& CCTK_REAL :: u(cctk_ash1,cctk_ash2,cctk_ash3) \\\n&& CCTK_REAL, iNteNt(iN) :: u_p("));
  EXPECT_THAT(text, HasSubstr("&& type(cctki_inaccessible_grid_variable), intent(IN) :: a \\\n"));
  EXPECT_THAT(text, Not(HasSubstr("ARGUMENTS_Wave_Plain")));
}

TEST(FortranTexts, FunctionsAreExternal) {
  auto const set = wave_and_grid();
  std::string const text = bind::fortran_functions_header(set, set.thorns[1]);
  EXPECT_THAT(text, HasSubstr("_DECLARE_CCTK_FUNCTIONS \\\n&& external Ask \\\n&& CCTK_REAL Ask &&\n"));
  EXPECT_THAT(text, Not(HasSubstr("Notify")));
}

TEST(FortranTexts, IncludesOfSourcesAreGuardedInFortran) {
  auto const set = wave_and_grid();
  EXPECT_THAT(bind::fortran_used_includes(set, set.thorns[1]).at(0).contents,
              HasSubstr("      if (CCTK_IsThornActive(\"Wave\") .ne. 0) then\n#include "
                        "\"/thorns/Test/Wave/src/part.inc\"\n      end if\n"));
}

TEST(FortranTexts, ScheduledFunctionsReceiveAllArguments) {
  auto const set = wave_and_grid();
  std::string const text = bind::thorn_binding_source(set, set.thorns[1]);
  EXPECT_THAT(text, HasSubstr("fortran::GroupSizes const sizes_of_small(cctkGH, chemora_variables_of_Wave.a);"));
  EXPECT_THAT(text, HasSubstr("sizes_of_small.size(1),\n      sizes_of_small.length(),\n      fortran::data(cctkGH, "
                              "chemora_variables_of_Wave.u, 0),\n"));
  EXPECT_THAT(text, HasSubstr("{\"Wave_Evolve\", true, reinterpret_cast<FunctionPointer>(call_wave_evolve_)}"));
  EXPECT_THAT(text, HasSubstr("{\"Wave_Start\", true, wave_start_}"));
  EXPECT_THAT(text, HasSubstr("{\"Wave_Plain\", false, Wave_Plain}"));
}

TEST(FortranTexts, ValuesBecomeAddressesAndStringsGetLengths) {
  auto const set = wave_and_grid();
  std::string const functions = bind::aliased_functions_source(set);
  EXPECT_THAT(functions, HasSubstr("extern \"C\" CCTK_REAL ask_(CCTK_INT const *n, char const *what, CCTK_REAL *x, "
                                   "CCTK_FORTRAN_STRLEN_T what_length) {\n  return Ask(*n, "
                                   "chemora::bind::fortran::c_string(what, what_length).c_str(), x);"));
  EXPECT_THAT(functions, HasSubstr("Notify(*p, chemora::bind::fortran::Adapters<CFunction_Notify_f>::adapt(f))"));
  std::string const binding = bind::thorn_binding_source(set, set.thorns[1]);
  EXPECT_THAT(binding,
              HasSubstr("extern \"C\" void wave_notify_(CCTK_POINTER const *p, CCTK_INT (*f)(CCTK_REAL const *y));"));
  EXPECT_THAT(binding,
              HasSubstr("wave_notify_(&p, chemora::bind::fortran::Adapters<FortranFunction_Notify_f>::adapt(f))"));
  EXPECT_THAT(binding, HasSubstr("{\"Notify\", reinterpret_cast<FunctionPointer>(provide_Notify)}"));
}

} // namespace
