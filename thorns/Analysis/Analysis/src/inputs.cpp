#include "inputs.hpp"

#include "cctk.h"
#include "codegen/patterns/read_input.hpp"

#include <fmt/format.h>

namespace analysis {

namespace base = chemora::base;
namespace patterns = chemora::patterns;

std::vector<InputArray> input_arrays(patterns::Program const& program) {
  std::vector<InputArray> inputs;
  auto const source_of = [&](int variable) { return program.variables[static_cast<std::size_t>(variable)].source; };
  for (patterns::Program::Csr const& matrix : program.matrices)
    inputs.push_back({matrix.name, source_of(matrix.first)});
  for (patterns::Variable const& variable : program.variables)
    if (variable.role == patterns::Role::input && variable.name.find('.') == std::string::npos)
      inputs.push_back({variable.name, variable.source});
  return inputs;
}

std::map<std::string, patterns::ArrayValue> read_file(patterns::Program const& program, std::string const& name,
                                                      std::string const& path) {
  constexpr std::string_view mark = ".h5:";
  std::size_t const at = path.rfind(mark);
  if (at == std::string::npos) return patterns::read_input(program, name, base::read_source(path));
  std::string const file = path.substr(0, at + mark.size() - 1), object = path.substr(at + mark.size());
#ifdef HAVE_CAPABILITY_IOHDF5
  return read_hdf5(program, name, file, object);
#else
  throw base::UserError({file, 0, 0}, fmt::format("The program was built without HDF5 and cannot read `{}`. Use a text "
                                                  "file, or build with the thorn IOHDF5.",
                                                  object));
#endif
}

} // namespace analysis
