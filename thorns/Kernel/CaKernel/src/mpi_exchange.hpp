// The processes of the run, for compiling once and for reports.
#pragma once

#include "cctk.h"
#include "kernels/jit/compiler_pool.hpp"

#include <mpi.h>

namespace ca_kernel {

/// Messages among the processes of the driver's communicator (MPI_COMM_WORLD without a driver that tells).
class MpiExchange final : public chemora::jit::ProcessGroup {
public:
  explicit MpiExchange(cGH const* cctkGH);

  int rank() const override;
  int size() const override;
  std::vector<std::string> all_gather(std::string const& mine) override;
  void broadcast(std::string& bytes, int root) override;

  /// Processes that share this one's memory, itself included.
  int n_on_node();

private:
  MPI_Comm communicator_;
};

} // namespace ca_kernel
