#include "codegen/recursion/lower_functions.hpp"

#include "codegen/recursion/check_accesses.hpp"
#include "codegen/recursion/lower_result.hpp"
#include "codegen/recursion/split_cases.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursion {

namespace {

std::set<std::string> names_for_cases(Signature const& signature, Lowered const& lowered) {
  std::set<std::string> names = lowered.sizes;
  for (Dimension const& dimension : signature.dimensions) names.insert(dimension.name);
  return names;
}

void lower_table(Signature const& signature, Declarations& declarations, base::Diagnostics& diagnostics,
                 Lowered& lowered) {
  ExpressionTyper typer(declarations, signature, diagnostics, lowered);
  Typed const value =
      typer.typed_as(signature.syntax->body, signature.type, fmt::format("The function `{}`", signature.name));
  if (value.kind == Kind::unknown || lowered.has_errors) {
    lowered.has_errors = true;
    return;
  }
  Constraints const known = joined(box_of(signature.dimensions), assumptions(lowered.sizes));
  auto const cases = split_cases(value.value, names_for_cases(signature, lowered), known);
  if (!cases) {
    diagnostics.error(signature.syntax->where, fmt::format("`{}` has more than {} cases; split it into several "
                                                           "functions.",
                                                           signature.name, max_cases));
    lowered.has_errors = true;
    return;
  }
  lowered.function.cases = *cases;
}

Lowered lower(Signature const& signature, Declarations& declarations, base::Diagnostics& diagnostics) {
  Lowered lowered;
  lowered.function.name = signature.name;
  lowered.function.type = signature.type;
  lowered.function.dimensions = signature.dimensions;
  lowered.function.where = signature.syntax->where;
  for (CallingParameter const& parameter : signature.calling) lowered.function.calling.push_back(parameter.name);
  auto const schedule = declarations.schedules.find(signature.name);
  if (schedule != declarations.schedules.end()) lowered.function.schedule = schedule->second;
  if (signature.is_result())
    lower_result(signature, declarations, diagnostics, lowered);
  else
    lower_table(signature, declarations, diagnostics, lowered);
  return lowered;
}

/// Returns all functions that `function` calls, directly or not, in the order in which callees come before callers
/// unless they call each other.
void add_callees(std::string const& function, LoweredFunctions const& functions, std::set<std::string>& visited,
                 std::vector<std::string>& order) {
  if (!visited.insert(function).second) return;
  for (std::string const& callee : functions.at(function).callees) add_callees(callee, functions, visited, order);
  order.push_back(function);
}

std::vector<std::string> needed(std::string const& function, LoweredFunctions const& functions) {
  std::set<std::string> visited;
  std::vector<std::string> order;
  add_callees(function, functions, visited, order);
  return order;
}

bool calls_group(ir::ExpressionPtr const& value, std::set<std::string> const& group) {
  bool found = false;
  ir::for_each(value, [&](ir::ExpressionPtr const& part) {
    found = found || (part->kind == ir::ExpressionKind::element && group.contains(part->name));
  });
  return found;
}

/// Reports functions that call each other without a case that calls none of them.
void check_ends(LoweredFunctions const& functions, base::Diagnostics& diagnostics) {
  std::map<std::string, std::set<std::string>> reached;
  for (auto const& [name, lowered] : functions) {
    std::vector<std::string> const callees = needed(name, functions);
    reached[name] = {callees.begin(), callees.end()};
  }
  for (auto const& [name, lowered] : functions) {
    if (lowered.function.dimensions.empty()) continue;
    std::set<std::string> group;
    for (std::string const& callee : reached[name])
      if (reached[callee].contains(name)) group.insert(callee);
    bool ends = group.size() == 1 && !lowered.callees.contains(name);
    for (std::string const& member : group)
      for (Case const& part : functions.at(member).function.cases) ends = ends || !calls_group(part.value, group);
    if (ends || name != *group.begin()) continue;
    std::vector<std::string> quoted;
    for (std::string const& member : group) quoted.push_back("`" + member + "`");
    diagnostics.error(lowered.function.where,
                      group.size() == 1
                          ? fmt::format("The recursion of {} does not end: each of its cases calls it again. Add a "
                                        "case without a call, such as `if i == 0 then 0 else ...`.",
                                        quoted[0])
                          : fmt::format("The recursion of {} does not end: each of their cases calls one of them. Add "
                                        "a case without a call, such as `if i == 0 then 0 else ...`.",
                                        base::list_in_words(quoted)));
  }
}

/// Returns the largest value of a linear expression in a box, in terms of sizes; nothing if it is too large.
std::optional<ir::LinearExpression> largest(ir::LinearExpression value, std::vector<Dimension> const& box) {
  for (Dimension const& dimension : box) {
    long const factor = value.factor(dimension.name);
    if (factor != 0) value = value.with(dimension.name, factor > 0 ? dimension.upper : dimension.lower);
    if (!is_representable(value)) return std::nullopt;
  }
  return value;
}

/// Determines the upper bounds of integer dimensions from the arguments of calls.
class IntegerRanges {
public:
  explicit IntegerRanges(System& system) : system_(system), calls_(calls(system)) {}

