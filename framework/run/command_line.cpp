// Options, as getopt_long_only reads them.
#include "framework/run/command_line.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>
#include <getopt.h>

#include <charconv>

namespace chemora::run {

namespace {

constexpr int long_only = 256; ///< options without a letter
enum LongOption { log_folder = long_only, parameter_level, compile_only };

struct Described {
  option long_form;
  char const* shown_argument;
  char const* purpose;
};

/// Order of --help.
Described const options[] = {
    {{"help", no_argument, nullptr, 'h'}, "", "this text"},
    {{"describe-all-parameters", optional_argument, nullptr, 'O'}, "[v]", "describe all parameters; v: with ranges"},
    {{"describe-parameter", required_argument, nullptr, 'o'}, " <parameter>", "describe one parameter, thorn::name"},
    {{"test-parameters", optional_argument, nullptr, 'x'}, "", "not supported"},
    {{"logging-level", required_argument, nullptr, 'L'}, " <level>", "show information if 0 or more"},
    {{"warning-level", required_argument, nullptr, 'W'}, " <level>", "show warnings up to this level (1)"},
    {{"error-level", required_argument, nullptr, 'E'}, " <level>", "end on warnings up to this level (0)"},
    {{"redirect", optional_argument, nullptr, 'r'}, "[o|e|oe]", "other processes' output, errors to files"},
    {{"Redirect", optional_argument, nullptr, 'R'}, "[o|e|oe]", "the same for all processes"},
    {{"logdir", required_argument, nullptr, log_folder}, " <folder>", "where those files go"},
    {{"buffering", required_argument, nullptr, 'b'}, " <no|line|full>", "how standard output is buffered"},
    {{"print-schedule", optional_argument, nullptr, 'S'},
     "[=dot]",
     "print the schedule and exit; --print-schedule=dot: for Graphviz"},
    {{"list-thorns", no_argument, nullptr, 'T'}, "", "list the compiled thorns"},
    {{"test-thorn-compiled", required_argument, nullptr, 't'}, " <thorn>", "exit code 0 if it is compiled, else 1"},
    {{"exit-after-param-check", optional_argument, nullptr, 'P'},
     "[n]",
     "check the parameters (for n processes), exit"},
    {{"compile-only", no_argument, nullptr, compile_only}, "", "compile the kernels of the run ahead of it, exit"},
    {{"parameter-level", required_argument, nullptr, parameter_level},
     " <strict|normal|relaxed>",
     "what to do about unknown parameters"},
    {{"version", no_argument, nullptr, 'v'}, "", "print the version"},
    {{"ignore-next", no_argument, nullptr, 'i'}, "", "ignore the next argument"},
};

constexpr char letters[] = "+:hO::o:x::L:W:E:r::R::b:STt:P::vi";

struct Parser {
  CommandLine result;
  base::Diagnostics problems;

  int number(char const* text, char const* what) {
    int value = 0;
    std::string const all = text;
    auto const [stop, failure] = std::from_chars(all.data(), all.data() + all.size(), value);
    if (failure != std::errc{} || stop != all.data() + all.size())
      problems.error({}, fmt::format("{} is a number, not `{}`.", what, all));
    return value;
  }

  template <class Choice>
  void choose(std::string const& given, char const* what, std::vector<std::pair<std::string, Choice>> const& choices,
              Choice& target) {
    std::vector<std::string> names;
    for (auto const& [name, value] : choices) {
      if (name == given) {
        target = value;
        return;
      }
      names.push_back(name);
    }
    problems.error({}, fmt::format("{} cannot be `{}`.{} Allowed: {}.", what, given, base::did_you_mean(given, names),
                                   fmt::join(names, ", ")));
  }

  void redirect(char const* given) {
    std::string const which = given ? given : "o";
    for (char const c : which) {
      if (c == 'o')
        result.redirects_output = true;
      else if (c == 'e')
        result.redirects_errors = true;
      else
        problems.error({}, fmt::format("What to redirect is o, e or oe, not `{}`.", which));
    }
  }

  void set_action(CommandLine::Action action, char const* argument = nullptr) {
    result.action = action;
    if (argument) result.argument = argument;
  }

