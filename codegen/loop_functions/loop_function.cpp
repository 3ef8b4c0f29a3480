#include "codegen/loop_functions/loop_function.hpp"

#include "codegen/fortran/fortran.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/script/script.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace chemora::loop_functions {

namespace {

constexpr char const* directive_word = "!$chemora";

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_identifier(std::string const& text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
         std::all_of(text.begin(), text.end(), is_word_character);
}

bool same_name(std::string const& a, std::string const& b) { return base::lower_case(a) == base::lower_case(b); }

/// Returns the offset of `word` in `line` as a whole word, or npos. Ignores case.
std::size_t find_word(std::string const& line, std::string const& word) {
  std::string const text = base::lower_case(line), wanted = base::lower_case(word);
  for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) {
    bool const begins = at == 0 || !is_word_character(text[at - 1]);
    std::size_t const end = at + wanted.size();
    if (begins && (end == text.size() || !is_word_character(text[end]))) return at;
  }
  return std::string::npos;
}

/// The first occurrence of a name outside of comments.
base::SourcePosition first_occurrence(base::SourceText const& source, std::string const& name) {
  int number = 0;
  for (std::string const& line : source.lines()) {
    ++number;
    std::size_t const at = find_word(line.substr(0, line.find('!')), name);
    if (at != std::string::npos) return {source.name, number, static_cast<int>(at) + 1};
  }
  return {source.name, 0, 0};
}

struct Directive {
  std::string argument, meaning;
  base::SourcePosition where;
};

std::vector<Directive> directives_of(base::SourceText const& source, base::Diagnostics& errors) {
  std::vector<Directive> directives;
  int number = 0;
  for (std::string const& line : source.lines()) {
    ++number;
    std::size_t const begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || !base::lower_case(line.substr(begin)).starts_with(directive_word)) continue;
    std::string const text = line.substr(begin + std::string(directive_word).size());
    std::size_t const equals = text.find('=');
    base::SourcePosition const where{source.name, number, static_cast<int>(begin) + 1};
    std::string const argument = base::trimmed(text.substr(0, equals));
    std::string const meaning = equals == std::string::npos ? "" : base::trimmed(text.substr(equals + 1));
    if (!is_identifier(argument) || meaning.empty())
      errors.error(where,
                   "Expected `!$chemora ARGUMENT = VARIABLE`, `= PARAMETER`, `= lsh(VARIABLE, AXIS)`, `= gsh(...)` or "
                   "`= lbnd(...)`; found `" +
                       base::trimmed(line) + "`.");
    else
      directives.push_back({argument, meaning, where});
  }
  return directives;
}

bool describes_same(Argument const& a, Argument const& b) {
  return a.type == b.type && a.is_array == b.is_array && a.extents == b.extents;
}

/// Adds the arguments of a kernel. Arguments of equal names must agree.
void add(std::vector<Argument>& arguments, Argument argument, base::Diagnostics& errors, std::string const& kernel) {
  auto const known = std::find_if(arguments.begin(), arguments.end(),
                                  [&](Argument const& each) { return same_name(each.name, argument.name); });
  if (known == arguments.end()) {
    arguments.push_back(std::move(argument));
    return;
  }
  if (!describes_same(*known, argument))
    errors.error(argument.where, "Argument `" + argument.name + "` of subroutine `" + kernel +
                                     "` has another type or shape than the argument of this name of an earlier "
                                     "subroutine. Both are the same variable; declare them equally or rename one.");
  known->is_read = known->is_read || argument.is_read;
  known->is_written = known->is_written || argument.is_written;
  known->is_overwritten = known->is_overwritten || argument.is_overwritten;
}

/// Whether the instances of the instruction certainly write all elements of the array.
bool overwrites(loops::LoopKernel const& kernel, loops::Instruction const& instruction, ir::TypedArray const& array) {
  if (!instruction.target || instruction.target->name != array.name || !instruction.conditions.empty()) return false;
  std::vector<ir::LinearExpression> subscripts;
  for (ir::ExpressionPtr const& operand : instruction.target->operands)
    if (auto const subscript = ir::as_linear(operand)) subscripts.push_back(*subscript);
  if (subscripts.empty() || subscripts.size() != array.axes.size()) return false;
  try {
    polyhedral::Footprint const box = polyhedral::footprint(kernel, {subscripts}, instruction.within,
                                                            instruction.within, instruction.where, array.name);
    bool covers = box.is_exact;
    for (std::size_t n = 0; n < array.axes.size(); ++n)
      covers = covers && box.lower[n] == ir::linear(0) && box.extent[n] == array.axes[n].extent;
    return covers;
  } catch (base::UserError const&) {
    return false; // the bounds depend on data
  }
}

void add_arguments(loops::LoopKernel const& kernel, LoopFunction& function, base::Diagnostics& errors) {
  std::map<std::string, Argument> arrays;
  for (loops::Instruction const& instruction : kernel.instructions)
    for (loops::ArrayAccess const& access : loops::accesses_of(kernel, instruction)) {
      Argument& array = arrays[access.element->name];
      (access.is_write ? array.is_written : array.is_read) = true;
    }
  for (loops::Parameter const& parameter : kernel.parameters)
    add(function.arguments,
        {.name = parameter.name, .type = parameter.type, .where = first_occurrence(function.source, parameter.name)},
        errors, kernel.name);
  for (ir::TypedArray const& array : kernel.arrays) {
    if (!array.is_argument) continue;
    Argument argument = arrays[array.name];
    argument.name = array.name;
    argument.type = array.type;
    argument.is_array = true;
    argument.is_overwritten =
        std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                    [&](loops::Instruction const& each) { return overwrites(kernel, each, array); });
    for (ir::ArrayAxis const& axis : array.axes) argument.extents.push_back(axis.extent);
    argument.where = first_occurrence(function.source, array.name);
    add(function.arguments, std::move(argument), errors, kernel.name);
  }
}

