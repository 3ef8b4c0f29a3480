// Tests the text of the files of generated thorns, with the sample of the Chemora paper and other equations.
#include "codegen/ir/graph.hpp"
#include "codegen/thorn_writer/write_thorn.hpp"
#include "framework/base/generated_code.hpp"
#include "testsuites/unit/codegen/thorn_writer/compiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

namespace chemora::thorn_writer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Sample 1 of the Chemora paper, with the declarations that the paper omits.
char const* const sample_1 = R"(begin thorn Sample1
begin parameters
  A : real, default: 1
  W : real, default: 1
end parameters
begin variables
  u rho v_i eps
end variables
begin calculation Init
    u = 0
    rho = A exp(-1/2 (r/W)**2)
    v_i = 0
end calculation
begin calculation RHS
    D_t u = rho
    D_t rho = delta^ij D_i v_j
    D_t v_i = D_i rho
end calculation
begin calculation Energy
    eps = 1/2 (rho**2 + delta^ij v_i v_j)
end calculation
end thorn
)";

TEST(WriteThorn, AcceptsTheSampleOfThePaper) {
  auto const system = compiled(sample_1);
  ASSERT_EQ(system.kernels.size(), 3u);
  EXPECT_EQ(system.kernels[1].variants[0].outputs,
            (std::vector<std::string>{"urhs", "rhorhs", "v1rhs", "v2rhs", "v3rhs"}));
  ThornFiles const files = write_thorn(system, "folder/test.edl");
  std::string const& schedule = files.at("schedule.ccl");
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE Sample1_Init AT CCTK_INITIAL"));
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE Sample1_RHS IN MoL_CalcRHS"));
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE Sample1_Energy AT CCTK_ANALYSIS\n{\n  LANG: C\n  TAGS: "
                                  "TellsAccelerator=1\n  TRIGGERS: Sample1::eps\n"));
}

std::string with_precision(std::string const& types) {
  std::string text = sample_1;
  return text.insert(text.find("begin parameters"), "precision " + types + "\n");
}

TEST(WriteThorn, DeclaresVariablesOfOnePrecision) {
  ThornFiles const files = write_thorn(compiled(with_precision("real32")), "test.edl");
  EXPECT_THAT(files.at("interface.ccl"),
              HasSubstr("CCTK_REAL4 u TYPE=GF TIMELEVELS=2 TAGS='tensortypealias=\"Scalar\"'"));
  EXPECT_THAT(files.at("param.ccl"), Not(HasSubstr("precision")));
}

TEST(WriteThorn, DeclaresTheParameterThatSelectsThePrecision) {
  ThornFiles const files = write_thorn(compiled(with_precision("real64, real32")), "test.edl");
  EXPECT_THAT(files.at("interface.ccl"), HasSubstr("CCTK_REAL u TYPE=GF TIMELEVELS=2 TAGS='tensortypealias=\"Scalar\" "
                                                   "TypeParameter=\"precision\"'"));
  EXPECT_THAT(files.at("param.ccl"), HasSubstr("CCTK_KEYWORD precision \"Type of all variables"));
  EXPECT_THAT(files.at("param.ccl"), HasSubstr("  \"real32\" :: \"single precision, 32 bits\"\n} \"real64\"\n"));
  EXPECT_THAT(files.at("src/Sample1.cpp"),
              HasSubstr("CCTK_VarTypeI(CCTK_VarIndex(\"Sample1::u\")) != CCTK_VARIABLE_REAL4"));
}

// Every Cactus can compile a generated source file, because the file includes only headers of the flesh.
TEST(WriteThorn, IncludesOnlyHeadersOfTheFlesh) {
  std::string const source = write_thorn(compiled(sample_1), "test.edl").at("src/Sample1.cpp");
  std::istringstream lines(source);
  std::vector<std::string> included;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("#include ")) included.push_back(line.substr(9));
  EXPECT_THAT(included, ::testing::ElementsAre("\"cctk.h\"", "\"cctk_Arguments.h\"", "\"cctk_Functions.h\"",
                                               "\"cctk_Parameters.h\"", "\"util_Table.h\""));
  EXPECT_THAT(source, HasSubstr("CCTK_ParameterGet(\"type\", grid, &type)"));
}

