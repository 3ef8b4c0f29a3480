// Which operand types an operation takes and what it gives: shared by builder, parser and verifier.
#pragma once

#include "codegen/ir/graph.hpp"

#include <optional>

namespace chemora::ir {

/// The type of a value from its operation and the types of its operands; empty when `value.type` itself decides
/// (immediate, parameter, convert) or the operands do not fit.
std::optional<Type> deduced_type(Graph const& graph, Value const& value);

/// What is wrong with the value's arity, operand types or payload, as a sentence; empty if nothing is. The operands
/// must be in the graph.
std::string value_error(Graph const& graph, Value const& value);

/// Sentence about the first operand that is not the number of an earlier value than `id`; empty if all are.
std::string operand_error(Value const& value, ValueId id);

} // namespace chemora::ir
