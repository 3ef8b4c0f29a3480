/// A program of recursions with everything that it loads, except for the sequences.
#pragma once

#include "codegen/recursion/recursion.hpp"
#include "formats/profile.hpp"
#include "parameters.hpp"

#include <map>
#include <string>

namespace sequences {

struct LoadedProgram {
  chemora::recursion::Program program{};
  std::map<std::string, std::string> sequence_files{}; ///< by the name that a statement `load` declares
  std::map<std::string, chemora::recursion::Matrix> matrices{};
  std::map<std::string, chemora::recursion::Model> models{};
  std::map<std::string, Profile> profiles{};
  std::map<std::string, double> scalars{};

  chemora::recursion::Load const* find_load(std::string const& name) const;
};

/// Reads the program and its inputs. Throws chemora::base::UserError with all errors of parameters and files.
LoadedProgram load_program(Parameters const& parameters);

} // namespace sequences