// Generated sources contain sealed graph texts, so that a simulation parses only the graphs that it uses.
TEST(WriteThorn, SealsItsGraphs) {
  discretisation::DiscreteSystem const system = compiled(sample_1);
  std::string const source = write_thorn(system, "test.edl").at("src/Sample1.cpp");
  for (discretisation::Kernel const& kernel : system.kernels)
    for (ir::Graph const& graph : kernel.variants)
      EXPECT_THAT(source, HasSubstr(base::cpp_literal("\n" + ir::sealed(ir::to_text(graph)), "    ")));
}

// DECLARE_CCTK_PARAMETERS makes a local variable of each parameter, and users may choose names such as `width`.
TEST(WriteThorn, HasNoLocalsBesidesParameters) {
  std::string const source = write_thorn(compiled(sample_1), "test.edl").at("src/Sample1.cpp");
  EXPECT_THAT(source, HasSubstr("  DECLARE_CCTK_PARAMETERS;\n  ::select_boundaries(cctkGH, boundary);\n}\n"));
  EXPECT_THAT(source, HasSubstr("  DECLARE_CCTK_PARAMETERS;\n  ::require_ghost_zones("));
}

TEST(WriteThorn, RequiresGhostZonesOfAllStencilsOfACalculation) {
  std::string const declarations = "begin thorn Law\nbegin variables\n u\nend variables\nbegin derivatives\n"
                                   " Div f_i = (f_(i+1/2) - f_(i-1/2))/h\nend derivatives\n"
                                   "begin faces along i\n F^i = u at i\nend faces\nbegin calculation RHS\n D_t u = ";
  auto const source_of = [&](std::string const& right) {
    std::string const text = declarations + right + "\nend calculation\nend thorn\n";
    return write_thorn(compiled(text), "test.edl").at("src/Law.cpp");
  };
  EXPECT_THAT(source_of("-Div_i F^i"), HasSubstr("require_ghost_zones(cctkGH, \"Law_RHS\", {1, 1, 1})"));
  EXPECT_THAT(source_of("-Div_i F^i + D_1 u"), HasSubstr("require_ghost_zones(cctkGH, \"Law_RHS\", {2, 1, 1})"));
}

TEST(WriteThorn, RequiresGhostZonesOnlyOfScheduledCalculations) {
  std::string const text = "begin thorn Law\nbegin parameters\n kind : keyword, default: \"a\", range: \"a\", \"b\"\n"
                           "end parameters\nbegin variables\n u\nend variables\n"
                           "begin calculation RHS if kind != \"b\"\n D_t u = D_1 u\nend calculation\n"
                           "begin calculation Other if kind == \"b\"\n D_t u = D_2 u\nend calculation\nend thorn\n";
  std::string const source = write_thorn(compiled(text), "test.edl").at("src/Law.cpp");
  EXPECT_THAT(source, HasSubstr("if (!CCTK_Equals(kind, \"b\")) ::require_ghost_zones(cctkGH, \"Law_RHS\""));
  EXPECT_THAT(source,
              HasSubstr("if (CCTK_EQUALS(kind, \"b\")) ::require_ghost_zones(cctkGH, \"Law_Other with kind = b\""));
}

TEST(WriteThorn, EndsAllFilesWithANewline) {
  ThornFiles const files = write_thorn(compiled(sample_1), "folder/test.edl");
  std::vector<std::string> names;
  for (auto const& [name, contents] : files) {
    names.push_back(name);
    EXPECT_EQ(contents.back(), '\n') << name;
    EXPECT_THAT(contents, HasSubstr("Generated by edlc from test.edl")) << name;
    EXPECT_THAT(contents, Not(HasSubstr("folder"))) << name;
  }
  EXPECT_THAT(names, ::testing::ElementsAre("configuration.ccl", "interface.ccl", "param.ccl", "schedule.ccl",
                                            "src/Sample1.cpp", "src/make.code.defn"));
  EXPECT_EQ(files, write_thorn(compiled(sample_1), "folder/test.edl"));
}

TEST(WriteThorn, AddsSourcesOfBuiltInKernels) {
  ThornFiles const files = write_thorn(compiled(sample_1), "folder/test.edl", {"// one\n", "// two\n"});
  EXPECT_THAT(files.at("src/built_in_1.cpp"), HasSubstr("// one\n"));
  EXPECT_THAT(files.at("src/built_in_2.cpp"), HasSubstr("Generated by edlc from test.edl"));
  EXPECT_THAT(files.at("src/make.code.defn"), HasSubstr("SRCS = Sample1.cpp built_in_1.cpp built_in_2.cpp\n"));
  std::string const& source = files.at("src/Sample1.cpp");
  EXPECT_THAT(source, HasSubstr("  " + built_in_prefix("Sample1") + "_2(add_built_in);\n  return 0;\n}\n"));
  EXPECT_THAT(write_thorn(compiled(sample_1), "test.edl").at("src/Sample1.cpp"), Not(HasSubstr("add_built_in")));
}

