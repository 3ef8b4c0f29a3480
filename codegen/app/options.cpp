#include "codegen/app/options.hpp"

#include "codegen/passes/pipeline.hpp"
#include "codegen/plan/device_kind.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace chemora::app {

namespace {

std::vector<std::string> emitted_forms() {
  std::vector<std::string> forms{"graph", "loops"};
  for (plan::DeviceKind const& kind : plan::device_kinds) forms.emplace_back(kind.language_name);
  forms.emplace_back("statistics");
  return forms;
}

std::vector<std::string> const forms = emitted_forms();

std::vector<std::string> stages() {
  std::vector<std::string> names{"edl", "tensor", "components", "discretisation", "passes"};
  for (passes::Pass const& pass : passes::compile_time_passes()) names.push_back(pass.name);
  return names;
}

std::string listed(std::vector<std::string> const& names) {
  std::string text;
  for (std::string const& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void check(std::string const& option, std::string const& value, std::vector<std::string> const& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
  throw base::UserError("`" + value + "` is not a value of " + option + "; allowed are " + listed(allowed) + "." +
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

Options parse_options(int argc, char const* const* argv) {
  Options options;
  for (int n = 1; n < argc; ++n) {
    std::string argument = argv[n];
    std::string value;
    std::size_t const equals = argument.find('=');
    bool const is_option = argument.size() > 1 && argument[0] == '-';
    if (is_option && equals != std::string::npos) {
      value = argument.substr(equals + 1);
      argument.resize(equals);
    }
    bool const takes_value =
        argument == "--thorn" || argument == "--built-in" || argument == "--emit" || argument == "--dump-after";
    if (takes_value && equals == std::string::npos) {
      if (n + 1 >= argc) throw base::UserError("`" + argument + "` needs a value.");
      value = argv[++n];
    }
    if (argument == "--thorn")
      options.thorn_folder = value;
    else if (argument == "--built-in")
      options.n_built_in = number_of_sources(value);
    else if (argument == "--emit")
      options.emit = value;
    else if (argument == "--dump-after")
      options.dump_after = value;
    else if (argument == "--help" || argument == "-h")
      options.shows_help = true;
    else if (is_option)
      throw base::UserError(
          "`" + argument + "` is not an option of edlc." +
          base::did_you_mean(argument, {"--thorn", "--built-in", "--emit", "--dump-after", "--help"}));
    else if (!options.file.empty())
      throw base::UserError("edlc compiles one equation file at a time; found `" + options.file + "` and `" + argument +
                            "`.");
    else
      options.file = argument;
  }
  if (!options.emit.empty()) check("--emit", options.emit, forms);
  if (!options.dump_after.empty()) check("--dump-after", options.dump_after, stages());
  if (options.file.empty() && !options.shows_help)
    throw base::UserError("No equation file is given; write `edlc FILE.edl`. See edlc --help.");
  return options;
}

std::string usage() {
  return "edlc compiles equations to a thorn.\n\n"
         "  edlc FILE.edl                     check the equations\n"
         "  edlc --thorn DIR FILE.edl         write the thorn's CCL files and source below DIR\n"
         "  edlc --thorn DIR --built-in=N FILE.edl  write kernels for machines without a compiler to N of the thorn's\n"
         "                                    sources (default 4; 0: write none)\n"
         "  edlc --emit=FORM FILE.edl         print every kernel as " +
         listed(forms) +
         "\n"
         "  edlc --dump-after=STAGE FILE.edl  print the result of a stage: " +
         listed(stages()) +
         "\n\n"
         "The language is described in docs/edl.md.\n";
}

} // namespace chemora::app
