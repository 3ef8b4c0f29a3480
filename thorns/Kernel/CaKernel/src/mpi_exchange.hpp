/// Messages between the processes of the run.
#pragma once

#include "cctk.h"
#include "kernels/runtime/settings.hpp"

#include <mpi.h>

namespace ca_kernel {

/// Uses the communicator of the driver, or MPI_COMM_WORLD if the driver provides none.
class MpiExchange final : public chemora::runtime::ProcessGroup {
public:
  explicit MpiExchange(cGH const* cctkGH);

  int rank() const override;
  int size() const override;
  std::vector<std::string> all_gather(std::string const& local) override;
  void broadcast(std::string& bytes, int root) override;

  /// Number of processes on this node, including this one.
  int n_on_node();

private:
  MPI_Comm communicator_;
};

} // namespace ca_kernel
