// Graphs to a thorn: CCL files and glue.
#pragma once

#include "codegen/discretisation/discrete_system.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::thorn_writer {

/// Contents by path within the thorn's folder.
using ThornFiles = std::map<std::string, std::string>;

/// What the functions of built-in kernels are called in a thorn, up to the number of their source.
std::string built_in_prefix(std::string const& thorn);

/// interface.ccl, param.ccl, schedule.ccl, configuration.ccl, src/make.code.defn and src/<Thorn>.cpp. `built_in` are
/// sources for src/built_in_1.cpp and so on, each of which defines the function
/// `extern "C" void <built_in_prefix>_1(void (*add)(char const* identity, char const* instructions, void const*
/// function))`.
ThornFiles write_thorn(discretisation::DiscreteSystem const& system, std::string const& source_name,
                       std::vector<std::string> const& built_in = {});

/// Writes the files below `folder`, making folders as needed. A file that already has its contents is left alone, so
/// that the build does not compile it again. Throws base::UserError naming the file that cannot be written.
void save(ThornFiles const& files, std::string const& folder);

} // namespace chemora::thorn_writer
