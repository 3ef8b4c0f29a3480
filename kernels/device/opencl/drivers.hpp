// The OpenCL drivers that the machine names, for messages when none of them works.
#pragma once

#include <string>

namespace chemora::device {

/// One line per file *.icd in $OCL_ICD_VENDORS or /etc/OpenCL/vendors: which library it names, and why that cannot be
/// opened if so. Says so when there is no such file.
std::string list_of_opencl_drivers();

} // namespace chemora::device
