#include "kernels/runtime/loop_kernels.hpp"

#include "codegen/fortran/fortran.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "kernels/runtime/loop_size_search.hpp"
#include "kernels/runtime/loop_work.hpp"
#include "kernels/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::runtime {

namespace {

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

/// Whether the text contains only lines `NAME = INTEGER` and comments, which are sizes of a script.
bool are_sizes(std::string const& text) {
  auto const lines = base::SourceText{"", text}.lines();
  return std::none_of(lines.begin(), lines.end(), [](std::string const& line) {
    return line.substr(0, line.find('#')).find('(') != std::string::npos;
  });
}

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

/// Whether the kernel accesses an array without elements on this process.
bool is_empty(CompiledLoopKernel const& compiled, LoopArguments const& arguments) {
  return std::any_of(compiled.tree.arrays.begin(), compiled.tree.arrays.end(),
                     [&](ir::TypedArray const& array) { return arguments.empty_arrays.contains(array.name); });
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

/// Name of a kernel of the function in reports.
std::string name_of(RegisteredLoops const& loops, loops::LoopKernel const& kernel, std::size_t n_kernels) {
  return loops.full_name() + (n_kernels > 1 ? "." + kernel.name : std::string());
}

/// Elements of an argument on this process.
long n_elements(loop_functions::Argument const& array, std::map<std::string, long> const& integers) {
  long product = 1;
  for (ir::LinearExpression const& extent : array.extents) product *= extent.value(integers);
  return product;
}

/// The arrays that the function may write. Arrays without elements are omitted.
std::vector<WrittenArray> written_arrays(loop_functions::LoopFunction const& function, LoopArguments const& arguments) {
  std::vector<WrittenArray> arrays;
  for (loop_functions::Argument const& argument : function.arguments)
    if (argument.is_array && argument.is_written && !arguments.empty_arrays.contains(argument.name))
      arrays.push_back({arguments.arrays.at(argument.name), n_elements(argument, arguments.integers),
                        static_cast<std::size_t>(ir::element_bytes(argument.type))});
  return arrays;
}

} // namespace

/// What determines the kernels of a function.
struct LoopKernels::Version {
  loop_functions::ScriptVariables variables; ///< also values of free sizes
  std::string script{}, script_name{};       ///< a script that replaces that of the file, if it is not empty
  std::string reason = script_reason;        ///< for reports
  std::string plan{};                        ///< the text that a user can pin; empty: the script of the file

  Version with(script::Sizes const& sizes) const {
    Version version = *this;
    for (auto const& [name, value] : sizes) {
      version.variables[name] = transform::make_value(value);
      version.plan += fmt::format("{} = {}\n", name, value);
    }
    return version;
  }

  /// The plan in the form of CaKernel::plan.
  std::string plan_text(RegisteredLoops const& loops, std::string const& device) const {
    std::string text = fmt::format("plan {} on {}\n", loops.full_name(), device);
    if (reason.starts_with("tuned")) text = "# " + reason + "\n" + text;
    if (!plan.empty()) return text + plan + "\n";
    for (std::string const& line : fortran::script_of(loops.function.source).lines) text += line + "\n";
    return text + "\n";
  }
};

/// Kernels before compilation.
struct LoopKernels::Drafts {
  std::vector<CompiledLoopKernel> kernels;
  std::vector<SourceKernel> sources;
};

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
  auto const pinned = pinned_.find_text(loops, cache_.device().properties().kind);
  Version version{.variables = variables};
  if (pinned) {
    version.plan = pinned->text, version.script_name = pinned->where, version.reason = "pinned by " + pinned->where;
    if (are_sizes(pinned->text))
      add_sizes(pinned->text, pinned->where, version.variables);
    else
      version.script = pinned->text;
  }
  std::vector<script::FreeSize> free;
  auto kernels = transform(loops, version, &free);
  CompiledLoops result{.variables = variables};
  auto const key = key_of(loops, variables);
  auto const sizes = find_free_sizes(loops, variables, pinned ? std::vector<script::FreeSize>() : free, integers);
  if (sizes) {
    auto const tuned =
        broadcast(tuned_sizes(sizes->free, tuned_->find(sizes->subject), origin()), sizes->free, cache_.exchange());
    if (tuned && try_sizes(loops, version, *tuned, key, integers, result.kernels)) return result;
    if (!tuned && can_search()) result.untuned = sizes;
  }
  result.kernels = build(loops, version, std::move(kernels), key, integers);
  return result;
}

