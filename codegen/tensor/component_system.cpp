#include "codegen/tensor/component_system.hpp"

namespace chemora::tensor {

namespace {

std::string to_text(ComponentGroup const& group) {
  std::string text = "group " + group.name;
  if (!group.tensor_type.empty()) text += " " + group.tensor_type;
  if (group.is_pseudo) text += " parity -1";
  for (std::string const& signs : group.mirror_signs) text += " " + signs;
  text += " timelevels " + std::to_string(group.time_levels);
  if (group.is_evolved) text += " evolved by " + group.right_sides;
  text += ":";
  for (std::string const& name : group.variables) text += " " + name;
  return text + "\n";
}

std::string to_text(ComponentCalculation const& calculation) {
  std::string order;
  for (std::string const& name : calculation.before) order += " before " + name;
  for (std::string const& name : calculation.after) order += " after " + name;
  std::string text = "calculation " + calculation.name + (calculation.is_bin ? " at " : " in ") + calculation.bin +
                     order + " on " + to_text(calculation.region) +
                     (calculation.is_flat_outside ? " outside flat" : "");
  if (calculation.condition) text += " if " + to_text(*calculation.condition);
  text += "\n";
  for (ComponentEquation const& equation : calculation.equations)
    text +=
        std::string(equation.is_temporary ? "  let " : "  ") + equation.left + " = " + to_text(equation.right) + "\n";
  return text;
}

} // namespace

std::string to_text(ComponentSystem const& system) {
  std::string text = "thorn " + system.thorn + " implements " + system.implementation + "\n";
  for (ComponentGroup const& group : system.groups) text += to_text(group);
  for (ComponentCalculation const& calculation : system.calculations) text += "\n" + to_text(calculation);
  return text;
}

} // namespace chemora::tensor
