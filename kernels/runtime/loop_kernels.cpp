#include "kernels/runtime/loop_kernels.hpp"

#include "codegen/fortran/fortran.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/jit/loop_trees.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::runtime {

namespace {

/// Work of one launch.
struct Work {
  double points = 1;           ///< elements of the largest array that the kernel writes
  double compulsory_bytes = 0; ///< each array is read once, written once, or both
  polyhedral::Counts counts{};
};

double n_elements(ir::TypedArray const& array, std::map<std::string, long> const& integers) {
  double product = 1;
  for (ir::ArrayAxis const& axis : array.axes) product *= static_cast<double>(axis.extent.value(integers));
  return product;
}

Work work_of(CompiledLoopKernel const& compiled, std::map<std::string, long> const& integers) {
  Work work;
  work.counts = polyhedral::count(compiled.kernel, integers);
  for (ir::TypedArray const& array : compiled.kernel.arrays) {
    if (!array.is_argument) continue;
    double const n = n_elements(array, integers), size = array.type == ir::Type::real64 ? 8 : 4;
    bool const is_written = base::contains(compiled.arguments.outputs, array.name);
    if (is_written) work.points = std::max(work.points, n);
    work.compulsory_bytes += n * size;
  }
  return work;
}

/// Appends the memory of the temporaries of scope grid, in the order of the tree.
void add_temporaries(ir::LoopTree const& tree, std::map<std::string, long> const& integers, launch::Scratch& memory,
                     std::vector<void*>& outputs) {
  int n = 0;
  double max_bytes = 0;
  for (ir::TypedArray const& array : tree.arrays) {
    if (array.is_argument || array.scope != ir::Scope::grid) continue;
    ++n;
    max_bytes = std::max(max_bytes, n_elements(array, integers) * sizeof(double));
  }
  if (n == 0) return;
  memory.reserve(n, static_cast<std::size_t>(max_bytes));
  for (int slot = 0; slot < n; ++slot) outputs.push_back(memory.array(slot));
}

/// Whether the text contains only lines `NAME = INTEGER`, which are sizes of a script.
bool are_sizes(std::string const& text) { return text.find('(') == std::string::npos; }

/// Adds the sizes in lines `NAME = INTEGER`.
void add_sizes(std::string const& text, std::string const& place, loop_functions::ScriptVariables& variables) {
  base::SourceText const source{place, text};
  int number = 0;
  for (std::string const& line : source.lines()) {
    ++number;
    std::string const statement = base::trimmed(line.substr(0, line.find('#')));
    if (statement.empty()) continue;
    auto const equals = statement.find('=');
    char* end = nullptr;
    std::string const value = equals == std::string::npos ? "" : base::trimmed(statement.substr(equals + 1));
    long const n = std::strtol(value.c_str(), &end, 10);
    if (value.empty() || *end != '\0')
      throw base::UserError({place, number, 1},
                            "Found `" + statement + "`, expected `SIZE = INTEGER` or the statements of a script.");
    variables[base::trimmed(statement.substr(0, equals))] = transform::make_value(n);
  }
}

std::string key_of(RegisteredLoops const& loops, loop_functions::ScriptVariables const& variables) {
  std::string key = loops.full_name();
  for (auto const& [name, value] : variables) key += "\n" + name + " = " + transform::to_text(value);
  return key;
}

/// The script in the form of a plan that a user can pin.
std::string plan_text(RegisteredLoops const& loops, std::string const& pinned, std::string const& device) {
  std::string text = fmt::format("plan {} on {}\n", loops.full_name(), device);
  if (!pinned.empty()) return text + pinned + "\n";
  auto const script = fortran::script_of(loops.function.source);
  for (std::string const& line : script.lines) text += line + "\n";
  return text + "\n";
}

void check_assumptions(loops::LoopKernel const& kernel, std::map<std::string, long> const& integers) {
  for (loops::Constraint const& assumption : kernel.assumptions) {
    bool const is_known = std::all_of(assumption.expression.factors.begin(), assumption.expression.factors.end(),
                                      [&](auto const& factor) { return integers.contains(factor.first); });
    if (!is_known) continue;
    long const value = assumption.expression.value(integers);
    if (assumption.is_equality ? value == 0 : value >= 0) continue;
    throw base::UserError(fmt::format(
        "The kernel {} assumes {} {} 0, but this run has {}.", kernel.name, ir::to_text(assumption.expression),
        assumption.is_equality ? "==" : ">=", base::join(assumption.expression.factors, ", ", [&](auto const& factor) {
          return fmt::format("{} = {}", factor.first, integers.at(factor.first));
        })));
  }
}

monitor::KernelRecord record_of(CompiledLoopKernel const& compiled, Work const& work, std::string const& reason) {
  monitor::KernelRecord record;
  record.plan = compiled.kernel.plan.empty() ? "loops as written" : base::join(compiled.kernel.plan, "; ");
  record.plan_reason = reason;
  record.bytes_per_point = static_cast<int>(work.compulsory_bytes / work.points + 0.5);
  record.flops_per_point = static_cast<int>(work.counts.operations / work.points + 0.5);
  return record;
}

/// Splits the tree into source and launch shape for the device.
SourceKernel source_of(CompiledLoopKernel const& compiled, std::string const& name, device::Properties const& device) {
  SourceKernel source;
  source.name = name;
  source.representation = loops::to_text(compiled.kernel);
  source.plan = ir::to_text(compiled.tree);
  jit::Lowered lowered = jit::lower_to_source(compiled.tree, device.language);
  source.source = std::move(lowered.source);
  source.shape = lowered.shape;
  return source;
}

std::string note_of(std::string const& name, CompiledLoopKernel const& compiled, Work const& work) {
  std::string text = fmt::format("{}: {:.1f} words of arrays and {:.1f} operations per element of its largest result, "
                                 "which has {:.0f} elements on "
                                 "process 0.\n",
                                 name, (work.counts.words_read + work.counts.words_written) / work.points,
                                 work.counts.operations / work.points, work.points);
  for (std::string const& statement : compiled.kernel.plan) text += "  " + statement + "\n";
  if (!compiled.kernel.reassociated.empty())
    text +=
        "  Sums into " + base::join(compiled.kernel.reassociated) + " are computed in another order than written.\n";
  return text;
}

} // namespace

