/// Writes graphs as a thorn: CCL files and sources.
#pragma once

#include "codegen/discretisation/discretise.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::thorn_writer {

/// The contents of files, by path in the folder of the thorn.
using ThornFiles = std::map<std::string, std::string>;

/// Returns the name of the functions that add built-in kernels, without `_` and the number of their source.
std::string built_in_prefix(std::string const& thorn);

/// Returns interface.ccl, param.ccl, schedule.ccl, configuration.ccl, src/make.code.defn and src/<Thorn>.cpp.
/// `built_in` contains the texts of src/built_in_1.cpp and further sources. Source 1 defines the function `extern "C"
/// void <built_in_prefix>_1(void (*add)(char const* identity, char const* instructions, void const* function))`.
ThornFiles write_thorn(discretisation::DiscreteSystem const& system, std::string const& source_name,
                       std::vector<std::string> const& built_in = {});

/// Writes the files to `folder`, which is created if necessary. Files that already have these contents are not written
/// again, so that the build does not recompile them. Throws base::UserError with the name of a file that cannot be
/// written.
void save(ThornFiles const& files, std::string const& folder);

} // namespace chemora::thorn_writer
