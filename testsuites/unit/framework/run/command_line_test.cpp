// Options in all their spellings.
#include "framework/run/command_line.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using run::CommandLine;
using testing::HasSubstr;

namespace {

CommandLine parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "chemora");
  return run::parse_command_line(arguments);
}

std::string refusal(std::vector<std::string> const& arguments) {
  try {
    parse(arguments);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST(CommandLine, takes_a_parameter_file) {
  auto const line = parse({"run.par"});
  EXPECT_EQ(line.action, CommandLine::Action::run);
  EXPECT_EQ(line.parameter_file, "run.par");
  EXPECT_EQ(line.warning_level, 1);
}

TEST(CommandLine, long_options_with_one_dash_or_two_before_or_after_the_file) {
  for (auto const& arguments : std::vector<std::vector<std::string>>{
           {"-S", "a.par"}, {"--print-schedule", "a.par"}, {"-print-schedule", "a.par"}, {"a.par", "--print-sch"}})
    EXPECT_EQ(parse(arguments).action, CommandLine::Action::print_schedule) << arguments[0];
  EXPECT_TRUE(parse({"--print-schedule=dot", "a.par"}).is_dot);
}

TEST(CommandLine, compile_only_is_a_run_that_ends_early) {
  auto const line = parse({"--compile-only", "a.par"});
  EXPECT_EQ(line.action, CommandLine::Action::run);
  EXPECT_TRUE(line.compiles_only);
  EXPECT_FALSE(parse({"a.par"}).compiles_only);
  EXPECT_THAT(refusal({"--compile-only"}), HasSubstr("No parameter file is given"));
  EXPECT_THAT(refusal({"--compile-onyl", "a.par"}), HasSubstr("Did you mean `--compile-only`?"));
}

TEST(CommandLine, levels_and_streams) {
  auto const line = parse({"-W", "3", "-E1", "--logging-level=-1", "-roe", "--logdir", "logs", "-b", "line",
                           "--parameter-level=strict", "-P4", "-i", "ignored", "a.par"});
  EXPECT_EQ(line.warning_level, 3);
  EXPECT_EQ(line.error_level, 1);
  EXPECT_EQ(line.logging_level, -1);
  EXPECT_TRUE(line.redirects_output && line.redirects_errors && !line.redirects_root);
  EXPECT_EQ(line.log_folder, "logs");
  EXPECT_EQ(line.buffering, "line");
  EXPECT_EQ(line.parameter_level, parameters::ParameterLevel::strict);
  EXPECT_TRUE(line.exits_after_check);
  EXPECT_EQ(line.n_checked_processes, 4);
  EXPECT_EQ(line.parameter_file, "a.par");
}

TEST(CommandLine, options_that_only_ask_need_no_file) {
  EXPECT_EQ(parse({"-T"}).action, CommandLine::Action::list_thorns);
  EXPECT_EQ(parse({"-v"}).action, CommandLine::Action::version);
  EXPECT_EQ(parse({"--help"}).action, CommandLine::Action::help);
  EXPECT_TRUE(parse({"-Ov"}).is_verbose);
  EXPECT_EQ(parse({"-o", "a::b"}).argument, "a::b");
  EXPECT_EQ(parse({"--test-thorn-compiled", "PUGH"}).argument, "PUGH");
}

TEST(CommandLine, says_everything_that_is_wrong) {
  EXPECT_THAT(refusal({}), HasSubstr("No parameter file is given."));
  EXPECT_THAT(refusal({"a.par", "b.par"}), HasSubstr("One parameter file is enough; there are 2: a.par, b.par."));
  EXPECT_THAT(refusal({"--print-shedule", "a.par"}), HasSubstr("Did you mean `--print-schedule`?"));
  EXPECT_THAT(refusal({"-W", "x", "a.par"}), HasSubstr("The warning level is a number, not `x`."));
  EXPECT_THAT(refusal({"a.par", "-W"}), HasSubstr("lacks its argument"));
  EXPECT_THAT(refusal({"--parameter-level=relaxe", "a.par"}),
              HasSubstr("Did you mean `relaxed`? Allowed: strict, normal, relaxed."));
  EXPECT_THAT(refusal({"-b", "some", "a.par"}), HasSubstr("Allowed: no, line, full."));
  std::string const both = refusal({"-W", "x", "--nonsense", "a.par"});
  EXPECT_THAT(both, HasSubstr("The warning level"));
  EXPECT_THAT(both, HasSubstr("There is no option `--nonsense`."));
}