  void set() {
    constexpr int max_rounds = 10;
    for (int round = 0; round < max_rounds && set_once(); ++round) {
    }
  }

private:
  bool set_once() {
    bool has_changed = false;
    for (Function& function : system_.functions)
      for (std::size_t n = 0; n < function.dimensions.size(); ++n) {
        if (function.dimensions[n].kind != DimensionKind::integer) continue;
        std::optional<ir::LinearExpression> const upper = bound(function, n);
        if (!upper || *upper == function.dimensions[n].upper) continue;
        function.dimensions[n].upper = *upper;
        has_changed = true;
      }
    return has_changed;
  }

  /// Returns the largest argument of the calls from results and from other functions; nothing without calls or if two
  /// arguments cannot be compared.
  std::optional<ir::LinearExpression> bound(Function const& function, std::size_t n) const {
    std::optional<ir::LinearExpression> result;
    bool is_comparable = true;
    auto const add = [&](std::optional<ir::LinearExpression> const& value) {
      if (!result) result = value;
      is_comparable = is_comparable && value && (*value - *result).is_constant();
      if (is_comparable && (*value - *result).constant > 0) result = value;
    };
    if (system_.result)
      for (TableValue const& table : system_.result->tables)
        if (table.function == function.name) add(largest(table.arguments[n], table.variables));
    for (Call const& call : calls_)
      if (call.callee == function.name && call.caller != function.name && call.arguments[n])
        add(largest(*call.arguments[n], system_.function(call.caller).dimensions));
    return is_comparable ? result : std::nullopt;
  }

  System& system_;
  std::vector<Call> calls_;
};

Result result_of(Lowered const& lowered) {
  Result result{.name = lowered.function.name, .type = lowered.function.type, .calling = lowered.function.calling};
  if (lowered.function.dimensions.empty()) {
    result.tables = lowered.tables;
    result.value = lowered.function.cases.at(0).value;
    return result;
  }
  TableValue last{.name = "last_" + result.name, .function = result.name};
  for (Dimension const& dimension : lowered.function.dimensions) {
    last.arguments.push_back(dimension.upper);
    if (dimension.kind == DimensionKind::integer) result.calling.push_back("initial_" + dimension.name);
  }
  result.value = ir::make_name(ir_type(result.type), last.name);
  result.tables.push_back(std::move(last));
  return result;
}

/// Returns the tables that the functions need, with all arrays and scalars.
System tables_of(std::vector<std::string> const& names, LoweredFunctions const& functions) {
  System system;
  std::set<std::string> visited;
  std::vector<std::string> order;
  for (std::string const& name : names) add_callees(name, functions, visited, order);
  for (std::string const& name : order) {
    Lowered const& lowered = functions.at(name);
    system.scalars.insert(lowered.scalars.begin(), lowered.scalars.end());
    for (auto const& each : lowered.arrays) {
      auto const has_name = [&](InputArray const& array) { return array.name == each.first; };
      if (std::none_of(system.arrays.begin(), system.arrays.end(), has_name)) system.arrays.push_back(each.second);
    }
    if (!lowered.function.dimensions.empty()) system.functions.push_back(lowered.function);
  }
  return system;
}

/// Sets the names of sizes to those that the functions use, without bounds of integers that follow from calls.
void set_sizes(System& system, LoweredFunctions const& functions) {
  std::set<std::string> sizes, replaced;
  auto const add = [&](Lowered const& lowered) { sizes.insert(lowered.sizes.begin(), lowered.sizes.end()); };
  for (Function const& table : system.functions) add(functions.at(table.name));
  if (system.result) add(functions.at(system.result->name));
  for (Function const& table : system.functions)
    for (Dimension const& dimension : table.dimensions) {
      for (auto const& [name, factor] : dimension.upper.factors) sizes.insert(name);
      bool const is_integer = dimension.kind == DimensionKind::integer;
      if (is_integer && !dimension.upper.uses("initial_" + dimension.name))
        replaced.insert("initial_" + dimension.name);
    }
  for (std::string const& size : sizes)
    if (!replaced.contains(size)) system.sizes.push_back(size);
}

} // namespace

LoweredFunctions lower_functions(Declarations& declarations, base::Diagnostics& diagnostics) {
  LoweredFunctions functions;
  for (auto const& [name, signature] : declarations.signatures) {
    bool const is_wrong = declarations.wrong_functions.contains(name);
    functions.emplace(name, is_wrong ? Lowered{.has_errors = true} : lower(signature, declarations, diagnostics));
  }
  bool has_errors = false;
  for (auto const& [name, lowered] : functions) has_errors = has_errors || lowered.has_errors;
  if (has_errors) return functions;
  for (auto const& [name, lowered] : functions) check_accesses(lowered, functions, diagnostics);
  check_ends(functions, diagnostics);
  return functions;
}

System system_of(std::string const& function, LoweredFunctions const& functions) {
  System system = tables_of({function}, functions);
  system.name = function;
  system.where = functions.at(function).function.where;
  system.result = result_of(functions.at(function));
  IntegerRanges(system).set();
  set_sizes(system, functions);
  return system;
}

System grid_system_of(std::vector<std::string> const& names, LoweredFunctions const& functions) {
  System system = tables_of(names, functions);
  system.name = names.at(0);
  system.where = functions.at(names.at(0)).function.where;
  set_sizes(system, functions);
  return system;
}

} // namespace chemora::recursion
