/// Adds the loops of hardware axes, vectors and interleaved loops to a schedule, and the barriers between the threads
/// of a block.
#pragma once

#include "codegen/polyhedral/schedule_order.hpp"

namespace chemora::polyhedral {

/// Returns the schedule with barriers between dependent accesses of different threads of a block to shared memory.
/// Explicit barriers become barrier nodes; those of scope grid divide the nodes of the root into phases.
std::vector<ScheduleNode> with_barriers(Program const& program, std::vector<ScheduleNode> nodes);

/// Returns the schedule with loops over blocks around each phase, loops over threads around the largest parts without
/// barriers, and vector and interleaved loops around statements.
std::vector<ScheduleNode> with_parallel_loops(Program const& program, std::vector<ScheduleNode> nodes);

/// Throws base::UserError if blocks, or threads or lanes that execute one statement at the same time, access the same
/// element and at least one of them writes. `nodes` is a schedule with barriers.
void check_parallel_loops(Program const& program, std::vector<ScheduleNode> const& nodes);

/// Returns the loops with this tag around a statement, by decreasing axis.
std::vector<std::string> loops_with(Program const& program, std::size_t statement, loops::Tag tag);

/// Returns the nodes of the root in the parts between barriers of scope grid.
std::vector<std::vector<ScheduleNode>> phases_of(std::vector<ScheduleNode> const& nodes);

/// Questions about instances of two statements that a schedule executes in parallel.
class ParallelAccesses {
public:
  explicit ParallelAccesses(Program const& program) : program_(program) {}

  /// Returns whether threads of one block conflict in shared memory: the first executes statement `first`, the second
  /// statement `second`, in equal iterations of the loops `equal` and, if `carrier` is not empty, in a later iteration
  /// of `carrier`.
  bool threads_conflict(std::size_t first, std::size_t second, std::vector<std::string> const& equal,
                        std::string const& carrier = {}) const;

  /// Returns a conflict between instances with equal values of the common loops `equal` and different values of at
  /// least one of the common loops `different`. `only_private` considers only temporaries of scope registers.
  std::optional<Dependence> conflict(std::size_t first, std::size_t second, std::vector<std::string> const& equal,
                                     std::vector<std::string> const& different, bool only_private = false) const;

private:
  bool threads_differ(InstancePair const& pair, IntegerSet const& set, Statement const& first,
                      Statement const& second) const;
  std::optional<long> first_value(std::string const& loop) const;

  Program const& program_;
};

} // namespace chemora::polyhedral
