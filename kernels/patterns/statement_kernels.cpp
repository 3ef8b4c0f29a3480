#include "kernels/patterns/statement_kernels.hpp"

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/evaluation_errors.hpp"
#include "codegen/patterns/fixed_mapping.hpp"
#include "codegen/patterns/mapping_search.hpp"
#include "codegen/patterns/nodes.hpp"
#include "framework/base/errors.hpp"

namespace chemora::patterns {

namespace {

bool is_selection(Node const& node) {
  return node.kind == NodeKind::pattern &&
         (node.pattern->kind == PatternKind::filter || node.pattern->kind == PatternKind::group);
}

} // namespace

void StatementKernels::set_sizes(std::map<std::string, double> const& sizes) {
  if (sizes == sizes_) return;
  sizes_ = sizes;
  kernels_.clear();
  report_ = {};
}

StatementKernel& StatementKernels::kernel_of(Statement const& statement, std::string const& variable) {
  auto const [item, is_new] = kernels_.emplace(statement.value.get(), StatementKernel());
  StatementKernel& kernel = item->second;
  if (!is_new) return kernel;
  kernel.report = report_.values.size();
  report_.values.push_back({.variable = variable});
  try {
    prepare(kernel, program_.values.at(statement.value.get()), variable);
    report_.values.back().mapping = kernel.mapping;
    report_.values.back().trace = kernel.trace;
  } catch (base::UserError const& error) {
    report_.values.back().reason = error.diagnostics()[0].message;
    kernel.loaded.reset();
  }
  return kernel;
}

void StatementKernels::prepare(StatementKernel& kernel, NodePtr const& value, std::string const& name) {
  EvaluationErrors const errors = evaluation_errors(value);
  if (!errors.is_known)
    throw base::UserError(value->where, "There is no kernel for subscripts and divisors that follow from data in "
                                        "zipWith, reduce and iterate; the expression is interpreted.");
  load(kernel, value, name);
  if (!errors.condition) return;
  kernel.errors = std::make_unique<StatementKernel>();
  kernel.has_fixed_errors = !depends_on_statements(errors.condition);
  load(*kernel.errors, errors.condition, name + "_errors");
}

/// Returns whether an expression reads variables of statements. Those are local only in the program, unlike variables
/// of patterns.
bool StatementKernels::depends_on_statements(NodePtr const& value) const {
  std::vector<Variable> const &own = program_.program.variables, &declared = program_.declarations.variables;
  return any_part(value, [&](Node const& part) {
    if (part.kind != NodeKind::variable) return false;
    auto const number = static_cast<std::size_t>(part.variable);
    return number >= own.size() || own[number].role != declared[number].role;
  });
}

/// Returns the mapping of a nest, and sets its text and the trace of the kernel.
Mapping StatementKernels::mapping_of(Nest const& nest, StatementKernel& kernel) const {
  Mapping mapping;
  if (!nest.patterns.empty()) {
    MachineShape const machine = place_.machine();
    bool const is_automatic = options_.mapping == "automatic";
    SearchResult const found = is_automatic ? find_mapping(nest, machine) : SearchResult();
    mapping = is_automatic ? found.mapping : requested_mapping({"mapping", options_.mapping}, nest, machine);
    if (options_.has_traces)
      kernel.trace = is_automatic ? trace_of(found, nest, machine) : trace_of(mapping, nest, machine);
  }
  kernel.mapping = to_text(mapping);
  return mapping;
}

void StatementKernels::load(StatementKernel& kernel, NodePtr const& value, std::string const& name) {
  Program const& declarations = program_.declarations;
  NestOptions options{.is_device = place_.is_device()};
  for (auto const& [name, size] : sizes_) options.max_sizes[name] = static_cast<long>(size);
  if (is_selection(*value)) {
    kernel.selection = lower_selection(declarations, value, StatementKernel::result, options);
    kernel.is_selection = true;
    kernel.kernel = kernel.selection.kernel;
    kernel.inputs = kernel.selection.inputs;
  } else {
    Nest const nest = nest_of(declarations, value, StatementKernel::result, {.exact = sizes_});
    Mapping const mapping = mapping_of(nest, kernel);
    LoweredNest lowered = lower_nest(declarations, value, StatementKernel::result, mapping, options);
    kernel.kernel = std::move(lowered.kernel);
    kernel.inputs = std::move(lowered.inputs);
    kernel.chunk_counts = std::move(lowered.chunk_counts);
  }
  kernel.kernel.name = name;
  kernel.loaded = place_.load(kernel.kernel);
}

} // namespace chemora::patterns
