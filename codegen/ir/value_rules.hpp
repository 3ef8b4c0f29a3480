// The operand and result types of operations, for builder, parser and verifier.
#pragma once

#include "codegen/ir/graph.hpp"

#include <optional>

namespace chemora::ir {

/// The type of a value from its operation and the types of its operands. Empty if `value.type` determines the type
/// (immediate, parameter, convert) or if the operands have wrong types.
std::optional<Type> deduced_type(Graph const& graph, Value const& value);

/// An error in the arity, operand types or payload of the value as a sentence; empty if there is none. The operands
/// must be in the graph.
std::string value_error(Graph const& graph, Value const& value);

/// An error about the first operand that is not the id of a value before `id`; empty if there is none.
std::string operand_error(Value const& value, ValueId id);

} // namespace chemora::ir
