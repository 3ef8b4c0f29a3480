#include "kernels/patterns/program_runner.hpp"

#include "codegen/patterns/interpreter.hpp"
#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/sorted_groups.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/words.hpp"
#include "kernels/patterns/group_order.hpp"
#include "kernels/patterns/statement_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

namespace {

bool is_groups(Type const& type) { return type.is_array() && type.element->kind == Kind::group; }

class KernelInterpreter final : public Interpreter {
public:
  using Arrays = std::map<std::string, std::shared_ptr<KernelArray>>;

  KernelInterpreter(KernelProgram const& program, Inputs const& inputs, Arrays const& arrays, KernelPlace& place,
                    StatementKernels& kernels, GroupOrder& order)
      : Interpreter(program.program, inputs), program_(program), place_(place), kernels_(kernels), order_(order),
        arrays_(arrays) {
    std::map<std::string, double> sizes;
    for (std::size_t n = 0; n < program.program.variables.size(); ++n) {
      Variable const& item = program.program.variables[n];
      bool const is_fixed =
          item.role == Role::size || (item.role == Role::parameter && item.type.kind == Kind::integer);
      if (is_fixed) sizes[item.name] = slot(static_cast<int>(n)).numbers.at(0);
    }
    kernels_.set_sizes(sizes);
  }

private:
  // Statements.

  bool compute(Statement const& statement) override {
    if (!needs_kernel(statement)) return false;
    StatementKernel& kernel =
        has_effects(statement) ? kernels_.kernel_of_effects(statement) : kernels_.kernel_of(statement);
    ++kernels_.report().values[kernel.report].n_runs;
    if (!kernel.loaded) return false;
    try {
      if (has_errors(kernel)) return false;
      if (has_effects(statement)) return run_effects(kernel);
      if (kernel.keys)
        run_groups(kernel, statement);
      else
        kernel.is_selection ? run_selected(kernel, statement) : run_value(kernel, statement);
      return true;
    } catch (base::UserError const&) {
      return false; // the interpreter reports the error at its place in the program
    }
  }

  /// Returns whether a kernel should execute a statement: it has a pattern or loops, or assigns an element of an array
  /// on the device.
  bool needs_kernel(Statement const& statement) {
    if (statement.kind == StatementKind::foreach || contains_pattern(statement.value)) return true;
    return statement.kind == StatementKind::store && arrays_.contains(name_of(statement.variable));
  }

  void provide(Statement const& statement) override {
    for_each_value(statement, [&](NodePtr const& value) { provide_variables(value); });
    if (has_effects(statement))
      for (int const number : stored_variables(statement)) provide_variable(number);
  }

  void changed(Statement const& statement) override {
    bool const assigns = statement.kind == StatementKind::let || statement.kind == StatementKind::assign;
    if (assigns) forget(statement.variable);
    if (has_effects(statement))
      for (int const number : stored_variables(statement)) forget(number);
  }

  static bool has_effects(Statement const& statement) {
    return statement.kind == StatementKind::store || statement.kind == StatementKind::foreach;
  }

  // Values of variables. An array that is only on the device has no storage on the host.

  void provide_variables(NodePtr const& node) {
    if (node->kind == NodeKind::variable) provide_variable(node->variable);
    for_each_part(*node, [&](NodePtr const& part) { provide_variables(part); });
  }

  void provide_variable(int number) {
    Type const& type = variable(number).type;
    ArrayView& array = slot(number).array;
    if (!type.is_array() || array.storage || array.extents.empty()) return;
    if (is_groups(type)) return provide_groups(number);
    std::vector<double> numbers = read(name_of(number));
    std::size_t const n = components(*type.element);
    numbers.resize(static_cast<std::size_t>(array.n_elements()) * n);
    array = whole_array({.n_components = n, .numbers = std::move(numbers)}, array.extents);
  }

