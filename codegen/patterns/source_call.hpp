/// Sources of grid functions that a thorn computes from other ones:
///
///     grid real field = "field"
///     grid real region = "regions(field, threshold)"
///     parameter real threshold = 0.0
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::patterns {

/// A source that is a call.
struct SourceCall {
  std::string function{};
  std::vector<std::string> arguments{}; ///< names of grid functions and parameters of the program; at least one text
};

/// Returns nothing if the source is no call.
std::optional<SourceCall> source_call(std::string const& source);

/// Whether a source of the program is a call with the argument `name`.
bool is_source_argument(Program const& program, std::string const& name);

} // namespace chemora::patterns
