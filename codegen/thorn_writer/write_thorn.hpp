// Graphs to a thorn: CCL files and glue.
#pragma once

#include "codegen/discretisation/discrete_system.hpp"

#include <map>
#include <string>

namespace chemora::thorn_writer {

/// Contents by path within the thorn's folder.
using ThornFiles = std::map<std::string, std::string>;

/// interface.ccl, param.ccl, schedule.ccl, configuration.ccl, src/make.code.defn and src/<Thorn>.cpp.
ThornFiles write_thorn(discretisation::DiscreteSystem const& system, std::string const& source_name);

/// Writes the files below `folder`, making folders as needed. A file that already has its contents is left alone, so
/// that the build does not compile it again. Throws base::UserError naming the file that cannot be written.
void save(ThornFiles const& files, std::string const& folder);

} // namespace chemora::thorn_writer
