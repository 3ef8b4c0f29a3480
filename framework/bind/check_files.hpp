// CCL files on their own: whether they can be read, before any configuration names their thorn.
#pragma once

#include "framework/base/errors.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

/// What is wrong in the files, whose names say their kind: interface.ccl, param.ccl, schedule.ccl, configuration.ccl.
std::vector<base::Diagnostic> check_files(std::vector<std::string> const& paths);

} // namespace chemora::bind
