#include "framework/base/errors.hpp"
#include "framework/ccl/schedule_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;

ccl::ScheduleFile parse(std::string const& text) { return ccl::parse_schedule({"schedule.ccl", text}); }

std::string error_of(std::string const& text) {
  try {
    parse(text);
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

ccl::ScheduleItem item(std::string const& text) { return *all_items(parse(text)).at(0); }

TEST(ScheduleFile, ReadsPrepositions) {
  auto const i = item(
      "schedule f IN MoL_CalcRHS AS g BEFORE a AFTER (b, impl::c d) WHILE (wave::more) IF active { LANG: C } \"d\"");
  EXPECT_FALSE(i.is_group || i.is_at_bin);
  EXPECT_EQ(i.in.text, "MoL_CalcRHS");
  EXPECT_EQ(i.shown_name(), "g");
  EXPECT_THAT(texts(i.before), ElementsAre("a"));
  EXPECT_THAT(texts(i.after), ElementsAre("b", "impl::c", "d"));
  EXPECT_THAT(texts(i.while_variables), ElementsAre("wave::more"));
  EXPECT_THAT(texts(i.if_variables), ElementsAre("active"));
  EXPECT_EQ(i.language, "C");
  auto const group = item("SCHEDULE GROUP g AT CCTK_INITIAL IN other { } \"d\"");
  EXPECT_TRUE(group.is_group);
  EXPECT_EQ(group.in.text, "other");
  EXPECT_EQ(group.replaced_in.text, "CCTK_INITIAL");
}

TEST(ScheduleFile, AcceptsAllNamesOfFortran) {
  for (std::string const language : {"Fortran", "F", "f77", "F90"})
    EXPECT_EQ(item("SCHEDULE f AT evol { LANG: " + language + " } \"d\"").language, "FORTRAN") << language;
}

TEST(ScheduleFile, ReadsClauses) {
  auto const i = item(R"(/* all of
them */ SCHEDULE f AT evol
{
  LANGUAGE: Fortran
  STORAGE: a::g[2], h[n+1] k  # three
  SYNC: g h,
        i
  TRIGGERS: t
  OPTIONS: global-early LOOP-LOCAL
  READS: u(everywhere), u_p(interior) impl::v[0](all)
  WRITES: u(in), w
  INVALIDATES: u(boundary)
  TAGS: Device=1, name="x y"
} "words")");
  EXPECT_EQ(i.language, "FORTRAN");
  ASSERT_EQ(i.storage.size(), 3u);
  EXPECT_EQ(i.storage[0].name.text, "a::g");
  EXPECT_EQ(to_text(*i.storage[1].index), "(n + 1)");
  EXPECT_FALSE(i.storage[2].index);
  EXPECT_THAT(texts(i.options), ElementsAre("global-early", "loop-local"));
  ASSERT_EQ(i.reads.size(), 3u);
  EXPECT_EQ(i.reads[1].name.text, "u_p");
  EXPECT_EQ(i.reads[1].region, "interior");
  EXPECT_EQ(i.reads[2].region, "everywhere");
  EXPECT_EQ(i.writes.at(0).region, "interior");
  EXPECT_EQ(i.writes.at(1).region, "");
  EXPECT_EQ(i.invalidates.at(0).region, "boundary");
  EXPECT_EQ(i.tags.at(0).key.text, "Device");
  EXPECT_EQ(i.tags.at(1).value, "x y");
  EXPECT_EQ(i.description, "words");
}

TEST(ScheduleFile, EndsAListWithoutCommaAtItsLine) {
  EXPECT_THAT(error_of("SCHEDULE f AT evol {\n SYNC: g\n h\n} \"d\""), HasSubstr("schedule.ccl:3:2: error: Found `h`"));
  EXPECT_EQ(item("SCHEDULE f AT evol {\n SYNC: g,\n h\n} \"d\"").sync.size(), 2u);
  EXPECT_EQ(item("SCHEDULE f AT evol {\n SYNC: g \\\n h\n} \"d\"").sync.size(), 2u);
}

TEST(ScheduleFile, ChoosesBranches) {
  auto const file = parse(R"(
STORAGE: always[3]
if (CCTK_Equals(method, "a") && n > 1) {
  STORAGE: first
  SCHEDULE f AT evol { LANG: C } "d"
} else if (n) SCHEDULE g AT evol { LANG: C } "d"
else {
  { SCHEDULE h AT evol { LANG: C } "d" }
}
)");
  EXPECT_EQ(all_items(file).size(), 3u);
  auto const names = [&](std::string const& method, std::int64_t n) {
    ccl::Environment environment;
    environment.parameter = [&](std::string const& name) -> std::optional<ccl::Value> {
      if (name == "n") return n;
      return method;
    };
    std::string all;
    auto const active = active_statements(file, environment);
    for (auto const* const group : active.storage) all += group->name.text + " ";
    for (auto const* const one : active.items) all += one->name.text;
    return all;
  };
  EXPECT_EQ(names("A", 2), "always first f");
  EXPECT_EQ(names("A", 1), "always g");
  EXPECT_EQ(names("b", 0), "always h");
}

TEST(ScheduleFile, ReportsFoundAndExpected) {
  auto const in_item = [](std::string const& clause) {
    return error_of("SCHEDULE f AT evol {\n " + clause + "\n} \"d\"");
  };
  EXPECT_THAT(error_of("SHEDULE f AT evol { } \"d\""), HasSubstr("Did you mean `schedule`?"));
  EXPECT_THAT(error_of("SCHEDULE f ATT evol { } \"d\""), HasSubstr("Did you mean `AT`?"));
  EXPECT_THAT(error_of("SCHEDULE f AT evol { }"), HasSubstr("the description of `f` in quotes"));
  EXPECT_THAT(error_of("SCHEDULE f AT (a b) { } \"d\""), HasSubstr("AT takes one name, not 2"));
  EXPECT_THAT(in_item("SNC: g"), HasSubstr("schedule.ccl:2:2: error: Found `SNC`"));
  EXPECT_THAT(in_item("SNC: g"), HasSubstr("Did you mean `SYNC`?"));
  EXPECT_THAT(in_item("LANG: Java"), HasSubstr("C or Fortran (F, F77, F90), not `Java`"));
  EXPECT_THAT(in_item("OPTIONS: gobal"), HasSubstr("Did you mean `global`?"));
  EXPECT_THAT(in_item("READS: u(interio)"), HasSubstr("Did you mean `interior`?"));
  EXPECT_THAT(in_item("SYNC g"), HasSubstr("expected `:` after SYNC"));
  EXPECT_THAT(in_item("STORAGE: g[2"), HasSubstr("expected `]` after an index"));
  EXPECT_THAT(error_of("SCHEDULE f AT evol {\n LANG: C"), HasSubstr("The braces of `f` are not closed"));
  EXPECT_THAT(error_of("if (a { }"), HasSubstr("expected `)` after the condition"));
  EXPECT_THAT(error_of("if (a) { STORAGE: g"), HasSubstr("This `{` has no closing `}`"));
  EXPECT_THAT(error_of("/* no end"), HasSubstr("This comment has no closing `*/`"));
}

TEST(ScheduleFile, ReportsAllFindingsOfAnItem) {
  std::string const all = error_of("SCHEDULE f AT evol {\n SNC: g\n LANG: Java\n READS: u(x)\n} \"d\"\nSTORAGE: g[");
  for (auto const* const place : {":2:2:", ":3:8:", ":4:11:", ":6:12:"}) EXPECT_THAT(all, HasSubstr(place));
}

TEST(ScheduleFile, LimitsNesting) {
  std::string blocks, ifs;
  for (int n = 0; n < 5000; ++n) blocks += "{", ifs += "if (a) ";
  EXPECT_THAT(error_of(blocks), HasSubstr("nested more than 200 deep"));
  EXPECT_THAT(error_of(ifs), HasSubstr("nested more than 200 deep"));
}

TEST(ScheduleFile, FindsTheBinsWithoutGrid) {
  for (auto const* const bin : {"STARTUP", "startup", "CCTK_Startup", "RECOVER_PARAMETERS", "CCTK_SHUTDOWN"})
    EXPECT_TRUE(chemora::ccl::takes_no_arguments(bin)) << bin;
  for (auto const* const bin : {"WRAGH", "CCTK_INITIAL", "MyStartup", ""})
    EXPECT_FALSE(chemora::ccl::takes_no_arguments(bin)) << bin;
}

} // namespace