void LoopRegistry::add(std::string const& thorn, std::string const& file, std::string const& text) {
  try {
    RegisteredLoops loops{{thorn, loop_functions::function_name(file)},
                          loop_functions::read_loop_function({file, text})};
    if (find(thorn, loops.name)) throw base::UserError("Function " + loops.full_name() + " was registered twice.");
    functions_.push_back(std::move(loops));
  } catch (base::UserError const& error) {
    errors_.push_back(warning_text(error));
  }
}

RegisteredLoops const* LoopRegistry::find(std::string const& thorn, std::string const& function) const {
  for (RegisteredLoops const& loops : functions_)
    if (are_equal_names(loops.thorn, thorn) && are_equal_names(loops.name, function)) return &loops;
  return nullptr;
}

std::vector<std::string> LoopRegistry::names() const {
  std::vector<std::string> names;
  for (RegisteredLoops const& loops : functions_) names.push_back(loops.full_name());
  return names;
}

CompiledLoops& LoopKernels::find_or_compile(RegisteredLoops const& loops, loop_functions::ScriptVariables variables,
                                            std::map<std::string, long> const& integers) {
  std::string const& kind = cache_.device().properties().kind;
  variables["device"] = transform::make_value(kind.substr(0, kind.find(':')));
  std::string const key = key_of(loops, variables);
  auto found = compiled_.find(key);
  if (found == compiled_.end()) found = compiled_.emplace(key, compile(loops, variables, integers)).first;
  return found->second;
}

