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
  int max_levels = 0; ///< largest number of time levels that have had storage so far

  int n_levels() const { return static_cast<int>(levels.size()); }
  int variables_per_block() const { return declared.vectorgroup ? std::max(1, declared.vectorlength) : 1; }
  std::size_t variable_bytes() const { return distribution->n_allocated() * point_size; }
  std::size_t bytes() const { return levels.size() * declared.numvars * variable_bytes(); }
  double bytes_of_level() const; ///< as double, because an integer may overflow
};

class Driver {
public:
  /// Divides the grid. Ends the run with a message if the parameters do not allow a division.
  Driver(cGH* cctkGH, MPI_Comm communicator);

  /// The driver of this grid hierarchy, NULL before the grid hierarchy is set up.
  static Driver* of(cGH const* cctkGH);

  /// Sets the members of cGH that describe sizes and bounds of grid functions.
  void fill_grid_hierarchy() const;

  std::vector<Group> const& groups() const { return groups_; }
  Group const* group(int index) const; ///< NULL if there is no such group
  Messenger const& messenger() const { return messenger_; }
  Distribution const* grid_distribution() const; ///< for grid functions of the highest dimension, or NULL

  /// An error message if the variables with scheduled storage do not fit into the memory of this computer, otherwise
  /// empty. In case of an error only scalars get storage, so that all parameters can be checked before the run ends.
  std::string const& memory_error() const { return memory_error_; }
  /// Bytes of the scheduled storage at its peak, on this process; with -P, on one process of the checked run.
  double peak_bytes() const { return peak_bytes_; }

  /// Change the number of time levels with storage, up to the declared number.
  void increase_storage(int group, int n_levels);
  void decrease_storage(int group, int n_levels);
  /// Rotates the storage of time levels: each level becomes the next older level, and the memory of the oldest level
  /// becomes the current level.
  void rotate_time_levels();

  /// Exchanges the storage of two grid functions. Returns false if their types or distributions differ.
  bool swap_storage(int variable_1, int time_level_1, int variable_2, int time_level_2);

  /// Calls `listener` whenever storage or the order of time levels of a group has changed.
  void on_change(std::function<void(Group const&)> listener) { listener_ = std::move(listener); }

  /// Fills the ghost zones of the current time level. Returns the number of groups with storage. The exchange may
  /// remain in flight if `may_stay_in_flight` is set and a thorn tracks accesses (Accelerator). That thorn then ends
  /// the exchange before the ghost zones are used; end_exchanges() ends it at the latest.
  int synchronise(std::span<int const> groups, bool may_stay_in_flight);
  /// Complete the exchanges in flight of these variables, or all exchanges. Different ranks may complete different
  /// exchanges.
  void end_exchanges_of(std::span<CCTK_INT const> variables);
  void end_exchanges();
  /// Calls `work` when the exchange in flight of this variable ends. Returns false if no such exchange is in flight.
  bool after_exchange_of(CCTK_INT variable, std::function<void()> work);
  /// Numbers of exchanges of ghost zones: all of them, and those that were still in flight when the function that
  /// started them returned.
  struct ExchangeCounts {
    long all = 0, in_flight = 0;
  };
  ExchangeCounts const& exchange_counts() const { return counts_; }

private:
  /// A ghost zone exchange that has begun but not ended.
  struct InFlight {
    std::vector<CCTK_INT> groups, variables;
    ExchangeHandle exchange;
    std::vector<std::function<void()>>
        callbacks; ///< functions that are called at the end of the exchange, before thorn Accelerator is notified
  };

  /// The number of processes among which the grid is divided (with -P, the number to check), and the rank of this
  /// process.
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
  /// The memory block of a variable, or NULL if the variable has no storage or shares a block with other variables.
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
  double share_of_node_ = 1; ///< scheduled storage of this process divided by that of all processes of the node
  std::string memory_error_;
  double peak_bytes_ = 0;
  ExchangeCounts counts_;
  std::function<void(Group const&)> listener_;
};

/// Creates the grid hierarchy extension "PUGH", which owns the driver. Other thorns read it as the pGH of
/// include/pugh.h.
void* make_extension(cGH* cctkGH, MPI_Comm communicator);

} // namespace pugh