void apply(std::vector<Directive> const& directives, LoopFunction& function, base::Diagnostics& errors) {
  std::vector<std::string> names;
  for (Argument const& argument : function.arguments) names.push_back(argument.name);
  for (Directive const& directive : directives) {
    auto const argument = std::find_if(function.arguments.begin(), function.arguments.end(),
                                       [&](Argument const& each) { return same_name(each.name, directive.argument); });
    if (argument == function.arguments.end()) {
      errors.error(directive.where, "`" + directive.argument + "` is not an argument of a subroutine of this file." +
                                        base::did_you_mean(directive.argument, names));
      continue;
    }
    if (!argument->meaning.empty())
      errors.error(directive.where,
                   "There are two lines `!$chemora` for `" + argument->name + "`; remove one of them.");
    argument->meaning = directive.meaning;
    argument->where = directive.where;
  }
}

/// Whether the axes are nested in memory in their order, the first one fastest.
bool is_in_order(ir::TypedArray const& array) {
  for (std::size_t n = 0; n < array.axes.size(); ++n)
    if (array.axes[n].layout != ir::AxisLayout::nested || array.axes[n].nesting != static_cast<int>(n)) return false;
  return true;
}

/// The position of the script, for errors about its result.
base::SourcePosition position_of(script::ScriptText const& script) {
  return script.positions.empty() ? base::SourcePosition{script.source.name, 0, 0} : script.positions.front();
}

void check_layouts(std::vector<loops::LoopKernel> const& kernels, LoopFunction const& function,
                   base::SourcePosition const& where) {
  base::Diagnostics errors(&function.source);
  for (loops::LoopKernel const& kernel : kernels)
    for (ir::TypedArray const& array : kernel.arrays) {
      if (!array.is_argument) continue;
      Argument const* const argument = function.find(array.name);
      if (!argument)
        errors.error(where, "The script makes the argument `" + array.name + "`, which no subroutine of the file has.");
      else if (!is_in_order(array) || array.axes.size() != argument->extents.size() || array.type != argument->type)
        errors.error(where, "The script changes the layout of argument `" + array.name +
                                "`. The framework stores variables with the first axis fastest, and other functions "
                                "access them. Copy the argument into a temporary, whose layout is free.");
    }
  errors.throw_if_errors();
}

script::ScriptText script_text(LoopFunction const& function, std::string const& replacement,
                               std::string const& replacement_name) {
  if (replacement.empty()) {
    fortran::Script script = fortran::script_of(function.source);
    return {function.source, std::move(script.lines), std::move(script.positions)};
  }
  script::ScriptText text{{replacement_name, replacement}, {}, {}};
  text.lines = text.source.lines();
  for (std::size_t n = 0; n < text.lines.size(); ++n)
    text.positions.push_back({replacement_name, static_cast<int>(n) + 1, 1});
  return text;
}

} // namespace

Argument const* LoopFunction::find(std::string const& argument) const {
  auto const position = std::find_if(arguments.begin(), arguments.end(),
                                     [&](Argument const& each) { return same_name(each.name, argument); });
  return position == arguments.end() ? nullptr : &*position;
}

std::string function_name(std::string const& file) { return std::filesystem::path(file).stem().string(); }

LoopFunction read_loop_function(base::SourceText const& source) {
  LoopFunction function{function_name(source.name), source, {}};
  base::Diagnostics errors(&function.source);
  if (!is_identifier(function.name))
    errors.error({source.name, 0, 0}, "The scheduled function has the name of its file, but `" + function.name +
                                          "` is not a name of letters, digits and underscores. Rename the file.");
  auto const directives = directives_of(source, errors);
  std::vector<loops::LoopKernel> kernels;
  base::collect_errors(errors, [&] { kernels = fortran::parse(source); });
  errors.throw_if_errors();
  for (loops::LoopKernel const& kernel : kernels) add_arguments(kernel, function, errors);
  if (kernels.empty())
    errors.error({source.name, 0, 0}, "The file has no subroutine. A file of loops has at least one.");
  apply(directives, function, errors);
  errors.throw_if_errors();
  return function;
}

std::vector<loops::LoopKernel> transformed(LoopFunction const& function, ScriptVariables const& variables,
                                           std::string const& script, std::string const& script_name,
                                           std::vector<script::FreeSize>* free_sizes) {
  auto const parse = [&](std::vector<std::string> const& definitions) {
    return fortran::parse(function.source, {.definitions = definitions});
  };
  script::ScriptText const text = script_text(function, script, script_name);
  if (text.lines.empty()) return parse({});
  script::Environment environment;
  environment.parse_fortran = parse;
  environment.variables = variables;
  if (free_sizes) script::collect_free_sizes(environment, *free_sizes);
  auto kernels = script::run(text, environment);
  if (kernels.empty())
    throw base::UserError(position_of(text), "The script returns no kernel; expected `RESULT = [f]` at its end.");
  check_layouts(kernels, function, position_of(text));
  return kernels;
}

} // namespace chemora::loop_functions
