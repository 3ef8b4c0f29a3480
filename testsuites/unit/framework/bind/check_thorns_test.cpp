#include "framework/bind/thorn_set.hpp"
#include "testsuites/unit/framework/bind/two_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;

/// Returns all errors and warnings about the thorns A and B as one text.
std::string findings(test::Ccl const& a, test::Ccl const& b, std::vector<std::string> capabilities = {}) {
  bind::ThornSet set;
  set.thorns = {test::make_thorn("A", a), test::make_thorn("B", b)};
  set.capabilities = std::move(capabilities);
  std::string text;
  for (auto const& finding : bind::check_thorns(set)) text += base::to_text(finding) + "\n";
  return text;
}

test::Ccl const plain_a{"IMPLEMENTS: a\nPUBLIC:\nREAL g TYPE=GF TIMELEVELS=2 { u v }",
                        "RESTRICTED:\nINT n \"\" { 0:* } 1", "", ""};

std::string with_interface(std::string const& text) {
  return findings(plain_a, {"IMPLEMENTS: b\n" + text, "", "", ""});
}
std::string with_param(std::string const& text) { return findings(plain_a, {"IMPLEMENTS: b", text, "", ""}); }
std::string with_schedule(std::string const& text) {
  return findings(plain_a, {"IMPLEMENTS: b\nINHERITS: a", "", text, ""});
}
std::string with_configuration(std::string const& text, std::vector<std::string> capabilities = {}) {
  return findings(plain_a, {"IMPLEMENTS: b", "", "", text}, std::move(capabilities));
}

TEST(CheckThorns, AcceptsCorrectThorns) {
  EXPECT_EQ(findings(plain_a,
                     {"IMPLEMENTS: b\nINHERITS: a", "SHARES: a\nUSES INT n",
                      "SCHEDULE f AT evol { LANG: C\n READS: a::u_p, v } \"\"", "REQUIRES MPI"},
                     {"MPI"}),
            "");
}

TEST(CheckThorns, RequiresEqualGroupsOfAnImplementation) {
  auto const same = [](std::string const& group) {
    return findings(plain_a, {"IMPLEMENTS: A\nPUBLIC:\n" + group, "", "", ""});
  };
  EXPECT_EQ(same("REAL G TYPE=GF TIMELEVELS=2 { U v }"), "");
  EXPECT_THAT(same("REAL g TYPE=GF TIMELEVELS=3 { u v }"),
              HasSubstr("B/interface.ccl:3:6: error: Thorns A and B both implement `a`, but the TIMELEVELS of group "
                        "`g` is `3` here and "
                        "`2` at A/interface.ccl:3:6."));
  EXPECT_THAT(same("REAL g TYPE=GF TIMELEVELS=2 { u }"), HasSubstr("list of variables"));
  EXPECT_THAT(same(""), HasSubstr("B has no group `g`"));
  EXPECT_THAT(same("REAL g TYPE=GF TIMELEVELS=2 { u v }\nREAL h"), HasSubstr("A has no group `h`"));
}

TEST(CheckThorns, RequiresEqualAncestorsAndFriendsOfAnImplementation) {
  auto const both = [](std::string const& a, std::string const& b) {
    return findings({"IMPLEMENTS: x\n" + a, "", "", ""}, {"IMPLEMENTS: x\n" + b, "", "", ""});
  };
  EXPECT_THAT(
      both("INHERITS: y z", "INHERITS: Z"),
      HasSubstr("A/interface.ccl:2:11: error: Thorns A and B both implement `x`, but only A has `INHERITS: y`."));
  EXPECT_THAT(both("", "FRIEND: y"), HasSubstr("B/interface.ccl:2:9: error: Thorns B and A both implement `x`, but "
                                               "only B has `FRIEND: y`."));
  EXPECT_EQ(both("INHERITS: y\nFRIEND: z", "INHERITS: Y\nFRIEND: Z").find("but only"), std::string::npos);
}

TEST(CheckThorns, RejectsGapsAndCyclesOfInheritance) {
  EXPECT_THAT(
      with_interface("INHERITS: grd"),
      HasSubstr("B/interface.ccl:2:11: error: No thorn of this configuration implements `grd`, which B inherits"));
  EXPECT_THAT(findings({"IMPLEMENTS: a\nINHERITS: b", "", "", ""}, {"IMPLEMENTS: b\nINHERITS: a", "", "", ""}),
              HasSubstr("`b` inherits `a`, which inherits `b` again"));
}

TEST(CheckThorns, RequiresDistinctVisibleNames) {
  EXPECT_THAT(with_interface("INHERITS: a\nREAL u"), HasSubstr("sees two variables `u`: B::u and a::u"));
  EXPECT_THAT(with_interface("REAL u\nREAL g { u }"), HasSubstr("`B::u` is declared twice"));
}

TEST(CheckThorns, ReportsUnsupportedFeatures) {
  EXPECT_THAT(with_interface("REAL u TYPE=GF STAGGER=C"),
              HasSubstr("warning: STAGGER=C of group `u` depends on the driver"));
  EXPECT_THAT(with_interface("REAL u TYPE=GF CENTERING={c c c}"), HasSubstr("CENTERING={ccc}"));
}

