/// Computes the results of a recursion for many problems: chooses a plan, compiles it, and divides the problems among
/// lanes and threads.
#pragma once

#include "codegen/recursion/system.hpp"
#include "codegen/wavefront/plan.hpp"
#include "kernels/device/device.hpp"
#include "kernels/recursions/memory_limit.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::recursions {

/// The letters of one sequence as codes of its alphabet.
using Letters = std::span<std::uint8_t const>;

/// The arguments of one problem that differ from those of other problems, by name of the calling parameter.
struct Problem {
  std::map<std::string, Letters> sequences{};
};

struct ProblemResult {
  recursion::Value value{};
};

/// One step of an alignment, from the start to the end of the path: the element of a table from which the next element
/// of the path follows.
struct PathStep {
  std::string function{};
  std::vector<long> position{};
};

struct Settings {
  std::string plan{}; ///< text of a plan that replaces the choice; empty: choose
  int threads = 1;
  /// Limit of memory for tables and batches, which solvers may share; null: half of the available memory.
  std::shared_ptr<MemoryLimit> memory{};
  /// Receives the reason before problems with many elements are interpreted, which takes long.
  std::function<void(std::string const& reason)> warn{};
  long max_coefficient = wavefront::SearchOptions{}.coefficient_bound; ///< of the schedules that the solver searches
};

struct Statistics {
  double cells = 0;   ///< elements of the largest table, for all problems
  double seconds = 0; ///< duration of the computation without compilation
  double compile_seconds = 0;
  /// Problems that were computed again: with wider integers, because values exceeded the range of their type, or with
  /// an exponent for each probability, because the probabilities of a row differed too much for a common one.
  long n_repeated = 0;
  std::vector<std::pair<std::string, std::size_t>> n_problems{}; ///< by plan, in the order of their first use

  void count(std::string const& plan, std::size_t n);
  /// The plans with their numbers of problems, as in the report.
  std::vector<std::string> plans() const;
  /// Adds the work of another solver of the same process, which computes before or after this one.
  void add(Statistics const& other);
  /// Adds the work of other processes, which compute at the same time.
  void add_concurrent(Statistics const& other);
};

/// Text that contains all members, and its inverse.
std::string to_text(Statistics const& statistics);
Statistics parse_statistics(std::string const& text);

/// Compiles the source of a kernel and loads it: the cache of the run, or a compiler of a test.
using Compile = std::function<std::unique_ptr<device::Module>(std::string const& name, std::string const& source,
                                                              device::LaunchShape const& shape)>;

class Solver {
public:
  /// `shared` contains the arguments that all problems have in common: matrices, models, profiles, scalars, and
  /// sequences such as a query. The other sequences of the system vary. `device` and `compile` must outlive this
  /// object. Throws base::UserError if the recursion has no order, or if an argument is missing.
  Solver(recursion::System system, recursion::Inputs shared, device::Device& device, Compile compile,
         Settings settings);
  ~Solver();

  /// Returns the results in the order of the problems. They do not depend on the plan, the threads, the device or the
  /// other problems, bit by bit.
  std::vector<ProblemResult> solve(std::span<Problem const> problems);

  /// Returns the path that the value of the result follows: of several alternatives with equal values, the first in the
  /// expression. Throws base::UserError if the tables exceed Settings::memory.
  std::vector<PathStep> trace(Problem const& problem);

  Statistics const& statistics() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace chemora::recursions
