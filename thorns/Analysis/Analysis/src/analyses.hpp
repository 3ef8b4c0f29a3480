/// The programs and expressions that the parameters request.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <map>
#include <string>
#include <vector>

namespace analysis {

struct Analysis {
  std::string name{}; ///< base of the names of output files; a time series of expressions is "expressions"
  chemora::patterns::Program program{};
  std::map<std::string, int> variables{}; ///< indices of variables of the flesh, by the names in the program
  std::map<std::string, double> parameters{};
};

/// Reads programs and expressions, and binds grid functions and parameters to them. Throws chemora::base::UserError
/// with all errors.
std::vector<Analysis> read_analyses();

} // namespace analysis
