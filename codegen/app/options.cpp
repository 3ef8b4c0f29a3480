#include "codegen/app/options.hpp"

#include "codegen/passes/passes.hpp"
#include "codegen/plan/device_kind.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <charconv>
#include <optional>
#include <vector>

namespace chemora::app {

namespace {

std::vector<std::string> emitted_forms() {
  std::vector<std::string> forms{"graph", "loops"};
  for (plan::DeviceKind const& kind : plan::device_kinds) forms.emplace_back(kind.language_name);
  forms.emplace_back("statistics");
  return forms;
}

std::vector<std::string> const forms = emitted_forms(); ///< of the kernels of equations
constexpr char const* passes_form = "schedule";         ///< of a file of recursions

std::vector<std::string> stages() {
  std::vector<std::string> names{"edl", "tensor", "components", "discretisation", "passes"};
  for (passes::Pass const& pass : passes::compile_time_passes()) names.push_back(pass.name);
  return names;
}

void check(std::string const& option, std::string const& value, std::vector<std::string> const& allowed) {
  if (base::contains(allowed, value)) return;
  throw base::UserError("`" + value + "` is not a value of " + option + "; allowed are " + base::join(allowed) + "." +
                        base::did_you_mean(value, allowed));
}

int number_of_sources(std::string const& text) {
  constexpr int max_sources = 99;
  int number = -1;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > max_sources)
    throw base::UserError("`" + text + "` is not a value of --built-in; allowed are the numbers from 0 to " +
                          std::to_string(max_sources) + ".");
  return number;
}

} // namespace

namespace {

/// An argument of the command line such as `--emit=graph`, divided at `=`.
struct Argument {
  std::string name;
  std::optional<std::string> value;

  bool is_option() const { return name.size() > 1 && name[0] == '-'; }
};

Argument divided(std::string const& text) {
  std::size_t const equals = text.find('=');
  bool const is_option = text.size() > 1 && text[0] == '-';
  if (!is_option || equals == std::string::npos) return {text, std::nullopt};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

/// Checks that there is one input.
void check_inputs(Options const& options) {
  std::vector<std::string> inputs;
  if (!options.file.empty()) inputs.push_back("`" + options.file + "`");
  if (!options.loops_folder.empty()) inputs.push_back("`--loops " + options.loops_folder + "`");
  if (!options.recursions_folder.empty()) inputs.push_back("`--recursions " + options.recursions_folder + "`");
  if (inputs.empty() && !options.shows_help)
    throw base::UserError("No equation file is given; write `edlc FILE.edl`. See edlc --help.");
  if (inputs.size() > 1)
    throw base::UserError("edlc compiles either an equation file or, with --loops, the loops of a thorn, or, with "
                          "--recursions, its sweeps; found " +
                          base::list_in_words(inputs) + ".");
  bool const is_recursion = options.file.ends_with(".rec");
  if (options.emit == passes_form && !is_recursion)
    throw base::UserError("`--emit=schedule` prints the passes of a file of recursions; write `edlc --emit=schedule "
                          "FILE.rec`.");
  if (is_recursion && !options.emit.empty() && options.emit != passes_form)
    throw base::UserError("`--emit=" + options.emit +
                          "` is not possible for a file of recursions; allowed is "
                          "`--emit=schedule`.");
  bool const has_other = !options.emit.empty() || !options.dump_after.empty() || !options.thorn_folder.empty();
  if (options.file.ends_with(".pat") && has_other)
    throw base::UserError("edlc only checks a file of patterns, and writes no results; write `edlc FILE.pat`.");
}

/// Sets the option with this name. Returns false if there is no such option.
bool set_option(std::string const& name, std::string const& value, Options& options) {
  if (name == "--thorn")
    options.thorn_folder = value;
  else if (name == "--loops")
    options.loops_folder = value;
  else if (name == "--recursions")
    options.recursions_folder = value;
  else if (name == "--built-in")
    options.n_built_in = number_of_sources(value);
  else if (name == "--emit")
    options.emit = value;
  else if (name == "--dump-after")
    options.dump_after = value;
  else if (name == "--help" || name == "-h")
    options.shows_help = true;
  else
    return false;
  return true;
}

} // namespace

Options parse_options(int argc, char const* const* argv) {
  static std::vector<std::string> const with_value{"--thorn",    "--loops", "--recursions",
                                                   "--built-in", "--emit",  "--dump-after"};
  Options options;
  for (int n = 1; n < argc; ++n) {
    Argument argument = divided(argv[n]);
    bool const needs_value = base::contains(with_value, argument.name);
    if (needs_value && !argument.value) {
      if (n + 1 >= argc) throw base::UserError("`" + argument.name + "` needs a value.");
      argument.value = argv[++n];
    }
    if (argument.is_option()) {
      if (!set_option(argument.name, argument.value.value_or(""), options))
        throw base::UserError("`" + argument.name + "` is not an option of edlc." +
                              base::did_you_mean(argument.name, {"--thorn", "--loops", "--recursions", "--built-in",
                                                                 "--emit", "--dump-after", "--help"}));
    } else if (!options.file.empty()) {
      throw base::UserError("edlc compiles one equation file at a time; found `" + options.file + "` and `" +
                            argument.name + "`.");
    } else {
      options.file = argument.name;
    }
  }
  std::vector<std::string> all_forms = forms;
  all_forms.emplace_back(passes_form);
  if (!options.emit.empty()) check("--emit", options.emit, all_forms);
  if (!options.dump_after.empty()) check("--dump-after", options.dump_after, stages());
  check_inputs(options);
  return options;
}

std::string usage() {
  return "edlc compiles equations to a thorn.\n\n"
         "  edlc FILE.edl                     check the equations\n"
         "  edlc --thorn DIR FILE.edl         write the thorn's CCL files and source below DIR\n"
         "  edlc --thorn DIR --built-in=N FILE.edl  write kernels for machines without a compiler to N of the thorn's\n"
         "                                    sources (default 4; 0: write none)\n"
         "  edlc [--thorn DIR] --loops THORN  check THORN/loops/*.f90, and write the files that the build needs below "
         "DIR\n"
         "  edlc [--thorn DIR] --recursions THORN  check THORN/recursions/*.rec, and write the files that the build "
         "needs below DIR\n"
         "  edlc FILE.f90                     check one file of loops\n"
         "  edlc FILE.rec                     check one file of recursions\n"
         "  edlc --emit=schedule FILE.rec     print the passes of its sweeps over the grid\n"
         "  edlc FILE.pat                     check one file of patterns (docs/patterns.md)\n"
         "  edlc --emit=FORM FILE.edl         print every kernel as " +
         base::join(forms) +
         "\n"
         "  edlc --dump-after=STAGE FILE.edl  print the result of a stage: " +
         base::join(stages()) +
         "\n\n"
         "The language is described in docs/edl.md.\n";
}

} // namespace chemora::app
