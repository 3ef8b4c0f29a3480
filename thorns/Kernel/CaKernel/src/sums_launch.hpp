// The sums of a time integrator behind a kernel that they are not joined with: one launch for each variable, the same
// compiled kernel for all whose sums have one form.
#pragma once

#include "codegen/passes/fuse_updates.hpp"
#include "part_arguments.hpp"
#include "runtime.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

/// Parameters of a launch, names and values in the same order. Names are asked for once, values at every launch.
using Names = std::vector<std::string>;
using Values = std::vector<double>;

/// Adds the factors of this sum, in graphs that of update `n`.
void add_factor_names(Names& names, std::size_t n, Sum const& sum);
void add_factors(Values& values, Sum const& sum);

/// Adds the bounds along x that graphs for whole rows ask for: those of the interior, which may be empty here.
void add_bound_names(Names& names);
void add_bounds(Values& values, chemora::launch::LocalGrid const& grid);

class SumsLaunch {
public:
  SumsLaunch(chemora::passes::SeparateUpdates const& sums, FindGridArray const& find);

  /// Collective; compiles. Gives the reason, on all processes, where nobody does.
  std::string prepare(cGH const* cctkGH, chemora::launch::LocalGrid const& grid);

  /// Runs with the factors of these sums, asked for by number of the step's update. Tells Accelerator what is read and
  /// what is going to be written, and leaves to the caller what has changed.
  using SumOf = std::function<Sum const&(std::size_t update)>;
  void run(cGH const* cctkGH, chemora::launch::LocalGrid const& grid, SumOf const& sum_of);

private:
  struct Group {
    chemora::passes::UpdateGroup sums;
    std::map<std::string, GridArray> arrays; ///< by the names that its graphs use
    Runtime::Parts* parts;                   ///< rows, and the rest
    std::vector<PartArguments> arguments;    ///< of these, from the first launch on
  };
  static void find_arguments(Group& group, SumOf const& sum_of);
  static void before_running(cGH const* cctkGH, chemora::launch::LocalGrid const& grid, Group const& group);

  std::vector<Group> groups_;
};

} // namespace ca_kernel