tuning::Origin LoopKernels::origin() const { return search::origin_of(cache_.device().properties()); }

bool LoopKernels::can_search() const {
  return cache_.settings().loop_search_seconds > 0 && !tuning_database_file(cache_.settings()).empty() &&
         cache_.compiles_for_all();
}

/// Returns the free sizes if they are equal on all processes. The call is collective.
std::optional<LoopSizes> LoopKernels::find_free_sizes(RegisteredLoops const& loops,
                                                      loop_functions::ScriptVariables const& variables,
                                                      std::vector<script::FreeSize> const& free,
                                                      std::map<std::string, long> const& integers) {
  auto const& settings = cache_.settings();
  bool const is_needed = tuned_ && (settings.uses_tuned_plans || settings.loop_search_seconds > 0);
  if (!is_needed || loops.function.source.contents.find("size(") == std::string::npos) return {};
  auto const& device = cache_.device().properties();
  LoopSizes const sizes{free, subject_of({loops.full_name(), loops.function, variables, integers, device}, free)};
  std::string const key =
      free.empty() ? ""
                   : fmt::format("{}\n{}\n{}", sizes.subject.graph, sizes.subject.search_space, sizes.subject.device);
  auto const keys = cache_.exchange().all_gather(key);
  bool const are_equal = std::all_of(keys.begin(), keys.end(), [&](auto const& each) { return each == keys.front(); });
  if (key.empty() || !are_equal) return {};
  return sizes;
}

/// Compiles the kernels with measured sizes. If this is impossible, prints a warning and returns false on all
/// processes.
bool LoopKernels::try_sizes(RegisteredLoops const& loops, Version const& version, TunedSizes const& tuned,
                            std::string const& key, std::map<std::string, long> const& integers,
                            std::vector<CompiledLoopKernel>& kernels) {
  std::string failure;
  try {
    Version with_sizes = version.with(tuned.sizes);
    with_sizes.reason = tuned.reason;
    kernels = build(loops, with_sizes, transform(loops, with_sizes), key, integers);
    return true;
  } catch (base::UserError const& error) {
    failure = warning_text(error);
  } catch (jit::CompilationError const& error) { // on all processes
    failure = error.what();
  }
  if (cache_.exchange().rank() == 0)
    cache_.messages().warn(fmt::format("The measured sizes {} of {} cannot be used. The run continues with the first "
                                       "choices. {}",
                                       script::to_text(tuned.sizes), loops.full_name(), failure));
  return false;
}

std::vector<loops::LoopKernel> LoopKernels::transform(RegisteredLoops const& loops, Version const& version,
                                                      std::vector<script::FreeSize>* free) {
  return timed(cache_.seconds().plan, [&] {
    return loop_functions::transformed(loops.function, version.variables, version.script, version.script_name, free);
  });
}

LoopKernels::Drafts LoopKernels::draft(RegisteredLoops const& loops, std::vector<loops::LoopKernel> kernels) {
  Drafts drafts;
  for (auto& kernel : kernels) {
    CompiledLoopKernel& compiled = drafts.kernels.emplace_back();
    compiled.kernel = std::move(kernel);
    drafts.sources.push_back(timed(cache_.seconds().lower, [&] {
      compiled.tree = polyhedral::schedule(compiled.kernel);
      compiled.arguments = ir::arguments_of(compiled.tree);
      compiled.n_phases = static_cast<int>(ir::phases_of(compiled.tree).size());
      return source_of(compiled, name_of(loops, compiled.kernel, kernels.size()), cache_.device().properties());
    }));
  }
  return drafts;
}

std::vector<CompiledLoopKernel> LoopKernels::load(Drafts drafts) {
  auto loaded = cache_.load(drafts.sources);
  for (std::size_t n = 0; n < loaded.size(); ++n) {
    drafts.kernels[n].module = std::move(loaded[n].module);
    drafts.kernels[n].measured = loaded[n].measured;
  }
  return std::move(drafts.kernels);
}

