/// Checks that the names in the generated thorn do not collide.
#include "codegen/tensor/check/checks.hpp"

#include "framework/base/generated_code.hpp"
#include "framework/base/text.hpp"

namespace chemora::tensor {

namespace {

class NameChecker {
public:
  explicit NameChecker(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// Records a name and reports it if it was recorded before. `meaning` describes the name: "the component `v1` of
  /// `v_i`".
  void add(std::string const& name, std::string const& meaning, base::SourcePosition const& where) {
    auto const [earlier, is_new] = meanings_.emplace(base::lower_case(name), meaning);
    if (!is_new)
      diagnostics_.error(where, "In the generated thorn, " + meaning + " and " + earlier->second +
                                    " would have the same name (case is ignored); choose another name.");
  }

  /// Records the name of a local variable of C functions, which must not be reserved.
  void add_local(std::string const& name, std::string const& meaning, base::SourcePosition const& where) {
    std::string const lower = base::lower_case(name);
    bool const is_reserved = lower.starts_with("cctk") || lower.starts_with("chemora");
    if (auto const reason = is_reserved ? "a name of the framework" : base::reserved_as(name); !reason.empty())
      diagnostics_.error(where, "`" + name + "` is " + reason + " and cannot be the name of " + meaning +
                                    "; choose another name.");
    add(name, meaning, where);
  }

private:
  base::Diagnostics& diagnostics_;
  std::map<std::string, std::string> meanings_;
};

void check_locals(TensorSystem const& system, Symbols const& symbols, base::Diagnostics& diagnostics) {
  NameChecker names(diagnostics);
  names.add("boundary", "the parameter `boundary`, which every thorn may have,", {});
  for (Parameter const& parameter : system.parameters)
    if (parameter.name != "boundary")
      names.add_local(parameter.name, "the parameter `" + parameter.name + "`", symbols[parameter.name].where);
  for (Scalar const& scalar : system.scalars)
    names.add_local(scalar.name, "the scalar `" + scalar.name + "`", symbols[scalar.name].where);
  for (Variable const& variable : system.variables) {
    if (variable.is_foreign || !symbols.contains(variable.name)) continue;
    base::SourcePosition const& where = symbols[variable.name].where;
    bool const is_scalar = variable.shape.rank() == 0;
    for (std::string const& name : component_names(variable)) {
      std::string const meaning =
          is_scalar ? "the variable `" + name + "`" : "the component `" + name + "` of `" + to_text(variable) + "`";
      names.add_local(name, meaning, where);
      if (variable.is_evolved) names.add_local(name + "rhs", "the right-hand side of " + meaning, where);
    }
  }
}

void check_groups(edl::SyntaxTree const& tree, TensorSystem const& system, Symbols const& symbols,
                  base::Diagnostics& diagnostics) {
  NameChecker names(diagnostics);
  for (Group const& group : system.groups) {
    base::SourcePosition where;
    bool is_evolved = false;
    for (edl::VariableBlock const& block : tree.blocks)
      if (block.name == group.name) where = block.where;
    for (std::string const& name : group.variables) {
      if (where.line == 0) where = symbols[name].where;
      is_evolved = is_evolved || system.variable(name).is_evolved;
    }
    names.add(group.name, "the group `" + group.name + "`", where);
    if (is_evolved) names.add(group.name + "rhs", "the group of right-hand sides of `" + group.name + "`", where);
  }
}

void check_functions(edl::SyntaxTree const& tree, base::Diagnostics& diagnostics) {
  NameChecker names(diagnostics);
  for (char const* name : {"RegisterKernels", "CheckParameters", "RegisterVariables", "SelectBoundaries", "ApplyBCs"})
    names.add(name, std::string("the function `") + name + "`, which every thorn may have,", {});
  for (edl::Calculation const& calculation : tree.calculations)
    names.add(calculation.name, "the calculation `" + calculation.name + "`", calculation.where);
}

} // namespace

void check_generated_names(edl::SyntaxTree const& tree, TensorSystem const& system, Symbols const& symbols,
                           base::Diagnostics& diagnostics) {
  check_locals(system, symbols, diagnostics);
  check_groups(tree, system, symbols, diagnostics);
  check_functions(tree, diagnostics);
}

void check_names_of_items(ComponentSystem const& system, base::Diagnostics& diagnostics) {
  NameChecker names(diagnostics);
  for (ComponentCalculation const& calculation : system.calculations)
    for (char const* part : {"_Calculate", "_SelectOutside", "_ApplyBCs"})
      if (calculation.fills_ghosts())
        names.add(calculation.name + part,
                  "a part of the calculation `" + calculation.name + "`, which fills ghost zones,", calculation.where);
  for (ComponentCalculation const& calculation : system.calculations)
    names.add(calculation.name, "the calculation `" + calculation.name + "`", calculation.where);
}

} // namespace chemora::tensor
