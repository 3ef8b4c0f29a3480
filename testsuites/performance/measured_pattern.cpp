#include "testsuites/performance/measured_pattern.hpp"

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/inner_results.hpp"
#include "codegen/patterns/nodes.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace performance {

using namespace chemora;
using namespace patterns;

namespace {

bool has_pattern(NodePtr const& node) {
  return any_part(node, [](Node const& part) { return part.kind == NodeKind::pattern; });
}

/// Returns the last statement that defines a variable as a pattern, which is a step of a repetition if there is one.
Statement const* find_definition(std::vector<Statement> const& statements, int variable) {
  Statement const* found = nullptr;
  for (Statement const& statement : statements) {
    bool const assigns = statement.kind == StatementKind::let || statement.kind == StatementKind::assign;
    if (assigns && statement.variable == variable && has_pattern(statement.value)) found = &statement;
    if (Statement const* const inner = find_definition(statement.body, variable)) found = inner;
  }
  return found;
}

/// Returns the number of the variable with a name, or of the variable whose value an output has.
int find_variable(Program const& program, std::string const& name) {
  if (int const number = program.find(name); number >= 0) return number;
  for (Statement const& statement : program.statements)
    if (statement.kind == StatementKind::output && statement.name == name)
      return statement.columns.at(0).second->variable;
  throw base::InternalError(fmt::format("{} has no variable and no output `{}`.", program.name, name));
}

NodePtr value_of(KernelProgram const& program, std::string const& name) {
  Statement const* const found = find_definition(program.program.statements, find_variable(program.program, name));
  if (!found) throw base::InternalError(fmt::format("`{}` of {} is no pattern.", name, program.program.name));
  return program.values.at(found->value.get());
}

} // namespace

MeasuredPattern::MeasuredPattern(PatternCase const& problem, KernelPlace& place)
    : problem_(problem), place_(place), program_(kernel_program(read_program(base::read_source(problem.file)))),
      value_(value_of(program_, problem.variable)) {
  std::map<std::string, double> sizes;
  for (Variable const& variable : program_.declarations.variables)
    if (problem.numbers.contains(variable.name) && variable.type.kind == Kind::integer)
      sizes[variable.name] = number(variable.name);
  KnownNumbers const known{.exact = sizes};
  stored_ = stored_inner_results(program_.declarations, value_, known, place.machine());
  nest_ = nest_of(program_.declarations, value_, "result", known, stored_);
}

double MeasuredPattern::number(std::string const& name) const {
  if (auto const found = problem_.numbers.find(name); found != problem_.numbers.end()) return found->second;
  Program const& declarations = program_.declarations;
  int const number = declarations.find(name);
  if (number < 0 || declarations.variables[static_cast<std::size_t>(number)].role != Role::parameter)
    throw base::InternalError(fmt::format("The case {} has no number `{}`.", problem_.name, name));
  return declarations.variables[static_cast<std::size_t>(number)].value;
}

MeasuredPattern::Kernel MeasuredPattern::load(Mapping const& mapping) {
  NestOptions options{.is_device = place_.is_device(), .stored = stored_};
  for (auto const& [name, value] : problem_.numbers) options.max_sizes[name] = static_cast<long>(value);
  LoweredNest const lowered = lower_nest(program_.declarations, value_, "result", mapping, options);
  Kernel kernel;
  std::map<std::string, long> integers;
  for (auto const& [name, value] : problem_.numbers) integers[name] = static_cast<long>(value);
  for (ChunkCount const& chunks : lowered.chunk_counts)
    kernel.parameters[chunks.parameter] = static_cast<double>(chunks.value(integers));
  for (loops::Parameter const& parameter : lowered.kernel.parameters)
    if (!kernel.parameters.contains(parameter.name)) kernel.parameters[parameter.name] = number(parameter.name);
  for (auto const& [name, value] : kernel.parameters) integers[name] = static_cast<long>(value);
  allocate(lowered.kernel, lowered.inputs, integers);
  kernel.loaded = place_.load(lowered.kernel);
  return kernel;
}

void MeasuredPattern::allocate(loops::LoopKernel const& kernel, std::vector<std::string> const& inputs,
                               std::map<std::string, long> const& integers) {
  auto const allocated = [&](std::string const& name) {
    ir::TypedArray const& array = kernel.array(name);
    long n = 1;
    for (ir::ArrayAxis const& axis : array.axes) n *= axis.extent.value(integers);
    return place_.allocate(array.type, static_cast<std::size_t>(n));
  };
  if (!result_) result_ = allocated("result");
  for (std::string const& name : inputs) {
    std::unique_ptr<KernelArray>& input = inputs_[name];
    if (input) continue;
    input = allocated(name);
    std::vector<double> const& numbers = problem_.arrays.at(name).numbers;
    if (numbers.size() != input->n_elements())
      throw base::InternalError(fmt::format("The array `{}` of the case {} has {} elements instead of {}.", name,
                                            problem_.name, numbers.size(), input->n_elements()));
    input->write(numbers);
  }
}

void MeasuredPattern::run(Kernel const& kernel) {
  KernelArguments arguments{{"result", result_.get()}};
  for (auto const& [name, array] : inputs_) arguments[name] = array.get();
  kernel.loaded->run(kernel.parameters, arguments);
}

std::vector<double> MeasuredPattern::interpreted() const {
  Program program = program_.declarations;
  program.matrices.clear();
  Inputs inputs;
  for (Variable& variable : program.variables) {
    bool const is_used = any_part(value_, [&](Node const& part) {
      return part.kind == NodeKind::variable &&
             &program.variables[static_cast<std::size_t>(part.variable)] == &variable;
    });
    bool const is_number = variable.role == Role::size || variable.role == Role::parameter;
    if (is_number && problem_.numbers.contains(variable.name)) {
      variable.role = Role::parameter;
      inputs.parameters[variable.name] = problem_.numbers.at(variable.name);
    } else if (variable.role == Role::input && is_used) {
      inputs.arrays[variable.name] = problem_.arrays.at(variable.name);
    } else if (variable.role != Role::parameter) {
      variable.role = Role::local;
    }
  }
  Statement output{.kind = StatementKind::output, .value = nullptr, .name = "result"};
  output.columns = {{"", value_}};
  program.statements = {output};
  return interpret(program, inputs).at(0).columns.at(0).second.numbers;
}

} // namespace performance
