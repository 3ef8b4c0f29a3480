/// Tests the texts that processes, run and page exchange.
#include "json.hpp"
#include "plan.hpp"
#include "series.hpp"

#include <limits>

namespace httpd {
namespace {

TEST(Json, EscapesAndReplacesBytes) {
  EXPECT_EQ(json_string("a\"b\\c\n\x01\x1f"), R"("a\"b\\c\n\u0001\u001f")");
  EXPECT_EQ(json_string("\xc3\xa4 \xff \xc3"), "\"\xc3\xa4 ? ?\"");
  EXPECT_EQ(json_string("</script>"), "\"</script>\"");
}

TEST(Json, WritesNumbersThatReadBackEqual) {
  EXPECT_EQ(std::stod(json_number(0.1 + 0.2)), 0.1 + 0.2);
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(json_number(-std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(JsonObject().add("a", 1).add("b", true).add("c", "x").add_json("d", json_array({"1", "2"})).text(),
            R"({"a":1,"b":true,"c":"x","d":[1,2]})");
}

TEST(Plan, SurvivesTheMessage) {
  Plan plan{.collects = true, .triggers = true};
  plan.commands = {{.kind = Command::Kind::set, .id = 7, .thorn = "IO", .parameter = "out_dir", .value = ""},
                   {.kind = Command::Kind::stop, .id = 8}};
  plan.slices = {{"wave::u", "xz", 1. / 3}};
  auto const copy = to_plan(to_text(plan));
  EXPECT_TRUE(copy.collects && copy.triggers && !copy.writes_report);
  ASSERT_EQ(copy.commands.size(), 2U);
  EXPECT_EQ(copy.commands[0].parameter, "out_dir");
  EXPECT_EQ(copy.commands[0].value, "");
  EXPECT_EQ(copy.commands[1].kind, Command::Kind::stop);
  EXPECT_EQ(copy.commands[1].id, 8);
  EXPECT_EQ(copy.slices, plan.slices);
  EXPECT_EQ(to_text({}), "");
  EXPECT_TRUE(to_plan("").commands.empty());
}

TEST(Plan, IgnoresMalformedRecords) {
  auto const text = to_text({.collects = true, .commands = {{.kind = Command::Kind::step, .id = 3}}});
  for (std::string const record :
       {"", "\x1f", "command\x1f", "command\x1f\x31\x1f", "slice\x1f", "slice\x1fu\x1fx\x1f",
        "command\x1f\x39\x39\x1f\x31\x1f\x1f\x1f\x1f", "command\x1f-1\x1f\x31\x1f\x1f\x1f\x1f", "explode\x1f"}) {
    auto const plan = to_plan(record + "\x1e" + text);
    EXPECT_TRUE(plan.collects && plan.slices.empty()) << record;
    ASSERT_EQ(plan.commands.size(), 1U) << record;
    EXPECT_EQ(plan.commands[0].id, 3) << record;
  }
}

TEST(Series, HasBoundedSizeAndKeepsTheWholeRun) {
  Series series;
  series.set_names({"u"});
  int const generation = series.generation();
  for (int i = 0; i < 100000; ++i) series.add({i, 0.5 * i, {1. * i}});
  auto const& points = series.points();
  EXPECT_LT(points.size(), Series::max_points);
  EXPECT_GE(points.size(), Series::max_points / 2);
  EXPECT_GT(series.generation(), generation);
  EXPECT_LT(points.front().iteration, 200);
  EXPECT_GT(points.back().iteration, 99000);
  for (std::size_t i = 2; i < points.size(); ++i)
    EXPECT_EQ(points[i].iteration - points[i - 1].iteration, points[2].iteration - points[1].iteration);
}

TEST(Series, SendsOnlyNewPointsToAClientOfTheSameGeneration) {
  Series series;
  series.set_names({"u"});
  series.add({1, 0.5, {2.}});
  series.add({2, 1., {std::numeric_limits<double>::quiet_NaN()}});
  auto const start = "{\"generation\":1,\"names\":[\"u\"],\"points\":";
  EXPECT_EQ(series.json(1, 1), std::string(start) + "[[2,1,null]]}");
  EXPECT_EQ(series.json(0, 1), std::string(start) + "[[1,0.5,2],[2,1,null]]}");
}

} // namespace
} // namespace httpd
