/// The driver: groups of variables on this process, their distribution, memory, ghost zones and valid regions.
#pragma once

#include "distribution.hpp"
#include "messenger.hpp"
#include "settings.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pugh {

struct FreeMemory {
  void operator()(std::byte* memory) const;
};
using Memory = std::unique_ptr<std::byte, FreeMemory>;

/// An array of at least one byte. It starts `bytes_before` bytes after the start of a cache line. Large arrays use
/// large pages and start at different offsets within them. With `is_used`, each thread touches its share first, in the
/// order in which parallel loops visit the points; otherwise the array takes no physical memory until it is written.
/// Ends the run with a message that contains `name` if memory is exhausted.
Memory allocate(std::size_t bytes, std::size_t bytes_before, char const* name, bool is_used = true);

/// Sets every value. `type` is a CCTK_VARIABLE_* number. InitialValue::unspecified changes nothing, and
/// InitialValue::nan changes only real and complex types.
void initialise(std::byte* memory, std::size_t bytes, int type, InitialValue value);

/// A computer on which processes of the run execute.
struct Node {
  double memory = 0; ///< bytes, shared by all its processes; infinite if the system does not report it
  int n_processes = 1;
};

/// The node of this process, with the number of the communicator's processes on it. Collective.
Node node_of(MPI_Comm communicator);

/// The node of this process in a hypothetical run of `n_processes` processes on computers like this one, with one
/// process per processor.
Node node_with(int n_processes);

/// Sum over the processes of the communicator on this node. Collective.
double sum_on_node(double bytes, MPI_Comm communicator);

/// Empty if variables of so many bytes, on all processes of the node together, can be stored; otherwise the message.
std::string memory_error(double bytes_on_node, Node const& node);

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

/// Fills ghost zones and boundaries before a function that reads them (Cactus::presync_mode). Keeps track of the valid
/// region of every variable, and of the boundary conditions that the driver applies.
namespace presync {

/// Called before and after a scheduled function. They use its READS and WRITES. `after` returns 1 if the SYNC of the
/// function is to be omitted, because ghost zones are filled when they are read.
void before(cGH* cctkGH, cFunctionData const& function);
int after(cGH* cctkGH, cFunctionData const& function);

void time_levels_rotate(cGH const* cctkGH);

/// The group has new storage, or none, from this time level on, so that its contents are invalid.
void storage_changed(int group, int first_level);

/// The ghost zones of a group have been exchanged.
void synchronised(cGH const* cctkGH, int group);

} // namespace presync
} // namespace pugh