TEST(WriteThorn, DeclaresGroupsWithTheirTensorType) {
  std::string const interface = write_thorn(compiled(sample_1), "test.edl").at("interface.ccl");
  EXPECT_THAT(interface,
              HasSubstr("CCTK_REAL v TYPE=GF TIMELEVELS=2 TAGS='tensortypealias=\"D\"'\n{\n  v1, v2, v3\n} \"v\"\n"));
  EXPECT_THAT(interface,
              HasSubstr("CCTK_REAL vrhs TYPE=GF TIMELEVELS=1 TAGS='tensortypealias=\"D\" Prolongation=\"None\" "
                        "Checkpoint=\"no\"'\n{\n  v1rhs, v2rhs, v3rhs\n}"));
}

TEST(WriteThorn, DeclaresMirrorSignsWithoutACommonType) {
  std::string const interface =
      write_thorn(compiled("begin thorn T\nbegin group mix\n p_i q\nend group\n"
                           "begin calculation C scheduled at initial\n p_i = 0\n q = 0\nend calculation\nend thorn\n"),
                  "test.edl")
          .at("interface.ccl");
  EXPECT_THAT(interface, HasSubstr("mix TYPE=GF TIMELEVELS=1 TAGS='mirrorsigns=\"-++ +-+ ++- +++\"'\n"));
}

TEST(WriteThorn, DerivesAccessesFromGraphs) {
  std::string const schedule = write_thorn(compiled(sample_1), "test.edl").at("schedule.ccl");
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE Sample1_RHS IN MoL_CalcRHS\n{\n  LANG: C\n  TAGS: TellsAccelerator=1\n  "
                                  "READS: Sample1::rho(everywhere)\n"
                                  "  READS: Sample1::v1(everywhere)\n  READS: Sample1::v2(everywhere)\n"
                                  "  READS: Sample1::v3(everywhere)\n  WRITES: Sample1::urhs(interior)\n"));
  EXPECT_THAT(schedule, HasSubstr("SYNC: Sample1::u\n  SYNC: Sample1::rho\n  SYNC: Sample1::v\n"));
}

TEST(WriteThorn, WritesConditionsToTheSchedule) {
  std::string const schedule =
      write_thorn(
          compiled("begin thorn T\nbegin parameters\n kind : keyword, default: \"a\", range: \"a\", \"b c\"\n"
                   " quiet : boolean, default: no\n n : int, default: 3\nend parameters\n"
                   "begin variables\n u\nend variables\n"
                   "begin calculation C scheduled at initial if kind == \"b c\" and not quiet or n > -2\n u = 0\n"
                   "end calculation\nend thorn\n"),
          "test.edl")
          .at("schedule.ccl");
  EXPECT_THAT(
      schedule,
      HasSubstr("if ((CCTK_Equals(kind, \"b c\") && !quiet) || (n > -2))\n{\n  SCHEDULE T_C AT CCTK_INITIAL\n"));
}

TEST(WriteThorn, WritesRangesAndSteeringOfParameters) {
  std::string const parameters =
      write_thorn(
          compiled("begin thorn T\nbegin parameters\n a : real \"alpha\", default: 1/4, range: above 0 to 1 \"unit\", "
                   "steerable: always\n n : int, default: 2, range: 1 to 5, 7\n b : boolean, default: yes\n"
                   "end parameters\nbegin variables\n u\nend variables\n"
                   "begin calculation C scheduled at initial\n u = if(b, a, n)\nend calculation\nend thorn\n"),
          "test.edl")
          .at("param.ccl");
  EXPECT_THAT(parameters, HasSubstr("CCTK_REAL a \"alpha\" STEERABLE=ALWAYS\n{\n  \"(0:1]\" :: \"unit\"\n} 0.25\n"));
  EXPECT_THAT(parameters, HasSubstr("CCTK_INT n \"n\"\n{\n  1:5 :: \"\"\n  7 :: \"\"\n} 2\n"));
  EXPECT_THAT(parameters, HasSubstr("CCTK_BOOLEAN b \"b\"\n{\n} \"yes\"\n"));
  EXPECT_THAT(parameters, Not(HasSubstr("boundary")));
}

