#include "codegen/transform/match.hpp"
#include "testsuites/unit/codegen/transform/loop_support.hpp"

namespace chemora::transform::tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Match, MatchesPatterns) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("a*c?", "abbcd"));
  EXPECT_TRUE(matches_glob("*_r*_s", "x_r_r_s_s"));
  EXPECT_TRUE(matches_glob("a*b*c", "aXbYbZc"));
  EXPECT_FALSE(matches_glob("a*c", "abcd"));
  EXPECT_FALSE(matches_glob("a?", "a"));
  EXPECT_FALSE(matches_glob("", "a"));
  EXPECT_FALSE(matches_glob("A", "a"));
}

TEST(Match, SelectsInstructionsByTheirProperties) {
  loops::LoopKernel kernel = loops::parse_loop_kernel(matvec);
  kernel.instruction("init").tags = {"prep", "zero"};
  auto const found = [&](std::string const& text) { return find_instructions(kernel, Match(text)); };
  EXPECT_THAT(found(""), ElementsAre("init", "add", "store"));
  EXPECT_THAT(found("id:*d*"), ElementsAre("add"));
  EXPECT_THAT(found("tag:zer?"), ElementsAre("init"));
  EXPECT_THAT(found("writes:s"), ElementsAre("init", "add"));
  EXPECT_THAT(found("reads:s"), ElementsAre("add", "store"));
  EXPECT_THAT(found("reads:x"), ElementsAre("add")) << "The rule `product` reads `x`.";
  EXPECT_THAT(found("iname:k"), ElementsAre("add"));
  EXPECT_THAT(found("in_kernel:mat*"), ElementsAre("init", "add", "store"));
  EXPECT_THAT(found("in_kernel:other"), IsEmpty());
  EXPECT_THAT(found("not writes:s"), ElementsAre("store"));
  EXPECT_THAT(found("writes:s and not (reads:x or id:nothing)"), ElementsAre("init"));
  EXPECT_THAT(found("id:init or id:add and iname:nothing"), ElementsAre("init")) << "`and` binds stronger than `or`.";
  EXPECT_THAT(found("not not id:add"), ElementsAre("add"));
}

TEST(Match, FindsRules) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(matvec);
  EXPECT_THAT(find_rules(kernel, "prod*"), ElementsAre("product"));
  EXPECT_THAT(find_rules(kernel, "*_subst"), IsEmpty());
}

TEST(Match, ReportsWrongExpressions) {
  auto const reason = [](std::string const& text) {
    try {
      Match const match(text, {"script", 4, 2});
    } catch (base::UserError const& error) {
      EXPECT_EQ(error.diagnostics().at(0).where.line, 4);
      std::string const message = error.diagnostics().at(0).message;
      std::string const expected = " Expected are terms such as `writes:q*`, with id, tag, writes, reads, iname and "
                                   "in_kernel, and `and`, `or`, `not`, parentheses.";
      EXPECT_TRUE(message.ends_with(expected)) << message;
      return message.substr(0, message.size() - expected.size());
    }
    return std::string("no error");
  };
  EXPECT_EQ(reason("writes"), "The match expression `writes` is wrong: `writes` is not a term.");
  EXPECT_EQ(
      reason("write:q"),
      "The match expression `write:q` is wrong: `write` is not a property of instructions. Did you mean `writes`?");
  EXPECT_EQ(reason("(id:a"), "The match expression `(id:a` is wrong: `)` is missing.");
  EXPECT_EQ(reason("id:a)"), "The match expression `id:a)` is wrong: `)` is not expected after a complete expression.");
  EXPECT_EQ(reason("id:a and"), "The match expression `id:a and` is wrong: a term is missing at its end.");
  EXPECT_EQ(reason("id:"), "The match expression `id:` is wrong: the pattern after `id:` is missing.");
  std::string const deep(200, '(');
  EXPECT_THAT(reason(deep), testing::HasSubstr("it has more than 100 nested parentheses."));
}

} // namespace
} // namespace chemora::transform::tests