/// Compiles the kernels, and adds them to the report and to the list of plans under this key.
std::vector<CompiledLoopKernel> LoopKernels::build(RegisteredLoops const& loops, Version const& version,
                                                   std::vector<loops::LoopKernel> kernels, std::string const& key,
                                                   std::map<std::string, long> const& integers) {
  Messages& messages = cache_.messages();
  Drafts drafts = draft(loops, std::move(kernels));
  std::string notes;
  for (std::size_t n = 0; n < drafts.kernels.size(); ++n) {
    CompiledLoopKernel const& compiled = drafts.kernels[n];
    SourceKernel& source = drafts.sources[n];
    Work const work = timed(cache_.seconds().lower, [&] { return work_of(compiled, integers); });
    source.record = record_of(compiled, work, version.reason);
    notes += note_of(source.name, compiled, work, version.reason);
    if (messages.prints("loops")) messages.info("loops of " + source.name + ":\n" + ir::to_text(compiled.tree));
    if (messages.prints("source")) messages.info("source of " + source.name + ":\n" + source.source);
  }
  auto result = load(std::move(drafts));
  notes_[key] = notes;
  cache_.set_plan(key, version.plan_text(loops, cache_.device().properties().kind));
  return result;
}

void LoopKernels::search(RegisteredLoops const& loops, CompiledLoops& compiled, LoopArguments const& arguments) {
  if (!compiled.untuned) return;
  std::string has_elements = arguments.empty_arrays.empty() ? "yes" : "no";
  cache_.exchange().broadcast(has_elements, 0);
  if (has_elements == "no") return;
  LoopSizes const sizes = *std::exchange(compiled.untuned, std::nullopt);
  Version const version{.variables = compiled.variables};
  SizeTrials trials{.prepare = {}, .written = written_arrays(loops.function, arguments)};
  for (WrittenArray const& array : trials.written)
    trials.points = std::max(trials.points, static_cast<double>(array.n_elements));
  trials.prepare = [&](script::Sizes const& values) {
    auto drafts = std::make_shared<Drafts>(draft(loops, transform(loops, version.with(values))));
    return [this, drafts, &arguments]() -> SizeTrials::Execute {
      auto kernels = std::make_shared<std::vector<CompiledLoopKernel>>(load(std::move(*drafts)));
      return [this, kernels, &arguments] { run(*kernels, arguments); };
    };
  };
  if (auto const tuned = search_sizes(cache_, sizes, trials)) {
    std::vector<CompiledLoopKernel> kernels;
    auto const key = key_of(loops, compiled.variables);
    if (try_sizes(loops, version, *tuned, key, arguments.integers, kernels)) compiled.kernels = std::move(kernels);
  }
}

std::string LoopKernels::notes() const {
  std::string text;
  for (auto const& [key, notes] : notes_) text += notes;
  return text;
}

void LoopKernels::check(CompiledLoops& loops, LoopArguments const& arguments) {
  for (CompiledLoopKernel& compiled : loops.kernels)
    if (!is_empty(compiled, arguments)) check(compiled, arguments);
}

void LoopKernels::check(CompiledLoopKernel& compiled, LoopArguments const& arguments) {
  if (compiled.checked == arguments.integers) return;
  check_assumptions(compiled.kernel, arguments.integers);
  polyhedral::check_subscripts(compiled.kernel, arguments.integers);
  compiled.checked = arguments.integers;
}

void LoopKernels::run(CompiledLoops& loops, LoopArguments const& arguments) { run(loops.kernels, arguments); }

void LoopKernels::run(std::vector<CompiledLoopKernel>& kernels, LoopArguments const& arguments) {
  for (CompiledLoopKernel& compiled : kernels) {
    ++compiled.measured->record.calls;
    if (!is_empty(compiled, arguments)) run(compiled, arguments);
  }
}

void LoopKernels::run(CompiledLoopKernel& compiled, LoopArguments const& arguments) {
  check(compiled, arguments);
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