  void provide_groups(int number) {
    ArrayView& groups = slot(number).array;
    std::size_t const n = components(*variable(number).type.element->element);
    std::vector<double> const first = read(name_of(number) + ".first");
    std::vector<double> members = read(name_of(number) + ".members");
    bool const has_keys = arrays_.contains(name_of(number) + ".keys");
    std::vector<double> const keys = has_keys ? read(name_of(number) + ".keys") : std::vector<double>();
    auto const storage =
        std::make_shared<ArrayStorage const>(ArrayStorage{.n_components = n, .numbers = std::move(members)});
    ArrayStorage items;
    for (std::size_t n = 0; n + 1 < first.size(); ++n)
      items.items.push_back({.storage = storage,
                             .extents = {static_cast<long>(first[n + 1] - first[n])},
                             .strides = {1},
                             .offset = static_cast<long>(first[n]),
                             .key = has_keys ? static_cast<long>(keys[n]) : static_cast<long>(n)});
    groups = whole_array(std::move(items), groups.extents);
  }

  std::string const& name_of(int number) const { return variable(number).name; }

  std::vector<double> read(std::string const& name) {
    std::vector<double> elements = arrays_.at(name)->read();
    kernels_.report().n_copied_to_host += elements.size();
    return elements;
  }

  void forget(int number) {
    for (char const* const part : {"", ".first", ".members", ".keys"}) arrays_.erase(name_of(number) + part);
    n_members_.erase(number);
  }

  // Arguments of kernels.

  double parameter(std::string const& name) {
    if (auto const size = program_.sizes.find(name); size != program_.sizes.end()) {
      auto const [number, axis] = size->second;
      if (static_cast<std::size_t>(number) < program_.program.variables.size())
        return static_cast<double>(slot(number).array.extents.at(axis));
      std::string const& members = program_.declarations.variables[static_cast<std::size_t>(number)].name;
      return n_members(program_.parts.at(members).first);
    }
    return slot(program_.declarations.find(name)).numbers.at(0);
  }

  double n_members(int groups) {
    if (auto const found = n_members_.find(groups); found != n_members_.end()) return found->second;
    ArrayView const& array = slot(groups).array;
    double n = 0;
    for_each_element(array, [&](long offset) {
      n += static_cast<double>(array.storage->items[static_cast<std::size_t>(offset)].n_elements());
    });
    return n;
  }

  /// Returns the array on the device, and copies it there if it is only on the host.
  KernelArray& array(std::string const& name) {
    if (auto const found = arrays_.find(name); found != arrays_.end()) return *found->second;
    auto const part = program_.parts.find(name);
    ArrayValue value;
    Type element;
    if (part != program_.parts.end() && part->second.second == GroupPart::keys &&
        !slot(part->second.first).array.storage) {
      element = scalar_type(Kind::integer);
      for (long key = 0; key < slot(part->second.first).array.extents.at(0); ++key)
        value.numbers.push_back(static_cast<double>(key));
    } else if (part != program_.parts.end()) {
      auto const [number, kind] = part->second;
      Type const& members = *variable(number).type.element->element;
      element = kind == GroupPart::members ? members : scalar_type(Kind::integer);
      value = to_value(group_part(slot(number).array, kind, components(members)));
    } else {
      int const number = program_.declarations.find(name);
      Type const& type = variable(number).type;
      element = type.is_array() ? *type.element : type;
      value = type.is_array() ? to_value(slot(number).array) : ArrayValue{{}, slot(number).numbers};
    }
    std::shared_ptr<KernelArray>& result = arrays_[name];
    result = place_.allocate(memory_type(program_.declarations, element), value.numbers.size());
    result->write(value.numbers);
    kernels_.report().n_copied_to_device += value.numbers.size();
    return *result;
  }

  /// Returns whether an argument belongs to the kernel instead of being a variable of the program.
  static bool is_own(std::string const& name) { return name.starts_with(result_argument("")); }

  KernelParameters parameters_of(ValueKernel const& kernel) {
    KernelParameters parameters;
    auto const is_chunk_count = [&](std::string const& name) {
      return std::ranges::any_of(kernel.chunk_counts, [&](ChunkCount const& each) { return each.parameter == name; });
    };
    for (loops::Parameter const& item : kernel.kernel.parameters)
      if (!is_chunk_count(item.name) && !is_own(item.name)) parameters[item.name] = parameter(item.name);
    return parameters;
  }

