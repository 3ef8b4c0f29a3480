/// The values of calling parameters in the form that solvers read (recursion::InputArray).
#pragma once

#include "codegen/recursion/recursion.hpp"
#include "formats/profile.hpp"
#include "program.hpp"

#include <optional>
#include <string>

namespace sequences {

/// A sequence in a statement: the text of a literal `"kitten"` without quotation marks, or nothing.
std::optional<std::string> literal_text(std::string const& argument);

/// What an argument of a statement is.
enum class ArgumentKind { sequences, literal, letter, matrix, model, profile, integer };
ArgumentKind kind_of(LoadedProgram const& loaded, std::string const& argument);

/// Returns the arguments that all problems of a statement have in common: matrices, models, profiles, letters,
/// integers and scalars. Throws chemora::base::UserError.
chemora::recursion::Inputs shared_inputs(LoadedProgram const& loaded, chemora::recursion::Print const& print);

} // namespace sequences
