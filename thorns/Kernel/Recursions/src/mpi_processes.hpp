/// Messages of sweeps between the processes of a run, by MPI.
#pragma once

#include "Kernel/Devices/src/processes.hpp"
#include "kernels/recursions/sweep_distribution.hpp"

#include <list>

namespace ca_recursions {

class MpiProcesses final : public chemora::recursions::Processes {
public:
  /// Collective. The messages have a communicator of their own.
  explicit MpiProcesses(MPI_Comm communicator);

  int rank() const override { return exchange_.rank(); }
  int size() const override { return exchange_.size(); }
  std::vector<std::string> all_gather(std::string const& own_text) override { return exchange_.all_gather(own_text); }
  void broadcast(std::string& bytes, int root) override { exchange_.broadcast(bytes, root); }
  void send(int to, std::vector<std::byte> message) override;
  void receive(int from, std::span<std::byte> message) override;
  void finish_sends() override;

private:
  struct Sent {
    std::vector<std::byte> message;
    MPI_Request request;
  };

  MPI_Comm communicator_;
  devices::MpiExchange exchange_;
  std::list<Sent> sent_;
};

} // namespace ca_recursions
