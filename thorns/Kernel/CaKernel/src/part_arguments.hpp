// The arrays and parameters of a part's kernels, found by name once: launches fetch addresses and values only.
#pragma once

#include "kernel_data.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/scratch.hpp"
#include "runtime.hpp"

#include <span>
#include <string>
#include <vector>

namespace ca_kernel {

class PartArguments {
public:
  /// `parameters`: names of the values that launches give.
  PartArguments(Runtime::Part const& part, FindGridArray const& find, std::vector<std::string> const& parameters);

  /// By kernel, with the addresses of now; they stay until somebody asks anew. Throws base::UserError when an array has
  /// no storage.
  std::span<chemora::launch::BoundKernel::Arguments const>
  now(cGH const* cctkGH, chemora::launch::Scratch const& scratch, std::span<double const> parameters);

private:
  struct Array {
    GridArray array;
    int slot = -1; ///< of the scratch arrays, if it is one of these
  };
  struct Kernel {
    chemora::launch::BoundKernel const* bound;
    std::vector<Array> inputs, outputs;
    std::vector<std::size_t> parameters; ///< their places among the values
  };

  std::vector<Kernel> kernels_;
  std::vector<chemora::launch::BoundKernel::Arguments> arguments_;
};

} // namespace ca_kernel
