// CUDA C++ for NVIDIA's devices.
#pragma once

#include "codegen/emit/dialect.hpp"

namespace chemora::emit {

/// As NVRTC compiles it, without headers. Arrays are arguments of their own, everything else comes by value in one
/// struct (kernel_arguments.hpp). Contraction is off by flags; transcendentals of 32-bit reals are computed in 64 bits,
/// as in OpenCL.
class CudaDialect : public BlockDialect {
public:
  std::string function(ir::Op op, ir::Type type) const override;
  std::string special_number(ir::Type type, double number) const override;
  std::string preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const override;
  std::string head(ir::Loops const& loops, std::vector<Argument> const& arguments) const override;
  std::string scalar(std::string const& member) const override;
  std::string block_index(int axis) const override;
  std::string thread_index(int axis) const override;
  std::string shared_memory() const override { return "__shared__"; }
  std::string barrier() const override { return "__syncthreads();"; }
};

} // namespace chemora::emit