TEST(WriteThorn, WritesImplementationsOfForeignVariables) {
  ThornFiles const files = write_thorn(compiled("begin thorn T\ninherit ADMBase\nbegin variables\n u\nend variables\n"
                                                "begin calculation C scheduled at analysis\n u = D_1 ADMBase::alp\n"
                                                "end calculation\nend thorn\n"),
                                       "test.edl");
  EXPECT_THAT(files.at("interface.ccl"), HasSubstr("INHERITS: ADMBase\n"));
  EXPECT_THAT(files.at("schedule.ccl"),
              HasSubstr("  SYNC: T::u\n  READS: ADMBase::alp(everywhere)\n  WRITES: T::u(interior)\n"));
}

// Triggered output and interpolation run after the points beyond mirrors are filled.
TEST(WriteThorn, WritesAScheduleGroupIfGhostZonesAreFilled) {
  ThornFiles const files = write_thorn(compiled(R"(begin thorn T
begin variables
  u v w
end variables
begin calculation First scheduled at analysis
  v = D_1 u
end calculation
begin calculation Second scheduled at analysis after First
  w = v
end calculation
end thorn
)"),
                                       "test.edl");
  std::string const& schedule = files.at("schedule.ccl");
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE GROUP T_First AT CCTK_ANALYSIS\n{\n  TRIGGERS: T::v\n}"));
  EXPECT_THAT(schedule,
              HasSubstr("SCHEDULE T_First AS T_First_Calculate IN T_First\n{\n  LANG: C\n  TAGS: TellsAccelerator=1\n  "
                        "SYNC: T::v\n  READS: T::u(everywhere)\n"));
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE T_First_SelectOutside IN T_First AFTER T_First_Calculate\n"));
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE GROUP ApplyBCs AS T_First_ApplyBCs IN T_First AFTER "
                                  "T_First_SelectOutside\n"));
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE T_Second AT CCTK_ANALYSIS AFTER T_First\n"));
  EXPECT_THAT(files.at("interface.ccl"), HasSubstr("USES FUNCTION Boundary_SelectGroupForBC\n"));
  EXPECT_THAT(files.at("src/T.cpp"), HasSubstr("void T_First_SelectOutside(CCTK_ARGUMENTS) {\n  "
                                               "select_zero(cctkGH, \"T::v\");\n}\n"));
}

TEST(WriteThorn, OrdersCalculationsAndGroupsByName) {
  std::string const schedule = write_thorn(compiled(R"(begin thorn T
inherit Channel
begin derivatives
  D_i = centred(2)
end derivatives
begin calculation A scheduled at initial
  source_x = D_1 depth
end calculation
begin calculation B scheduled at initial after A
  twice = 2 source_x
end calculation
end thorn
)",
                                                    "test.kranc"),
                                           "test.kranc")
                                   .at("schedule.ccl");
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE T_A AT CCTK_INITIAL\n"));
  EXPECT_THAT(schedule, HasSubstr("SCHEDULE T_B AT CCTK_INITIAL AFTER T_A\n"));
}

TEST(WriteThorn, SharesKeywordsAndExchangesGroupsOfOtherThorns) {
  ThornFiles const files = write_thorn(compiled(R"(begin thorn Ripple
begin shared ADMBase
  initial_data : keyword "What sets the metric", range: "ripple" "flat space with a ripple"
end shared
begin inherited ADMBase
  alp group lapse
  gxx
end inherited
begin calculation Start scheduled in ADMBase_InitialData on everywhere if initial_data == "ripple"
  gxx = 1
end calculation
begin calculation Lapse scheduled in ADMBase_PostInitial
  alp = D_1 gxx
end calculation
end thorn
)"),
                                       "ripple.edl");
  EXPECT_THAT(files.at("param.ccl"),
              HasSubstr("SHARES: ADMBase\n\nEXTENDS KEYWORD initial_data \"What sets the metric\"\n{\n"
                        "  \"ripple\" :: \"flat space with a ripple\"\n}"));
  EXPECT_THAT(files.at("schedule.ccl"), HasSubstr("if (CCTK_Equals(initial_data, \"ripple\"))"));
  EXPECT_THAT(files.at("schedule.ccl"), HasSubstr("SYNC: ADMBase::lapse"));
  EXPECT_THAT(files.at("src/Ripple.cpp"),
              Not(HasSubstr("when initial_data"))); // kernels read only parameters of their thorn
}

