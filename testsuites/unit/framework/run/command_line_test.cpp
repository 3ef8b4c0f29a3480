#include "framework/run/stages.hpp"

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

std::string error_message(std::vector<std::string> const& arguments) {
  try {
    parse(arguments);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST(CommandLine, TakesAParameterFile) {
  auto const line = parse({"run.par"});
  EXPECT_EQ(line.action, CommandLine::Action::run);
  EXPECT_EQ(line.parameter_file, "run.par");
  EXPECT_EQ(line.warning_level, 1);
}

TEST(CommandLine, AcceptsLongOptionsWithOneDashAndInAnyOrder) {
  for (auto const& arguments : std::vector<std::vector<std::string>>{
           {"-S", "a.par"}, {"--print-schedule", "a.par"}, {"-print-schedule", "a.par"}, {"a.par", "--print-sch"}})
    EXPECT_EQ(parse(arguments).action, CommandLine::Action::print_schedule) << arguments[0];
  EXPECT_TRUE(parse({"--print-schedule=dot", "a.par"}).is_dot);
}

TEST(CommandLine, CompileOnlyIsARun) {
  auto const line = parse({"--compile-only", "a.par"});
  EXPECT_EQ(line.action, CommandLine::Action::run);
  EXPECT_TRUE(line.compiles_only);
  EXPECT_FALSE(parse({"a.par"}).compiles_only);
  EXPECT_THAT(error_message({"--compile-only"}), HasSubstr("No parameter file is specified"));
  EXPECT_THAT(error_message({"--compile-onyl", "a.par"}), HasSubstr("Did you mean `--compile-only`?"));
}

TEST(CommandLine, SetsLevelsAndStreams) {
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

TEST(CommandLine, InformationNeedsNoFile) {
  EXPECT_EQ(parse({"-T"}).action, CommandLine::Action::list_thorns);
  EXPECT_EQ(parse({"-v"}).action, CommandLine::Action::version);
  EXPECT_EQ(parse({"--help"}).action, CommandLine::Action::help);
  EXPECT_TRUE(parse({"-Ov"}).is_verbose);
  EXPECT_EQ(parse({"-o", "a::b"}).argument, "a::b");
  EXPECT_EQ(parse({"--test-thorn-compiled", "PUGH"}).argument, "PUGH");
}

TEST(CommandLine, ReportsAllErrors) {
  EXPECT_THAT(error_message({}), HasSubstr("No parameter file is specified."));
  EXPECT_THAT(error_message({"a.par", "b.par"}), HasSubstr("Specify one parameter file; found 2: a.par, b.par."));
  EXPECT_THAT(error_message({"--print-shedule", "a.par"}), HasSubstr("Did you mean `--print-schedule`?"));
  EXPECT_THAT(error_message({"-W", "x", "a.par"}), HasSubstr("The warning level must be an integer, not `x`."));
  EXPECT_THAT(error_message({"a.par", "-W"}), HasSubstr("needs an argument"));
  EXPECT_THAT(error_message({"--parameter-level=relaxe", "a.par"}),
              HasSubstr("Did you mean `relaxed`? Allowed: strict, normal, relaxed."));
  EXPECT_THAT(error_message({"-b", "some", "a.par"}), HasSubstr("Allowed: no, line, full."));
  std::string const both = error_message({"-W", "x", "--nonsense", "a.par"});
  EXPECT_THAT(both, HasSubstr("The warning level"));
  EXPECT_THAT(both, HasSubstr("There is no option `--nonsense`."));
}
