/// Runs scripts in tests.
#pragma once

#include "codegen/fortran/fortran.hpp"
#include "codegen/script/script.hpp"
#include "framework/base/errors.hpp"

#include <string>
#include <vector>

namespace chemora::script {

/// Returns the lines of the text as a script.
inline ScriptText script_text(std::string const& text, std::string const& name = "t.script") {
  ScriptText script{.source = {name, text}};
  int number = 0;
  for (std::string const& line : script.source.lines()) {
    script.lines.push_back(line);
    script.positions.push_back({name, ++number, 1});
  }
  return script;
}

inline ScriptText script_of_file(base::SourceText const& source) {
  fortran::Script script = fortran::script_of(source);
  return {.source = source, .lines = std::move(script.lines), .positions = std::move(script.positions)};
}

/// An environment with the kernels of a Fortran source, which must exist as long as the environment.
inline Environment environment_of(base::SourceText const& source) {
  return {.parse_fortran = [&source](std::vector<std::string> const& definitions) {
    return fortran::parse(source, {.definitions = definitions});
  }};
}

} // namespace chemora::script
