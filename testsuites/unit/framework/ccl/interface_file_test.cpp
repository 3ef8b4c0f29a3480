#include "framework/base/errors.hpp"
#include "framework/ccl/interface_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;

ccl::Interface parse(std::string const& text) { return ccl::parse_interface({"interface.ccl", text}); }

std::string error_of(std::string const& text) {
  try {
    parse("IMPLEMENTS: x\n" + text);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> texts(std::vector<ccl::Name> const& names) {
  std::vector<std::string> all;
  for (auto const& name : names) all.push_back(name.text);
  return all;
}

ccl::VariableGroup group(std::string const& text) { return parse("IMPLEMENTS: x\n" + text).groups.at(0); }

TEST(InterfaceFile, ReadsNamesOfImplementations) {
  auto const file = parse("# a comment\nimplements: wave\nINHERITS: grid, boundary \\\n  time\nFRIEND: a b\n");
  EXPECT_EQ(file.implementation.text, "wave");
  EXPECT_EQ(file.implementation.where.line, 2);
  EXPECT_THAT(texts(file.inherits), testing::ElementsAre("grid", "boundary", "time"));
  EXPECT_THAT(texts(file.friends), testing::ElementsAre("a", "b"));
}

TEST(InterfaceFile, ListsMayBeEmpty) {
  auto const file = parse("IMPLEMENTS: wave\nINHERITS:\nPUBLIC:\nREAL a\n");
  EXPECT_TRUE(file.inherits.empty());
  EXPECT_EQ(file.groups.at(0).access, ccl::Access::public_access);
}

TEST(InterfaceFile, OnlyArraysHaveExtents) {
  auto const error_of = [](std::string const& text) -> std::string {
    try {
      group(text);
      return "no error";
    } catch (base::UserError const& error) {
      return error.what();
    }
  };
  EXPECT_THAT(error_of("REAL u TYPE=GF SIZE=3,3,3"),
              testing::HasSubstr(":2:6: error: The group `u` has SIZE, which has no meaning with TYPE=GF"));
  EXPECT_THAT(error_of("REAL u TYPE=GF GHOSTSIZE=1,1,1"), testing::HasSubstr("`u` has GHOSTSIZE"));
  EXPECT_THAT(error_of("REAL u TYPE=GF DISTRIB=CONSTANT"), testing::HasSubstr("`u` has DISTRIB=CONSTANT"));
  EXPECT_THAT(error_of("REAL s TYPE=SCALAR SIZE=3"),
              testing::HasSubstr("`s` has SIZE, which has no meaning with TYPE=SCALAR"));
  EXPECT_THAT(error_of("REAL s GHOSTSIZE=1"), testing::HasSubstr("`s` has GHOSTSIZE"));
  EXPECT_EQ(error_of("REAL s TYPE=SCALAR DISTRIB=CONSTANT"), "no error");
}

TEST(InterfaceFile, ReadsAGroupWithAllAttributes) {
  auto const g =
      group("protected:\nCCTK_REAL evolved[n+1] TYPE=gf DIM=3 TIMELEVELS = 3 DISTRIB=default "
            "CENTERING={v v v} TAGS='tensortypealias=\"Scalar\"' \"first\"\n{\n phi, pi # why\n psi\n} \"the fields\"");
  EXPECT_EQ(g.name.text, "evolved");
  EXPECT_EQ(g.type, "REAL");
  EXPECT_EQ(g.access, ccl::Access::protected_access);
  EXPECT_EQ(g.group_type, ccl::GroupType::grid_function);
  EXPECT_EQ(g.n_time_levels, 3);
  EXPECT_EQ(to_text(*g.vector_length), "(n + 1)");
  EXPECT_EQ(g.centering, "vvv");
  EXPECT_EQ(g.tags, "tensortypealias=\"Scalar\"");
  EXPECT_EQ(g.description, "the fields");
  EXPECT_THAT(texts(g.variables), testing::ElementsAre("phi", "pi", "psi"));
  EXPECT_FALSE(g.is_single_variable);
}

TEST(InterfaceFile, ReadsTheParameterThatSelectsTheType) {
  auto const g = group("CCTK_REAL u TYPE=GF TAGS='tensortypealias=\"Scalar\" TypeParameter=\"precision\"'");
  EXPECT_EQ(g.type_parameter, "precision");
  EXPECT_EQ(group("CCTK_REAL u TYPE=GF").type_parameter, "");
}

TEST(InterfaceFile, HasDefaults) {
  auto const scalar = group("INT flag \"one\"");
  EXPECT_TRUE(scalar.is_single_variable);
  EXPECT_EQ(scalar.group_type, ccl::GroupType::scalar);
  EXPECT_EQ(scalar.distribution, ccl::Distribution::constant);
  EXPECT_EQ(scalar.dimension, 0);
  EXPECT_EQ(scalar.n_time_levels, 1);
  EXPECT_EQ(group("REAL u TYPE=GF").dimension, 3);
  EXPECT_EQ(group("REAL u TYPE=GF").distribution, ccl::Distribution::distributed);
}

TEST(InterfaceFile, ReadsArrays) {
  auto const g = group("CCTK_COMPLEX16 a TYPE=ARRAY DIM=2 SIZE=par*2,grid::n+1 DISTRIB=CONSTANT { a b }");
  EXPECT_EQ(g.type, "COMPLEX16");
  EXPECT_EQ(to_text(g.size.at(1)), "(grid::n + 1)");
  EXPECT_EQ(g.distribution, ccl::Distribution::constant);
  EXPECT_EQ(group("REAL a TYPE=ARRAY DIM=2 SIZE=\"n, 4\"").size.size(), 2u);
  EXPECT_EQ(group("REAL a TYPE=ARRAY DIM=2 SIZE=8,8 GHOSTSIZE=1,2").ghost_size.size(), 2u);
  EXPECT_EQ(group("REAL a TYPE=ARRAY DIM=1 SIZE=4 STAGGER=M,C").stagger, "M,C");
}

TEST(InterfaceFile, ReadsEveryType) {
  for (std::string const type : {"CHAR", "BYTE", "INT", "INT1", "INT2", "INT4", "INT8", "INT16", "REAL", "REAL4",
                                 "REAL8", "REAL16", "COMPLEX", "COMPLEX8", "COMPLEX16", "COMPLEX32"}) {
    EXPECT_EQ(group("CCTK_" + type + " a").type, type);
    EXPECT_EQ(group(type + " a").type, type);
  }
}

TEST(InterfaceFile, ReadsIncludes) {
  auto const file = parse("IMPLEMENTS: x\nINCLUDE: a.h IN all.h\nINCLUDES HEADER: sub/b.h in all.h\n"
                          "INCLUDE SOURCE: c.h IN code.h\nUSES INCLUDE HEADER: d.h e.h\nUSES INCLUDE: f.h\n");
  ASSERT_EQ(file.includes.size(), 3u);
  EXPECT_EQ(file.includes[1].file.text, "sub/b.h");
  EXPECT_EQ(file.includes[2].kind, ccl::IncludeKind::source);
  EXPECT_THAT(texts(file.uses_includes), testing::ElementsAre("d.h", "e.h", "f.h"));
}

TEST(InterfaceFile, ReadsAliasedFunctions) {
  auto const file = parse(R"(IMPLEMENTS: x
CCTK_INT FUNCTION f(CCTK_POINTER_TO_CONST IN GH, CCTK_REAL ARRAY IN a, CCTK_REAL OUT ARRAY b, CCTK_STRING IN s, \
                    CCTK_INT CCTK_FPOINTER IN g(CCTK_INT IN n, CCTK_POINTER INOUT p))
SUBROUTINE nothing()
void FUNCTION also_nothing(CCTK_INT INOUT n)
USES FUNCTION f
REQUIRES FUNCTION nothing
PROVIDES FUNCTION also_nothing WITH x_nothing LANGUAGE C
PROVIDES FUNCTION h WITH x_h LANGUAGE Fortran
)");
  ASSERT_EQ(file.prototypes.size(), 3u);
  auto const& arguments = file.prototypes[0].arguments;
  ASSERT_EQ(arguments.size(), 5u);
  EXPECT_TRUE(arguments[1].is_array && arguments[2].is_array);
  EXPECT_EQ(arguments[2].intent, ccl::FunctionArgument::Intent::out);
  EXPECT_TRUE(arguments[4].is_function_pointer);
  EXPECT_EQ(arguments[4].arguments.at(1).intent, ccl::FunctionArgument::Intent::inout);
  EXPECT_EQ(file.prototypes[1].return_type, "void");
  EXPECT_EQ(file.prototypes[2].return_type, "void");
  EXPECT_EQ(file.provides_functions.at(0).with.text, "x_nothing");
  EXPECT_TRUE(file.provides_functions.at(1).is_fortran);
}

TEST(InterfaceFile, ReportsFoundAndExpected) {
  EXPECT_THAT(error_of("PUBLC:"), HasSubstr("interface.ccl:2:1: error: Found `PUBLC`"));
  EXPECT_THAT(error_of("PUBLC:"), HasSubstr("Did you mean `public`?"));
  EXPECT_THAT(error_of("REAL a TYP=GF"), HasSubstr("Did you mean `TYPE`?"));
  EXPECT_THAT(error_of("REAL a TYPE=FG"), HasSubstr("expected one of GF, ARRAY, SCALAR after TYPE="));
  EXPECT_THAT(error_of("REAL a TYPE=GF { b"),
              HasSubstr("Found the end of the file, expected a variable of the group `a`"));
  EXPECT_THAT(error_of("REAL a { }"), HasSubstr("has no variables"));
  EXPECT_THAT(error_of("REAL a TIMELEVELS=0"), HasSubstr("2:19: error: TIMELEVELS is a number from 1 to 999, not 0."));
  EXPECT_THAT(error_of("REAL a TIMELEVELS=2000000000"), HasSubstr("from 1 to 999, not 2000000000."));
  EXPECT_THAT(error_of("REAL a DIM=0 TYPE=GF"), HasSubstr("2:12: error: DIM is a number from 1 to 99, not 0."));
  EXPECT_THAT(error_of("REAL a DIM=100 TYPE=SCALAR"), HasSubstr("DIM is a number from 0 to 99, not 100."));
  EXPECT_THAT(error_of("REAL a[-1]"), HasSubstr("2:8: error: The length of a vector group is 0 or more, not -1."));
  EXPECT_THAT(error_of("REAL a[1/0]"), HasSubstr("by zero"));
  EXPECT_THAT(error_of("REAL a TYPE=ARRAY SIZE=n-1,2-3"), HasSubstr("An extent in SIZE is 0 or more, not -1."));
  EXPECT_THAT(error_of("REAL a TYPE=ARRAY SIZE=3 GHOSTSIZE=-2"), HasSubstr("A width in GHOSTSIZE is 0 or more"));
  EXPECT_THAT(error_of("REAL a TIMELEVELS=99999999999"), HasSubstr("too large for TIMELEVELS"));
  EXPECT_THAT(error_of("REAL a TYPE=ARRAY DIM=2 SIZE=3"), HasSubstr("1 extents in SIZE, but DIM=2"));
  EXPECT_THAT(error_of("REAL a TYPE=ARRAY DIM=2"), HasSubstr("has no SIZE"));
  EXPECT_THAT(error_of("REAL a DIM=1 DIM=1"), HasSubstr("has DIM twice"));
  EXPECT_THAT(error_of("REAL a CENTERING={x}"), HasSubstr("made of `v` and `c`"));
  EXPECT_THAT(error_of("INT a TAGS='TypeParameter=\"p\"'"), HasSubstr("only groups of type CCTK_REAL"));
  EXPECT_THAT(error_of("REAL a TAGS=tensor"), HasSubstr("a string in quotes after TAGS="));
  EXPECT_THAT(error_of("REAL a \"never closed"),
              HasSubstr("interface.ccl:2:8: error: This string has no closing quote"));
  EXPECT_THAT(error_of("IMPLEMENTS: y"), HasSubstr("IMPLEMENTS is given twice"));
  EXPECT_THAT(error_of("INCLUDE: a.h INTO b.h"), HasSubstr("expected IN and the name"));
  EXPECT_THAT(error_of("INCLUDE: a.h IN ../b.h"), HasSubstr("The include `../b.h` would be outside"));
  EXPECT_THAT(error_of("USES INCLUDE: /b.h"), HasSubstr("The include `/b.h` would be outside"));
  EXPECT_THAT(error_of("CCTK_INT FUNCTION f(CCTK_INT a)"), HasSubstr("expected IN, OUT or INOUT"));
  EXPECT_THAT(error_of("CCTK_INT FUNCTION f(CCTK_STRING OUT a)"), HasSubstr("can only be IN"));
  EXPECT_THAT(error_of("PROVIDES FUNCTION f WITH g LANGUAGE Java"), HasSubstr("expected C or Fortran"));
  EXPECT_THAT(error_of("CCTK_FPOINTER f(CCTK_INT IN a)"), HasSubstr("CCTK_FPOINTER outside an argument list"));
  EXPECT_THROW(parse("REAL a"), base::UserError);
}

TEST(InterfaceFile, ReportsAllFindings) {
  std::string const all = error_of("REAL a TYPE=FG\nUSES FUNKTION f\nREAL b TIMELEVELS=0\n");
  EXPECT_THAT(all, HasSubstr("interface.ccl:2:13:"));
  EXPECT_THAT(all, HasSubstr("interface.ccl:3:6:"));
  EXPECT_THAT(all, HasSubstr("interface.ccl:4:19:"));
}

TEST(InterfaceFile, LimitsTheDepthOfFunctionPointers) {
  std::string text = "SUBROUTINE f(";
  for (int n = 0; n < 5000; ++n) text += "CCTK_INT IN CCTK_FPOINTER g(";
  EXPECT_THAT(error_of(text), HasSubstr("nested more than 200 deep"));
}

} // namespace