  KernelArguments inputs_of(ValueKernel const& kernel) {
    KernelArguments arguments;
    for (std::string const& name : kernel.inputs)
      if (!is_own(name)) arguments[name] = &array(name);
    return arguments;
  }

  // Runs.

  /// Returns whether the interpreter would report an error. What follows from inputs is computed once.
  bool has_errors(StatementKernel& kernel) {
    if (!kernel.errors) return false;
    if (auto const found = fixed_errors_.find(&kernel); found != fixed_errors_.end()) return found->second;
    bool const is_wrong = result_of(*kernel.errors)->read().at(0) != 0;
    if (kernel.has_fixed_errors) fixed_errors_[&kernel] = is_wrong;
    return is_wrong;
  }

  void run_value(StatementKernel& kernel, Statement const& statement) {
    Type const& type = statement.value->type;
    std::shared_ptr<KernelArray> const result = result_of(kernel);
    if (!type.is_array()) {
      forget(statement.variable);
      slot(statement.variable).numbers = result->read();
      return;
    }
    std::vector<long> extents;
    for (NodePtr const& extent : statement.value->extents) extents.push_back(std::max(0L, integer(*extent)));
    bool const is_changed = slot(statement.variable).array.extents != extents;
    if (statement.kind == StatementKind::assign && !statement.is_declaration && is_changed)
      throw base::UserError(statement.where, "The extents of a variable change.");
    forget(statement.variable);
    slot(statement.variable).array = {.extents = extents};
    arrays_[name_of(statement.variable)] = result;
  }

  long n_elements(Generator const& generator) {
    if (generator.kind == GeneratorKind::range) return std::max(0L, integer(*count_of(generator)));
    return std::max(0L, integer(*generator.set->extents.at(0)));
  }

  long n_elements(Pattern const& pattern) {
    long n = 1;
    for (Generator const& generator : pattern.generators) n *= n_elements(generator);
    return n;
  }

  /// Runs a kernel that is no filter or groupBy, and returns its result. The arguments `own_*` belong to the kernel.
  std::shared_ptr<KernelArray> result_of(ValueKernel& kernel, KernelParameters const& own_parameters = {},
                                         KernelArguments const& own_arguments = {}) {
    KernelParameters parameters = parameters_of(kernel);
    parameters.insert(own_parameters.begin(), own_parameters.end());
    KernelArguments arguments = inputs_of(kernel);
    arguments.insert(own_arguments.begin(), own_arguments.end());
    return run_nest(kernel, place_, parameters, arguments);
  }

  /// Computes groups with any keys: computes the keys, orders the elements by them, and computes the members in this
  /// order.
  void run_groups(StatementKernel& kernel, Statement const& statement) {
    long const n = n_elements(*statement.value->pattern);
    GroupOrder::Groups const groups = order_.order(result_of(*kernel.keys), n);
    RunReport::Value& report = kernels_.report().values[kernel.report];
    report.grouping = groups.method;
    if (!kernel.trace.empty()) report.trace = kernel.trace + groups.trace;
    std::shared_ptr<KernelArray> const members =
        result_of(kernel, {{n_sorted, static_cast<double>(n)}}, {{sorted_order, groups.order.get()}});
    int const number = statement.variable;
    forget(number);
    arrays_[name_of(number) + ".members"] = members;
    arrays_[name_of(number) + ".first"] = groups.first;
    arrays_[name_of(number) + ".keys"] = groups.keys;
    slot(number).array = {.extents = {groups.n_groups}};
    n_members_[number] = static_cast<double>(n);
  }