  void take(int letter);
};

void Parser::take(int letter) {
  using Action = CommandLine::Action;
  using parameters::ParameterLevel;
  switch (letter) {
  case 'h':
    return set_action(Action::help);
  case 'v':
    return set_action(Action::version);
  case 'T':
    return set_action(Action::list_thorns);
  case 't':
    return set_action(Action::test_thorn, optarg);
  case 'o':
    return set_action(Action::describe_parameter, optarg);
  case 'O':
    set_action(Action::describe_parameters);
    if (optarg && std::string(optarg) != "v")
      problems.error({}, fmt::format("After -O comes v or nothing, not `{}`.", optarg));
    result.is_verbose = optarg != nullptr;
    return;
  case 'S':
    set_action(Action::print_schedule);
    if (optarg) choose<bool>(optarg, "The form of the schedule", {{"dot", true}, {"text", false}}, result.is_dot);
    return;
  case 'P':
    result.exits_after_check = true;
    if (optarg) result.n_checked_processes = number(optarg, "The number of processes after -P");
    return;
  case compile_only:
    result.compiles_only = true;
    return;
  case 'L':
    result.logging_level = number(optarg, "The logging level");
    return;
  case 'W':
    result.warning_level = number(optarg, "The warning level");
    return;
  case 'E':
    result.error_level = number(optarg, "The error level");
    return;
  case 'R':
    result.redirects_root = true;
    [[fallthrough]];
  case 'r':
    return redirect(optarg);
  case 'b': {
    result.buffering = optarg;
    std::string ignored;
    return choose<std::string>(optarg, "Buffering", {{"no", ""}, {"line", ""}, {"full", ""}}, ignored);
  }
  case log_folder:
    result.log_folder = optarg;
    return;
  case parameter_level:
    return choose<ParameterLevel>(
        optarg, "The parameter level",
        {{"strict", ParameterLevel::strict}, {"normal", ParameterLevel::normal}, {"relaxed", ParameterLevel::relaxed}},
        result.parameter_level);
  case 'i':
    ++optind;
    return;
  case 'x':
    problems.error({}, "The option -x is not supported.");
    return;
  default:
    return;
  }
}

std::string without_dashes(std::string text) {
  text = text.substr(std::min(text.find_first_not_of('-'), text.size()));
  return text.substr(0, text.find('='));
}

} // namespace

CommandLine parse_command_line(std::vector<std::string> const& arguments) {
  std::vector<char*> pointers;
  for (auto const& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  std::vector<option> long_options;
  std::vector<std::string> names;
  for (auto const& each : options) {
    long_options.push_back(each.long_form);
    names.push_back(std::string("--") + each.long_form.name);
  }
  long_options.push_back({nullptr, 0, nullptr, 0});

  Parser parser;
  int const n = static_cast<int>(arguments.size());
  optind = 0;
  opterr = 0;
  std::vector<std::string> files;
  while (optind < n || optind == 0) {
    int const at = optind == 0 ? 1 : optind;
    int const letter = getopt_long_only(n, pointers.data(), letters, long_options.data(), nullptr);
    if (letter == -1) {
      if (optind < n) files.emplace_back(pointers[static_cast<std::size_t>(optind++)]);
      continue;
    }
    std::string const given = at < n ? arguments[static_cast<std::size_t>(at)] : "";
    if (letter == '?')
      parser.problems.error({}, fmt::format("There is no option `{}`.{}", given,
                                            base::did_you_mean("--" + without_dashes(given), names)));
    else if (letter == ':')
      parser.problems.error({}, fmt::format("The option `{}` lacks its argument.", given));
    else
      parser.take(letter);
  }

  bool const needs_file =
      parser.result.action == CommandLine::Action::run || parser.result.action == CommandLine::Action::print_schedule;
  if (files.size() > 1)
    parser.problems.error(
        {}, fmt::format("One parameter file is enough; there are {}: {}.", files.size(), fmt::join(files, ", ")));
  else if (files.empty() && needs_file && !parser.problems.has_errors())
    parser.problems.error(
        {}, fmt::format("No parameter file is given. Usage: {} [options] FILE.par (--help lists the options).",
                        arguments.empty() ? "chemora" : arguments[0]));
  if (!files.empty()) parser.result.parameter_file = files[0];
  parser.problems.throw_if_errors();
  return parser.result;
}

std::string usage(std::string const& program) {
  std::string text =
      fmt::format("Usage: {} [options] FILE.par\nRuns the simulation that the parameter file describes.\n\n", program);
  for (auto const& each : options) {
    if (each.long_form.val == 'x') continue;
    std::string const letter =
        each.long_form.val < long_only ? fmt::format("-{}, ", static_cast<char>(each.long_form.val)) : "    ";
    text +=
        fmt::format("  {}--{:<48} {}\n", letter, std::string(each.long_form.name) + each.shown_argument, each.purpose);
  }
  return text + "\nExit codes: 0 success, 1 an error that you can mend, 2 an error in the program.\n";
}

} // namespace chemora::run
