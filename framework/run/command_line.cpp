#include "framework/run/stages.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>
#include <getopt.h>

#include <charconv>

namespace chemora::run {

namespace {

constexpr int long_only = 256; ///< values of options without a letter start here
enum LongOption { log_folder = long_only, parameter_level, compile_only, thorn_library, quiet, verbose };

struct OptionEntry {
  option long_form;
  char const* shown_argument;
  char const* purpose;
};

/// Order of --help.
OptionEntry const options[] = {
    {{"help", no_argument, nullptr, 'h'}, "", "print this text"},
    {{"describe-all-parameters", optional_argument, nullptr, 'O'},
     "[v]",
     "describe all parameters; v: with their ranges"},
    {{"describe-parameter", required_argument, nullptr, 'o'}, " <parameter>", "describe one parameter, thorn::name"},
    {{"test-parameters", optional_argument, nullptr, 'x'}, "", "not supported"},
    {{"logging-level", required_argument, nullptr, 'L'}, " <level>", "print information if 0 or more (0)"},
    {{"warning-level", required_argument, nullptr, 'W'}, " <level>", "print warnings up to this level (1)"},
    {{"error-level", required_argument, nullptr, 'E'}, " <level>", "end the run at warnings up to this level (0)"},
    {{"redirect", optional_argument, nullptr, 'r'},
     "[o|e|oe]",
     "write output, errors of processes other than 0 to files"},
    {{"Redirect", optional_argument, nullptr, 'R'}, "[o|e|oe]", "write output, errors of all processes to files"},
    {{"logdir", required_argument, nullptr, log_folder}, " <folder>", "folder of these files"},
    {{"buffering", required_argument, nullptr, 'b'}, " <no|line|full>", "buffering of standard output"},
    {{"print-schedule", optional_argument, nullptr, 'S'},
     "[=dot]",
     "print the schedule and exit; =dot: in the format of Graphviz"},
    {{"list-thorns", no_argument, nullptr, 'T'}, "", "list the compiled thorns"},
    {{"test-thorn-compiled", required_argument, nullptr, 't'},
     " <thorn>",
     "exit code 0 if the thorn is compiled, otherwise 1"},
    {{"exit-after-param-check", optional_argument, nullptr, 'P'},
     "[n]",
     "check the parameters (for n processes) and exit"},
    {{"compile-only", no_argument, nullptr, compile_only}, "", "compile the kernels of the run and exit"},
    {{"thorn-library", required_argument, nullptr, thorn_library}, " <file>", "load a thorn of scripts/build --add"},
    {{"parameter-level", required_argument, nullptr, parameter_level},
     " <strict|normal|relaxed>",
     "treatment of unknown parameters"},
    {{"quiet", no_argument, nullptr, quiet}, "", "print only warnings and errors"},
    {{"verbose", no_argument, nullptr, verbose}, "", "print all reports at the end: timers, the whole kernel report"},
    {{"version", no_argument, nullptr, 'v'}, "", "print the version"},
    {{"ignore-next", no_argument, nullptr, 'i'}, "", "ignore the next argument"},
};

constexpr char letters[] = "+:hO::o:x::L:W:E:r::R::b:STt:P::vi";

struct Parser {
  CommandLine result;
  base::Diagnostics problems;

  int number(char const* text, char const* what) {
    int value = 0;
    std::string const digits = text;
    auto const [stop, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc{} || stop != digits.data() + digits.size())
      problems.error({}, fmt::format("{} must be an integer, not `{}`.", what, digits));
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
        problems.error({}, fmt::format("The argument of -r and -R must be o, e or oe, not `{}`.", which));
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
      problems.error({}, fmt::format("The argument of -O must be v or be omitted; found `{}`.", optarg));
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
  case quiet:
    result.is_quiet = true;
    return;
  case verbose:
    result.reports_all = true;
    return;
  case thorn_library:
    result.thorn_libraries.emplace_back(optarg);
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
    std::string const argument = at < n ? arguments[static_cast<std::size_t>(at)] : "";
    if (letter == '?')
      parser.problems.error({}, fmt::format("There is no option `{}`.{}", argument,
                                            base::did_you_mean("--" + without_dashes(argument), names)));
    else if (letter == ':')
      parser.problems.error({}, fmt::format("The option `{}` needs an argument.", argument));
    else
      parser.take(letter);
  }

  bool const needs_file =
      parser.result.action == CommandLine::Action::run || parser.result.action == CommandLine::Action::print_schedule;
  if (parser.result.is_quiet && parser.result.reports_all)
    parser.problems.error({}, "The options --quiet and --verbose exclude each other.");
  if (files.size() > 1)
    parser.problems.error(
        {}, fmt::format("Specify one parameter file; found {}: {}.", files.size(), fmt::join(files, ", ")));
  else if (files.empty() && needs_file && !parser.problems.has_errors())
    parser.problems.error(
        {}, fmt::format("No parameter file is specified. Usage: {} [options] FILE.par (--help lists the options).",
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
  return text + "\nExit codes: 0 success, 1 an error in the input, 2 an error in the program.\n";
}

} // namespace chemora::run
