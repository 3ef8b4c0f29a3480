// A kernel that computes right-hand sides and the sums of a time integrator that follow it, as one calculation.
//
//     urhs <- D rho  in the interior            u_new's place <- u + dt D rho   in the interior
//     u    <- u + dt * urhs everywhere   ->     u_new's place <- u + dt * 0     everywhere else
//                                               and the places of u and urhs change their names
//
// A new value cannot go to the place of the old one where neighbours still read that. It goes to an array that nobody
// needs any more, and the two change places afterwards. Exact: the sums keep their operations and their order.
#pragma once

#include "codegen/ir/graph.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chemora::passes {

/// target <- scale * target + factor 0 * source 0 + factor 1 * source 1 + ... at every point of the local box. Each
/// operation rounds by itself, from left to right; without scale and sources the sum is 0.
struct Update {
  std::string target;
  bool keeps_target = false; ///< there is a scale; without, the target's old value is not read
  std::vector<std::string> sources;
};

/// The parameters, of the kernel's type of reals, that hold the numbers of update `n`.
std::string scale_name(std::size_t n);
std::string factor_name(std::size_t n, std::size_t source);

/// What is to happen, in this order.
struct Step {
  std::string name;                          ///< of the joined graphs
  std::map<std::string, std::string> copies; ///< target <- source, everywhere; each target is one of an update, too
  std::set<std::string> zeros;               ///< set to 0 everywhere
  ir::Graph kernel;
  std::vector<Update> updates; ///< a later one may read what an earlier one assigned

  /// Arrays whose values nobody needs after the step, unless an update assigns them.
  std::vector<std::string> unneeded;
  /// Arrays that somebody reads who comes after the joined calculation, but is to see the values before it.
  std::set<std::string> read_late;
  /// Whether two arrays have the same shape and owner, so that they may change places.
  std::function<bool(std::string const&, std::string const&)> may_swap;
};

/// What has become of arrays when all graphs of a step have run.
struct Changes {
  /// Pairs that change places then. The graphs store into the second of each.
  std::vector<std::pair<std::string, std::string>> swaps;
  std::set<std::string> written;                                   ///< everywhere, by their names after the swaps
  std::vector<std::pair<std::string, ir::Region>> written_in_part; ///< only where the kernel stores
  std::set<std::string> unstored; ///< computed or set to zero, but not in memory afterwards
};

struct JoinedStep : Changes {
  std::vector<ir::Graph> regions; ///< one for each region that the kernel stores, which is its only one
  /// The only graph of `regions` is to run on whole rows: on the region's box grown along x to the ends of the arrays.
  /// Parameters inside_lower and inside_upper hold the region's own bounds along x, as global indices; what the kernel
  /// computes beyond them, from whatever lies there in memory, counts as 0. Ends of rows, a few points each, would take
  /// as long to reach by themselves as a large part of the rows.
  bool takes_whole_rows = false;
  ir::Graph rest; ///< to run on all other points of the local box; its region is `everywhere`
};

inline constexpr char inside_lower[] = "inside_lower", inside_upper[] = "inside_upper"; ///< of type int32

/// Throws base::UserError with the reason, a whole sentence, why this cannot be one calculation.
JoinedStep join_updates(Step const& step);

struct TouchedArrays {
  std::set<std::string> inputs, outputs;
};

/// What each of JoinedStep::regions reads and stores, in their order, but not the graphs: in a fraction of the time,
/// for who would refuse them for their arrays. Throws as join_updates does, but for what only the graphs show.
std::vector<TouchedArrays> touched_by_joined(Step const& step);

/// The kernel as it reads when nothing is copied: sources in place of targets. Throws base::UserError with the reason
/// where copies or zeros cannot be left out.
ir::Graph without_copies(Step const& step);

/// Whether the ends of rows can be done with the rows: the kernel stores the interior only, and all it stores is 0
/// there.
bool can_take_whole_rows(Step const& step, ir::Graph const& kernel);

/// The graph with its arrays called what `name_of` says.
ir::Graph rename_arrays(ir::Graph const& graph, std::function<std::string(std::string const&)> const& name_of);

} // namespace chemora::passes
