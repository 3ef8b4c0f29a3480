// What a kernel is called.
#pragma once

#include <string>

namespace ca_kernel {

struct KernelName {
  std::string thorn, name;

  std::string full_name() const { return thorn + "::" + name; }
};

} // namespace ca_kernel
