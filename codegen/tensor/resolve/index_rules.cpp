/// The rules for free and summed indices and for the types of operands, for all functions of resolve().
#include "codegen/tensor/resolve/resolve.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// Returns a letter that the equation does not use.
std::string unused_letter(Letters const& letters) {
  for (char letter : std::string("jklmnpqabcdefghirsuvw"))
    if (!letters.contains(std::string(1, letter))) return std::string(1, letter);
  return "o";
}

} // namespace

bool add_indices(Resolved& result, std::vector<Index> const& indices, base::SourcePosition const& where,
                 Letters const& letters, base::Diagnostics& diagnostics) {
  for (Index const& index : indices) {
    if (!index.is_abstract() || index.is_fixed) continue;
    if (result.summed.contains(index.name)) {
      diagnostics.error(where, "The index `" + index.name +
                                   "` occurs more than twice in this product; use another letter for each sum.");
      return false;
    }
    auto const partner = std::find_if(result.free.begin(), result.free.end(),
                                      [&](Index const& other) { return other.name == index.name; });
    if (partner == result.free.end()) {
      result.free.push_back(index);
      continue;
    }
    if (partner->is_upper == index.is_upper) {
      diagnostics.error(where, "The index `" + index.name + "` occurs twice as " +
                                   (index.is_upper ? "an upper" : "a lower") +
                                   " index; a sum needs one upper and one lower index, for instance with `delta" +
                                   (index.is_upper ? "_" : "^") + index.name + unused_letter(letters) + "`.");
      return false;
    }
    result.free.erase(partner);
    result.summed.insert(index.name);
    result.expression.summed.push_back(index.name);
  }
  return true;
}

std::optional<Resolved> add_operand(Resolved whole, Resolved part, base::SourcePosition const& where,
                                    Letters const& letters, base::Diagnostics& diagnostics) {
  for (std::string const& name : part.summed) {
    bool const is_free =
        std::any_of(whole.free.begin(), whole.free.end(), [&](Index const& index) { return index.name == name; });
    if (!is_free && !whole.summed.contains(name)) continue;
    diagnostics.error(where, "The index `" + name +
                                 "` occurs more than twice in this product; use another letter for each sum.");
    return std::nullopt;
  }
  if (!add_indices(whole, part.free, where, letters, diagnostics)) return std::nullopt;
  whole.summed.insert(part.summed.begin(), part.summed.end());
  whole.expression.operands.push_back(std::move(part.expression));
  return whole;
}

void substitute(Expression& expression, std::string const& name, Index const& by) {
  if (base::contains(expression.summed, name)) return;
  for (Index& index : expression.indices)
    if (index.name == name) index = {by.name, by.value, index.is_upper};
  for (Expression& operand : expression.operands) substitute(operand, name, by);
}

bool same_indices(std::vector<Index> a, std::vector<Index> b) {
  auto const by_name = [](Index const& left, Index const& right) { return left.name < right.name; };
  std::sort(a.begin(), a.end(), by_name);
  std::sort(b.begin(), b.end(), by_name);
  return a == b;
}

std::string listed(std::vector<Index> const& indices) {
  return indices.empty() ? "none" : "`" + to_text(indices) + "`";
}

namespace {

bool is_numeric(ValueType type) { return type == ValueType::real || type == ValueType::integer; }

} // namespace

bool require_number(Resolved const& operand, edl::Expression const& source, Context& context) {
  if (is_numeric(operand.expression.type)) return true;
  context.diagnostics.error(source.where, "A number is required here; `" + edl::to_text(source) + "` has the type " +
                                              to_text(operand.expression.type) + ".");
  return false;
}

bool require_boolean(Resolved const& operand, edl::Expression const& source, Context& context) {
  if (operand.expression.type == ValueType::boolean) return true;
  context.diagnostics.error(source.where, "A truth value is required here; `" + edl::to_text(source) +
                                              "` has the type " + to_text(operand.expression.type) + ".");
  return false;
}

bool require_scalar(Resolved const& operand, edl::Expression const& source, std::string const& role, Context& context) {
  if (operand.free.empty()) return true;
  context.diagnostics.error(source.where, role + " must be a scalar; `" + edl::to_text(source) +
                                              "` has the free indices " + listed(operand.free) + ".");
  return false;
}

} // namespace chemora::tensor
