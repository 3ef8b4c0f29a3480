// Tests the boundary conditions that generated thorns select.
#include "codegen/thorn_writer/thorn.hpp"

#include "codegen/thorn_writer/write_thorn.hpp"
#include "testsuites/unit/codegen/thorn_writer/compiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace chemora::thorn_writer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(WriteBoundaries, SelectsFlatForEvolvedVariables) {
  ThornFiles const files = write_thorn(compiled(R"(begin thorn T
begin group state
  u v w
end group
begin calculation Start
  u = x**2
end calculation
begin calculation Slope scheduled at initial after Start outside flat
  v = D_1 u
  w = v
end calculation
begin calculation Evolve
  D_t u = v
  D_t v = D_1 u
  D_t w = 0
end calculation
end thorn
)"),
                                       "test.edl");
  std::string const& source = files.at("src/T.cpp");
  EXPECT_THAT(source, HasSubstr("void T_Slope_SelectOutside(CCTK_ARGUMENTS) {\n  "
                                "select_flat(cctkGH, \"T::v\");\n  select_flat(cctkGH, \"T::w\");\n}\n"));
  EXPECT_THAT(files.at("interface.ccl"), HasSubstr("REQUIRES FUNCTION Boundary_SelectVarForBC\n"));
  EXPECT_THAT(source, Not(HasSubstr("void select_mirrors(")));
}

// Values outside of the interior are set to 0, so that norms over the whole grid are defined. Variables of other thorns
// whose group is unknown are not synchronised.
TEST(WriteBoundaries, SetsInteriorResultsToZeroOutside) {
  ThornFiles const files = write_thorn(compiled(R"(begin thorn T
begin variables
  u v w q
end variables
begin calculation Inside scheduled at analysis
  v = D_1 u
  w = D_1 u
end calculation
begin calculation Outside scheduled at analysis on boundary
  w = u
end calculation
begin calculation Start scheduled at initial
  q = D_1 u
end calculation
begin calculation RHS
  D_t q = 0
end calculation
end thorn
)"),
                                       "test.edl");
  std::string const& source = files.at("src/T.cpp");
  EXPECT_THAT(source, HasSubstr("select_zero(cctkGH, \"T::v\");\n  select_mirrors(cctkGH, \"T::w\");\n}\n"));
  EXPECT_THAT(source, HasSubstr("void T_Start_SelectOutside(CCTK_ARGUMENTS) {\n  "
                                "select_mirrors(cctkGH, \"T::q\");\n}\n"))
      << "q evolves";
}

TEST(WriteBoundaries, SetsLimitsAndSpeedsOfRadiativeBoundaries) {
  ThornFiles const files = write_thorn(compiled(R"(begin thorn Far
begin parameters
  mode : keyword, default: "a", range: "a", "b"
  size : real, default: 1
  n : int, default: 1
end parameters
begin variables
  u g_(ij)
end variables
begin boundaries
  u : limit: mode == "a" ? -size**2/3 : max(size, 0), speed: sqrt(2)/n
  g_ij : limit: delta_ij
end boundaries
begin calculation RHS
  D_t u = 0
  D_t g_ij = 0
end calculation
end thorn
)"),
                                       "far.edl");
  std::string const& source = files.at("src/Far.cpp");
  EXPECT_THAT(source, HasSubstr("select_radiative(cctkGH, \"Far::u\", (CCTK_Equals(mode, \"a\") ? "));
  EXPECT_THAT(source, HasSubstr("std::fmax(size, 0.0)), (std::sqrt(2.0) / static_cast<CCTK_REAL>(n)));"));
  EXPECT_THAT(source, HasSubstr("select_radiative(cctkGH, \"Far::g11\", 1.0, 1.0);"));
  EXPECT_THAT(source, HasSubstr("select_radiative(cctkGH, \"Far::g12\", 0.0, 1.0);"));
  EXPECT_THAT(files.at("interface.ccl"), HasSubstr("Boundary_SelectVarForBC"));
  EXPECT_THAT(source, HasSubstr("condition_now(cctkGH, \"Radiation\")")) << "initial data have no past";
}

TEST(WriteBoundaries, ExtrapolatesVariablesOfRadiativeBoundaries) {
  ThornFiles const files = write_thorn(compiled(R"(begin thorn Far
begin variables
  u w
end variables
begin boundaries
  w : extrapolated
end boundaries
begin calculation RHS
  D_t u = D_1 w
  D_t w = D_1 u
end calculation
begin calculation Incoming scheduled in MoL_PostStep after Far_ApplyBCs on boundary if boundary == "radiative"
  w = u normal_1
end calculation
end thorn
)"),
                                       "far.edl");
  std::string const& source = files.at("src/Far.cpp");
  EXPECT_THAT(source, HasSubstr("    ::select_radiative(cctkGH, \"Far::u\", 0.0, 1.0);"));
  EXPECT_THAT(source, HasSubstr("    ::select_extrapolation(cctkGH, \"Far::w\");"));
  EXPECT_THAT(source, HasSubstr("param int32 cctk_boundary_x_lower"));
  EXPECT_THAT(files.at("schedule.ccl"),
              HasSubstr("if (CCTK_Equals(boundary, \"radiative\"))\n{\n  SCHEDULE Far_Incoming IN MoL_PostStep AFTER "
                        "Far_ApplyBCs"));
}

// The equation language and the thorn Boundary have separate tables of boundary conditions. The names in both tables
// must agree.
TEST(WriteBoundaries, NamesConditionsOfThornBoundary) {
  std::string sources;
  for (auto const& file :
       std::filesystem::directory_iterator(CHEMORA_SOURCE_DIR "/thorns/Grid/Boundary/src/conditions"))
    sources += base::read_source(file.path().string()).contents;
  for (tensor::BoundaryCondition const& condition : tensor::boundary_conditions)
    EXPECT_THAT(sources, HasSubstr("{\"" + std::string(condition.name) + "\", ")) << condition.keyword;
}

} // namespace
} // namespace chemora::thorn_writer