std::string source_with_blocks(std::string const& blocks) {
  return write_thorn(compiled("begin thorn Fast\nbegin variables\n u g_(ij)\nend variables\n" + blocks +
                              "begin calculation RHS\n D_t u = delta^ij D_ij u\n D_t g_ij = 0\nend calculation\n"
                              "end thorn\n"),
                     "fast.edl")
      .at("src/Fast.cpp");
}

TEST(WriteThorn, DeclaresSpeedsWithoutAMetric) {
  std::string const speeds = "begin boundaries\n u : speed: 2\nend boundaries\n";
  EXPECT_THAT(source_with_blocks(speeds), HasSubstr("  ::declare_speed(2.0);"));
  EXPECT_THAT(source_with_blocks("begin metrics\n g_ij\nend metrics\n" + speeds), Not(HasSubstr("::declare_speed(")));
}

TEST(WriteThorn, DeclaresOnlySpecifiedSpeeds) {
  auto const is_undeclared = Not(HasSubstr("::declare_speed("));
  EXPECT_THAT(source_with_blocks(""), is_undeclared);
  EXPECT_THAT(source_with_blocks("begin boundaries\n u : limit: 1\nend boundaries\n"), is_undeclared);
  EXPECT_THAT(source_with_blocks("begin boundaries\n u : extrapolated\nend boundaries\n"), is_undeclared);
  std::string const extrapolated =
      source_with_blocks("begin boundaries\n u : extrapolated, speed: 3\nend boundaries\n");
  EXPECT_THAT(extrapolated, HasSubstr("  ::declare_speed(3.0);"));
  EXPECT_THAT(extrapolated, Not(HasSubstr("::declare_speed(1.0)"))) << "other variables have no speed";
  EXPECT_THAT(extrapolated, HasSubstr("    ::select_extrapolation(cctkGH, \"Fast::u\");"));
}

TEST(WriteThorn, ChecksRequirementsAndTagsPseudotensors) {
  ThornFiles const files = write_thorn(compiled(R"(begin thorn Rules
begin parameters
  mode : keyword, default: "a", range: "a", "b"
  n : int, default: 1
  m : int, default: 2
end parameters
begin variables
  u : "Turns" parity -1
  v : "Stays" parity 1
end variables
begin requirements
  mode == "a" or -m < n and n <= m : "n is at most m."
end requirements
begin calculation Start scheduled at initial
  u = 1
  v = 1
end calculation
end thorn
)"),
                                       "rules.edl");
  EXPECT_THAT(files.at("src/Rules.cpp"), HasSubstr("CCTK_Equals(mode, \"a\") || "));
  EXPECT_THAT(files.at("src/Rules.cpp"), HasSubstr("CCTK_VParamWarn(CCTK_THORNSTRING, \"%s\", \"n is at most m.\");"));
  EXPECT_THAT(files.at("schedule.ccl"), HasSubstr("SCHEDULE Rules_CheckParameters AT CCTK_PARAMCHECK"));
  EXPECT_THAT(files.at("interface.ccl"),
              HasSubstr("u TYPE=GF TIMELEVELS=1 TAGS='tensortypealias=\"Scalar\" tensorparity=-1'"));
  EXPECT_THAT(files.at("interface.ccl"), HasSubstr("v TYPE=GF TIMELEVELS=1 TAGS='tensortypealias=\"Scalar\"'"));
}

TEST(Save, DoesNotRewriteUnchangedFiles) {
  std::filesystem::path const folder = std::filesystem::path(CHEMORA_BINARY_DIR) / "thorn_writer_save_test";
  std::filesystem::remove_all(folder);
  save({{"src/a.txt", "one\n"}}, folder.string());
  auto const written = std::filesystem::last_write_time(folder / "src/a.txt") - std::chrono::hours(1);
  std::filesystem::last_write_time(folder / "src/a.txt", written);
  save({{"src/a.txt", "one\n"}}, folder.string());
  EXPECT_EQ(std::filesystem::last_write_time(folder / "src/a.txt"), written);
  save({{"src/a.txt", "two\n"}}, folder.string());
  EXPECT_NE(std::filesystem::last_write_time(folder / "src/a.txt"), written);
  EXPECT_FALSE(std::filesystem::exists(folder / "src/a.txt.new"));
}

} // namespace
} // namespace chemora::thorn_writer