TEST(CheckThorns, RequiresOnePrototypeAndAProvider) {
  EXPECT_THAT(with_interface("USES FUNCTION f"),
              HasSubstr("B/interface.ccl:2:15: error: The function `f` has no prototype"));
  EXPECT_THAT(with_interface("SUBROUTINE f()\nREQUIRES FUNCTION f"),
              HasSubstr("warning: No thorn of this configuration provides the function `f`"));
  EXPECT_THAT(with_interface("SUBROUTINE f()\nPROVIDES FUNCTION f WITH F LANGUAGE Fortran"),
              HasSubstr("`f` cannot be provided WITH itself"));
  EXPECT_THAT(with_interface("SUBROUTINE f()\nPROVIDES FUNCTION f WITH f LANGUAGE C"),
              HasSubstr("cannot be provided WITH itself"));
  test::Ccl const one{"IMPLEMENTS: a\nSUBROUTINE f(CCTK_INT IN n)\nUSES FUNCTION f", "", "", ""};
  EXPECT_EQ(findings(one, {"IMPLEMENTS: b\nSUBROUTINE f(CCTK_INT IN other_name)\nUSES FUNCTION f", "", "", ""}), "");
  EXPECT_THAT(findings(one, {"IMPLEMENTS: b\nSUBROUTINE f(CCTK_REAL IN n)\nUSES FUNCTION f", "", "", ""}),
              HasSubstr("is declared differently at A/interface.ccl:2:12"));
  EXPECT_THAT(findings(one, {"IMPLEMENTS: b\nSUBROUTINE F(CCTK_INT IN n)\nUSES FUNCTION F", "", "", ""}),
              HasSubstr("`F` is written `f` at A/interface.ccl:3:15"));
}

TEST(CheckThorns, RequiresSharedParameters) {
  EXPECT_THAT(with_param("SHARES: a\nUSES INT m"),
              HasSubstr("B/param.ccl:2:10: error: `a` has no parameter `m`. Did you mean `n`?"));
  EXPECT_THAT(with_param("SHARES: a\nUSES REAL n"), HasSubstr("`n` is a INT of `a`, not a REAL"));
  EXPECT_THAT(with_param("SHARES: c\nUSES REAL n"),
              HasSubstr("error: No thorn of this configuration implements `c`, whose parameters B shares"));
  EXPECT_THAT(
      findings({"IMPLEMENTS: a", "INT n \"\" { 0:* } 1", "", ""}, {"IMPLEMENTS: b", "SHARES: a\nUSES INT n", "", ""}),
      HasSubstr("is private"));
}

TEST(CheckThorns, RejectsItemsThatAreScheduledTwice) {
  EXPECT_THAT(with_schedule("SCHEDULE f AT evol { LANG: C } \"\"\nif (n) { SCHEDULE f AT evol { LANG: C } \"\" }"),
              HasSubstr("B/schedule.ccl:2:19: error: `f` is already scheduled in `evol` at B/schedule.ccl:1:10"));
  EXPECT_EQ(
      with_schedule("if (n) { SCHEDULE f AT evol { LANG: C } \"\" } else { SCHEDULE f AT evol { LANG: C } \"\" }"), "");
  EXPECT_EQ(with_schedule("SCHEDULE f AT evol { LANG: C } \"\"\nSCHEDULE f AT evol AS g { LANG: C } \"\""), "");
  EXPECT_THAT(with_schedule("SCHEDULE f AT evol { } \"\""), HasSubstr("has no LANG"));
  EXPECT_THAT(with_schedule("SCHEDULE f { LANG: C } \"\""), HasSubstr("warning: `f` has neither AT nor IN"));
  EXPECT_THAT(with_schedule("SCHEDULE f IN g AT evol { LANG: C } \"\""),
              HasSubstr("warning: `f` is scheduled in `evol`, not in `g`"));
}

TEST(CheckThorns, RequiresVisibleVariablesInReadsAndWrites) {
  EXPECT_THAT(with_schedule("SCHEDULE f AT evol { LANG: C\n READS: a::u_p_p } \"\""),
              HasSubstr("B/schedule.ccl:2:9: error: `a::u_p_p` means time level 2 (0 is the current one), but a::u "
                        "is declared with 2 time levels."));
  EXPECT_THAT(with_schedule("SCHEDULE f AT evol { LANG: C\n READS: a::uu } \"\""),
              HasSubstr("B/schedule.ccl:2:9: error: Thorn B sees no variable or group `a::uu`. Did you mean `a::u`?"));
}

TEST(CheckThorns, RequiresCapabilities) {
  EXPECT_THAT(with_configuration("REQUIRES HDF5"), HasSubstr("Thorn B requires the capability `HDF5`"));
  EXPECT_EQ(with_configuration("REQUIRES HDF5", {"HDF5"}), "");
  EXPECT_EQ(with_configuration("OPTIONAL HDF5 { }"), "");
  EXPECT_THAT(with_configuration("REQUIRES THORNS: C A"), HasSubstr("requires the thorn `C`"));
  EXPECT_THAT(
      findings({"IMPLEMENTS: a", "", "", "PROVIDES x { }"}, {"IMPLEMENTS: b", "", "", "PROVIDES X { }\nREQUIRES X"}),
      HasSubstr("is provided by both A and B"));
}

TEST(CheckThorns, RequiresVersionsOfCapabilities) {
  auto const findings_with = [](std::string const& offer) {
    return findings({"IMPLEMENTS: a", "", "", "PROVIDES Solver { " + offer + " }"},
                    {"IMPLEMENTS: b", "", "", "REQUIRES solver (<= 2017-05-08)"});
  };
  EXPECT_EQ(findings_with("VERSION 2014-04-18-ET1"), "");
  EXPECT_EQ(findings_with(""), "");
  EXPECT_THAT(findings_with("VERSION 2018-01-01"),
              HasSubstr("B/configuration.ccl:1:10: error: Thorn B requires the capability `solver` (<= 2017-05-08), "
                        "but its version is 2018-01-01."));
}

TEST(CheckThorns, ShowsTheLine) {
  EXPECT_THAT(with_interface("USES FUNCTION f"), HasSubstr("\n  USES FUNCTION f\n                ^"));
}

} // namespace