CompiledLoops LoopKernels::compile(RegisteredLoops const& loops, loop_functions::ScriptVariables const& variables,
                                   std::map<std::string, long> const& integers) {
  auto const& properties = cache_.device().properties();
  auto const pinned = pinned_.find_text(loops, properties.kind);
  auto values = variables;
  std::string script;
  if (pinned && are_sizes(pinned->text))
    add_sizes(pinned->text, pinned->where, values);
  else if (pinned)
    script = pinned->text;
  auto kernels = timed(cache_.seconds().plan, [&] {
    return loop_functions::transformed(loops.function, values, script, pinned ? pinned->where : "");
  });
  CompiledLoops result;
  std::vector<SourceKernel> sources;
  std::vector<Work> works;
  for (auto& kernel : kernels) {
    CompiledLoopKernel& compiled = result.emplace_back();
    compiled.kernel = std::move(kernel);
    timed(cache_.seconds().lower, [&] {
      compiled.tree = polyhedral::schedule(compiled.kernel);
      compiled.arguments = ir::arguments_of(compiled.tree);
      compiled.n_phases = static_cast<int>(ir::phases_of(compiled.tree).size());
      works.push_back(work_of(compiled, integers));
      std::string const name = loops.full_name() + (kernels.size() > 1 ? "." + compiled.kernel.name : std::string());
      sources.push_back(source_of(compiled, name, properties));
      sources.back().record = record_of(compiled, works.back(), pinned ? "pinned by " + pinned->where : "script");
      notes_ += note_of(name, compiled, works.back());
      return 0;
    });
    if (cache_.messages().prints("loops"))
      cache_.messages().info("loops of " + sources.back().name + ":\n" + ir::to_text(compiled.tree));
    if (cache_.messages().prints("source"))
      cache_.messages().info("source of " + sources.back().name + ":\n" + sources.back().source);
  }
  cache_.add_plan(plan_text(loops, pinned ? pinned->text : "", properties.kind));
  auto loaded = cache_.load(sources);
  for (std::size_t n = 0; n < result.size(); ++n) {
    result[n].module = std::move(loaded[n].module);
    result[n].measured = loaded[n].measured;
  }
  return result;
}

void LoopKernels::run(CompiledLoops& kernels, LoopArguments const& arguments) {
  for (CompiledLoopKernel& compiled : kernels) {
    ++compiled.measured->record.calls;
    auto const is_empty = [&](ir::TypedArray const& array) { return arguments.empty_arrays.contains(array.name); };
    if (std::none_of(compiled.tree.arrays.begin(), compiled.tree.arrays.end(), is_empty)) run(compiled, arguments);
  }
}

void LoopKernels::run(CompiledLoopKernel& compiled, LoopArguments const& arguments) {
  check_assumptions(compiled.kernel, arguments.integers);
  std::vector<void const*> inputs;
  std::vector<void*> outputs;
  std::vector<double> parameters;
  double points = 1;
  for (std::string const& name : compiled.arguments.inputs) inputs.push_back(arguments.arrays.at(name));
  for (std::string const& name : compiled.arguments.outputs) {
    outputs.push_back(arguments.arrays.at(name));
    points = std::max(points, n_elements(compiled.kernel.array(name), arguments.integers));
  }
  add_temporaries(compiled.tree, arguments.integers, temporaries_, outputs);
  for (ir::TreeParameter const& parameter : compiled.tree.parameters)
    parameters.push_back(arguments.scalars.at(parameter.name));
  if (compiled.n_phases > 1) parameters.push_back(0);
  chemora_kernel_arguments launch{};
  base::Index3 const blocks = jit::number_of_blocks(compiled.tree, arguments.scalars);
  std::copy(blocks.begin(), blocks.end(), launch.upper);
  std::fill(std::begin(launch.allocated), std::end(launch.allocated), 1);
  launch.parameters = parameters.data();
  MeasuredKernel::Launch const measured(*compiled.measured);
  for (int phase = 0; phase < compiled.n_phases; ++phase) {
    if (compiled.n_phases > 1) parameters.back() = phase;
    compiled.module->launch(inputs, outputs, launch);
  }
  compiled.measured->record.points += static_cast<std::int64_t>(points);
}

} // namespace chemora::runtime
