// The driver: groups of variables on this process, their distribution, storage and ghost zones.
#pragma once

#include "distribution.hpp"
#include "memory.hpp"
#include "memory_limit.hpp"
#include "messages.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pugh {

// Storage of one group: levels[time level][block]. The elements of a vector lie one after the other in one block; other
// groups have one block per variable.
struct Group {
  int index = 0;
  std::string name;
  cGroup declared{};
  int first_variable = 0;
  std::size_t point_size = 0;
  Distribution const* distribution = nullptr;
  std::vector<std::vector<Memory>> levels;
  int most_levels = 0; // that ever had storage

  int n_levels() const { return static_cast<int>(levels.size()); }
  int variables_per_block() const { return declared.vectorgroup ? std::max(1, declared.vectorlength) : 1; }
  std::size_t variable_bytes() const { return distribution->n_allocated() * point_size; }
  std::size_t bytes() const { return levels.size() * declared.numvars * variable_bytes(); }
  double bytes_of_level() const; // as a real number, which does not overflow
};

class Driver {
public:
  // Divides the grid; ends the run with a message when the parameters do not allow it.
  Driver(cGH* grid_hierarchy, MPI_Comm communicator);

  // The driver of this grid hierarchy, NULL before it is set up.
  static Driver* of(cGH const* grid_hierarchy);

  // Sizes and bounds of grid functions, as scheduled functions see them.
  void fill_grid_hierarchy() const;

  std::vector<Group> const& groups() const { return groups_; }
  Group const* group(int index) const; // NULL if there is no such group
  Messenger const& messenger() const { return messenger_; }
  Distribution const* grid_distribution() const; // of grid functions of the highest dimension, NULL if there are none

  // Why the variables that the schedule gives storage to cannot be stored on this computer; empty if they can. If they
  // cannot, only scalars have storage, so that the parameters can be checked before the run ends.
  std::string const& why_too_large() const { return why_too_large_; }

  // Gives a group storage for more, or for fewer, time levels; at most as many as declared.
  void increase_storage(int group, int n_levels);
  void decrease_storage(int group, int n_levels);
  // The oldest time level with storage becomes the current one.
  void rotate_time_levels();

  // Two arrays of grid functions change places; false if they cannot.
  bool swap_storage(int variable_1, int time_level_1, int variable_2, int time_level_2);

  // Calls `listener` whenever storage or the order of time levels of a group has changed.
  void on_change(std::function<void(Group const&)> listener) { listener_ = std::move(listener); }

  // Fills the ghost zones of the current time level; returns the number of groups, those without storage excepted. With
  // `may_stay_in_flight`, and if a thorn Accelerator keeps account of who reads and writes what, the values arrive when
  // it asks for them, or at the next end_exchanges().
  int synchronise(std::span<int const> groups, bool may_stay_in_flight);
  // Ends the exchanges that are in flight: those of these variables, or all. What ranks end need not agree.
  void end_exchanges_of(std::span<CCTK_INT const> variables);
  void end_exchanges();
  // Has `work` done when the exchange that is in flight for this variable has ended; false if there is none.
  bool after_exchange_of(CCTK_INT variable, std::function<void()> work);
  // How many there were, and how many of them stayed in flight.
  struct ExchangeCounts {
    long all = 0, in_flight = 0;
  };
  ExchangeCounts const& exchange_counts() const { return counts_; }

private:
  // An exchange that has begun.
  struct InFlight {
    std::vector<CCTK_INT> groups, variables;
    BegunExchange exchange;
    std::vector<std::function<void()>> afterwards; // before others are told that it has ended
  };

  // How many processes divide the grid, and which of them this one is: with -P, as many as are to be checked.
  struct Division {
    int n_ranks = 1, rank = 0;
  };
  static Division division_of(MPI_Comm communicator);

  void end(InFlight& in_flight);
  void add_group(int index, int n_ranks, int rank);
  void check_memory(MPI_Comm communicator, int n_ranks);
  void require_memory(Group const& wanted, int n_levels) const;
  Distribution const* distribution_of(Group const& group, int n_ranks, int rank);
  Distribution const* array_distribution(Group const& group, int n_ranks, int rank);
  Memory* block(int variable, int time_level); // NULL unless the variable has one of its own
  void publish(Group const& group) const;      // data pointers in the grid hierarchy

  cGH* grid_hierarchy_;
  std::vector<std::unique_ptr<Distribution>> distributions_;
  std::array<Distribution const*, max_dimension + 1> of_grid_functions_{}; // by dimension
  std::vector<Group> groups_;
  Messenger messenger_;
  std::vector<InFlight> in_flight_;
  Node node_;
  double share_of_node_ = 1; // of this process in the bytes that the schedule announces for all processes of the node
  std::string why_too_large_;
  ExchangeCounts counts_;
  std::function<void(Group const&)> listener_;
};

} // namespace pugh
