/// The driver: groups of variables on this process, their distribution, storage and ghost zones.
#pragma once

#include "distribution.hpp"
#include "memory.hpp"
#include "messenger.hpp"
#include "settings.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pugh {

/// A group and its storage, levels[time level][block]. A vector of variables has one block for all its elements. Other
/// groups have one block per variable.
struct Group {
  int index = 0;
  std::string name;
  cGroup declared{};
  int first_variable = 0;
  std::size_t point_size = 0;
  Distribution const* distribution = nullptr;
  std::vector<std::vector<Memory>> levels;
  int max_levels = 0; ///< the largest number of time levels that ever had storage

  int n_levels() const { return static_cast<int>(levels.size()); }
  int variables_per_block() const { return declared.vectorgroup ? std::max(1, declared.vectorlength) : 1; }
  std::size_t variable_bytes() const { return distribution->n_allocated() * point_size; }
  std::size_t bytes() const { return levels.size() * declared.numvars * variable_bytes(); }
  double bytes_of_level() const; ///< as a real number, which cannot overflow
};

class Driver {
public:
  /// Divides the grid. Ends the run with a message if the parameters do not allow a division.
  Driver(cGH* cctkGH, MPI_Comm communicator);

  /// The driver of this grid hierarchy, NULL before the grid hierarchy is set up.
  static Driver* of(cGH const* cctkGH);

  /// Sizes and bounds of grid functions, as scheduled functions see them.
  void fill_grid_hierarchy() const;

  std::vector<Group> const& groups() const { return groups_; }
  Group const* group(int index) const; ///< NULL if there is no such group
  Messenger const& messenger() const { return messenger_; }
  Distribution const* grid_distribution() const; ///< of grid functions of the highest dimension, NULL if there are none

  /// Empty if the variables with scheduled storage fit into the memory of this computer; otherwise the error message.
  /// In that case only scalars get storage, so that all parameters can be checked before the run ends.
  std::string const& memory_error() const { return memory_error_; }

  /// Changes the number of time levels with storage, up to the declared number.
  void increase_storage(int group, int n_levels);
  void decrease_storage(int group, int n_levels);
  /// Makes each time level the next older one. The oldest one with storage becomes the current one.
  void rotate_time_levels();

  /// Exchanges the storage of two grid functions. Returns false if their types or distributions differ.
  bool swap_storage(int variable_1, int time_level_1, int variable_2, int time_level_2);

  /// Calls `listener` whenever storage or the order of time levels of a group has changed.
  void on_change(std::function<void(Group const&)> listener) { listener_ = std::move(listener); }

  /// Fills the ghost zones of the current time level. Returns the number of groups with storage. The exchange may
  /// remain in flight if `may_stay_in_flight` is set and a thorn tracks accesses (Accelerator). That thorn then ends
  /// the exchange before the ghost zones are used; end_exchanges() ends it at the latest.
  int synchronise(std::span<int const> groups, bool may_stay_in_flight);
  /// End the exchanges in flight of these variables, or all exchanges. Different ranks may end different exchanges.
  void end_exchanges_of(std::span<CCTK_INT const> variables);
  void end_exchanges();
  /// Calls `work` at the end of the exchange in flight for this variable. Returns false if there is none.
  bool after_exchange_of(CCTK_INT variable, std::function<void()> work);
  /// The number of exchanges, and the number of those that remained in flight.
  struct ExchangeCounts {
    long all = 0, in_flight = 0;
  };
  ExchangeCounts const& exchange_counts() const { return counts_; }

private:
  /// An exchange that has begun but not ended.
  struct InFlight {
    std::vector<CCTK_INT> groups, variables;
    ExchangeHandle exchange;
    std::vector<std::function<void()>> callbacks; ///< called before the thorn Accelerator is notified of the end
  };

  /// The number of processes that divide the grid, and the rank of this one. With -P, the number is the one to check.
  struct RankInRun {
    int n_ranks = 1, rank = 0;
  };
  static RankInRun rank_in_run(MPI_Comm communicator);

  void end(InFlight& in_flight);
  void add_group(int index, int n_ranks, int rank);
  void check_memory(MPI_Comm communicator, int n_ranks);
  void require_memory(Group const& new_group, int n_levels) const;
  Distribution const* distribution_of(Group const& group, int n_ranks, int rank);
  Distribution const* array_distribution(Group const& group, int n_ranks, int rank);
  /// The block of a variable, NULL if it shares one with other variables or has no storage.
  Memory* block(int variable, int time_level);
  /// Stores the data pointers of a group in the grid hierarchy.
  void update_data_pointers(Group const& group) const;

  cGH* cctkGH_;
  std::vector<std::unique_ptr<Distribution>> distributions_;
  std::array<Distribution const*, max_dimension + 1> grid_function_distributions_{}; ///< by dimension
  std::vector<Group> groups_;
  Messenger messenger_;
  std::vector<InFlight> in_flight_;
  Node node_;
  double share_of_node_ = 1; ///< this process' part of the scheduled storage of all processes of the node
  std::string memory_error_;
  ExchangeCounts counts_;
  std::function<void(Group const&)> listener_;
};

/// Creates the grid hierarchy extension "PUGH": the pGH of include/pugh.h, which other thorns read. It owns the driver.
void* make_extension(cGH* cctkGH, MPI_Comm communicator);

} // namespace pugh
