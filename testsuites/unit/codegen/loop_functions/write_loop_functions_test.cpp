#include "codegen/loop_functions/write_loop_functions.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;

std::string const scale = "!$chemora first = lbnd(x, 1)\n"
                          "subroutine scale(n, first, x)\n"
                          "  integer n, first, i\n"
                          "  real*8 x(n)\n"
                          "  do i = 1, n\n"
                          "    x(i) = x(i) * (first + i)\n"
                          "  end do\n"
                          "end subroutine scale\n";

TEST(WriteLoopFunctions, ListsArgumentsForTheBinder) {
  auto const files =
      loop_functions::write_loop_functions("Thorn", {loop_functions::read_loop_function({"loops/Scale.f90", scale})});
  EXPECT_EQ(files.at("loops.txt"), "function\tScale\tloops/Scale.f90\n"
                                   "scalar\tn\tint32\t1\t2\t18\t\n"
                                   "scalar\tfirst\tint32\t0\t1\t1\tlbnd(x, 1)\n"
                                   "array\tx\treal64\trw\t2\t28\t\n");
}

TEST(WriteLoopFunctions, WritesScheduledFunctions) {
  auto const files =
      loop_functions::write_loop_functions("Thorn", {loop_functions::read_loop_function({"loops/Scale.f90", scale})});
  EXPECT_THAT(files.at("Thorn_loops.cpp"), HasSubstr("extern \"C\" int Thorn_RegisterLoops()"));
  EXPECT_THAT(files.at("Thorn_loops.cpp"), HasSubstr("extern \"C\" void Scale(CCTK_ARGUMENTS)"));
}

TEST(DefaultVariables, AreThoseOfNumbersAndBooleans) {
  auto const variables = loop_functions::default_variables(
      {"param.ccl", "# INT no \"\" {} 1\nCCTK_INT Nq \"points } of\" STEERABLE=ALWAYS\n{\n  2:* :: \"} 7\" \n} 4\n"
                    "REAL kappa \"\" { 0:* :: \"\" } 0.5\nBOOLEAN tuned \"\" { } \"yes\"\n"
                    "KEYWORD mode \"\" { \"a\" :: \"\" } \"a\"\nSHARES: other\nUSES INT n\n"});
  EXPECT_EQ(variables, (loop_functions::ScriptVariables{{"Nq", transform::make_value(4L)},
                                                        {"kappa", transform::make_value(0.5)},
                                                        {"tuned", transform::make_value(true)}}));
}

TEST(CheckScript, ReportsIllegalTransformations) {
  auto const function = loop_functions::read_loop_function(
      {"loops/Scale.f90", scale +
                              "!$loopy begin\n! f = parse_fortran(SOURCE, FILENAME)\n! f = tag_inames(f, \"k:g.0\")\n"
                              "! RESULT = [f]\n!$loopy end\n"});
  EXPECT_THROW(loop_functions::check_script(function, {}), base::UserError);
}

} // namespace