  /// Executes a `foreach` or an assignment to elements. Returns false, without an effect, if an element may have
  /// received different values, so that the interpreter must decide whether this is an error.
  bool run_effects(StatementKernel& kernel) {
    KernelParameters parameters = parameters_of(kernel);
    add_chunk_counts(kernel, parameters);
    KernelArguments arguments = inputs_of(kernel);
    std::map<std::string, std::shared_ptr<KernelArray>> own;
    for (ir::TypedArray const& array : kernel.kernel.arrays) {
      if (!array.is_argument || !is_own(array.name)) continue;
      own[array.name] = allocate_argument(place_, kernel.kernel, array.name, parameters);
      arguments[array.name] = own[array.name].get();
    }
    kernel.loaded->run(parameters, arguments);
    std::string const& conflict = kernel.foreach.conflict;
    if (!conflict.empty() && own.at(conflict)->read().at(0) != 0) return false;
    for (LoweredForeach::Target const& target : kernel.foreach.targets) {
      if (!variable(target.variable).type.is_array()) {
        slot(target.variable).numbers = own.at(target.argument)->read();
        continue;
      }
      slot(target.variable).array = {.extents = slot(target.variable).array.extents};
      if (own.contains(target.argument)) arrays_[name_of(target.variable)] = own[target.argument];
    }
    return true;
  }

  void run_selected(StatementKernel& kernel, Statement const& statement) {
    Pattern const& pattern = *statement.value->pattern;
    bool const is_group = pattern.kind == PatternKind::group;
    long const n_groups = is_group ? std::max(0L, integer(*pattern.n_groups)) : 1;
    store_selection(statement, run_selection(kernel, place_, parameters_of(kernel), inputs_of(kernel),
                                             n_elements(pattern), n_groups));
  }

  /// Stores the members. Their array on the device may have more elements than there are members.
  void store_selection(Statement const& statement, Selected const& selected) {
    int const number = statement.variable;
    std::vector<double> const first = selected.first->read();
    forget(number);
    if (!is_groups(statement.value->type)) {
      arrays_[name_of(number)] = selected.members;
      slot(number).array = {.extents = {static_cast<long>(first.back())}};
      return;
    }
    arrays_[name_of(number) + ".members"] = selected.members;
    arrays_[name_of(number) + ".first"] = selected.first;
    slot(number).array = {.extents = {static_cast<long>(first.size()) - 1}};
    n_members_[number] = first.back();
  }

  KernelProgram const& program_;
  KernelPlace& place_;
  StatementKernels& kernels_;
  GroupOrder& order_;
  Arrays arrays_; ///< on the device, by the names of declarations
  std::map<StatementKernel const*, bool> fixed_errors_{};
  std::map<int, double> n_members_{}; ///< of groups whose members are on the device
};

} // namespace

struct ProgramRunner::Implementation {
  Implementation(Program const& source, KernelPlace& kernel_place, RunOptions const& options)
      : program(kernel_program(source)), place(kernel_place), kernels(program, kernel_place, options),
        order(kernel_place, options.grouping) {}

  KernelProgram program;
  KernelPlace& place;
  StatementKernels kernels;
  GroupOrder order;
};

ProgramRunner::ProgramRunner(Program const& program, KernelPlace& place, RunOptions const& options)
    : implementation_(new Implementation(program, place, options)) {}

ProgramRunner::~ProgramRunner() = default;

RunReport const& ProgramRunner::report() const { return implementation_->kernels.report(); }

std::string ProgramRunner::notes() const {
  std::string text;
  for (RunReport::Value const& value : report().values) {
    text += value.reason.empty()
                ? fmt::format("  {}: {} with the mapping {}{}{}\n", value.variable, base::counted(value.n_runs, "run"),
                              value.mapping, value.grouping.empty() ? "" : "; groups: ", value.grouping)
                : fmt::format("  interpreted: {}\n", value.reason);
    for (std::string const& line : base::SourceText{"", value.trace}.lines()) text += "    " + line + "\n";
  }
  return text;
}

std::vector<Output> ProgramRunner::run(Inputs const& inputs,
                                       std::map<std::string, std::shared_ptr<KernelArray>> const& arrays) {
  return KernelInterpreter(implementation_->program, inputs, arrays, implementation_->place, implementation_->kernels,
                           implementation_->order)
      .run();
}

} // namespace chemora::patterns
