/// Questions about loop kernels that are answered with integer sets (library isl). No other folder includes isl. The
/// functions are for transformations and for compilation, never for the time-step path.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/loops/loop_kernel.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::polyhedral {

/// An instance of an instruction: values of its loop variables and of the int32 parameters.
struct Instance {
  std::string instruction{};
  std::map<std::string, long> loops{};
  std::map<std::string, long> parameters{};
};

/// Returns a text such as `add[i=0, k=1]`.
std::string to_text(Instance const& instance);

enum class DependenceKind {
  flow,  ///< `to` reads what `from` wrote
  anti,  ///< `to` overwrites what `from` reads
  output ///< `to` overwrites what `from` wrote
};

/// Two instances of which the second must be executed after the first.
struct Dependence {
  std::string from{}, to{}; ///< instructions
  DependenceKind kind = DependenceKind::flow;
  std::string array{};
  Instance first{}, second{}; ///< an example

  /// Returns a text such as "`add[i=0, k=1]` reads `s`, which `init[i=0]` writes".
  std::string description() const;
};

/// Returns one example of each pair of dependent instructions, array and kind. Dependences through data-dependent
/// subscripts are assumed if they cannot be excluded.
std::vector<Dependence> dependences(loops::LoopKernel const& kernel);

/// Returns a dependence between two different iterations of `loop` that agree in all loops of `outer` which both
/// instructions are within, or nothing. A loop without such a dependence may be parallel. Updates of an array in
/// LoopKernel::reassociated are included, because parallel updates of one element would be a race.
std::optional<Dependence> carried_by(loops::LoopKernel const& kernel, std::string const& loop,
                                     std::vector<std::string> const& outer = {});

/// Values of the loop variables of one kernel as linear expressions of the loop variables of another one.
using LoopValues = std::map<std::string, ir::LinearExpression>;

/// Returns a dependence of `before` whose instances are not ordered in `after` in the same way, or nothing if `after`
/// respects all dependences of `before`. Instructions with the same id correspond to each other. `instances` contains
/// for instructions of `after` the loop variables of `before` that were renamed or split.
std::optional<Dependence> violated(loops::LoopKernel const& before, loops::LoopKernel const& after,
                                   std::map<std::string, LoopValues> const& instances = {});

/// The smallest box that contains all elements which accesses touch while the loops `sweep` run, for fixed values of
/// all other loops.
struct Footprint {
  std::vector<ir::LinearExpression> lower{};  ///< first subscript per axis; names loops outside `sweep` and parameters
  std::vector<ir::LinearExpression> extent{}; ///< number of subscripts per axis; names parameters
  bool is_exact = true;                       ///< whether every element of the box is touched
};

/// Returns the footprint of `subscripts` of an instruction within the loops `within`. Throws base::UserError at `where`
/// if a bound is not linear; `what` names the access for the message.
Footprint footprint(loops::LoopKernel const& kernel, std::vector<std::vector<ir::LinearExpression>> const& subscripts,
                    std::vector<std::string> const& within, std::vector<std::string> const& sweep,
                    base::SourcePosition const& where, std::string const& what);

/// Returns whether instructions within the loops `common` have equal domains in both kernels, for all parameters that
/// obey the assumptions of both, and for all values of scalars that determine ranges.
bool have_equal_ranges(loops::LoopKernel const& left, loops::LoopKernel const& right,
                       std::vector<std::string> const& common);

/// Throws base::UserError with an example if an access is outside of its array for these values of the int32
/// parameters. Not checked are subscripts that are not linear, and instructions whose ranges or conditions depend on
/// data. If a parameter has no value, nothing is checked.
void check_subscripts(loops::LoopKernel const& kernel, std::map<std::string, long> const& parameters);

/// Work of a kernel, with the counting rules of the Loo.py paper (section 4): each addition, multiplication, division,
/// fused multiply-add and special function is one operation; each read and write of an argument is one word.
struct Counts {
  double instances = 0;  ///< of all instructions
  double operations = 0; ///< floating-point operations
  double words_read = 0; ///< reads of arguments
  double words_written = 0;
  std::map<std::string, double> words_of{}; ///< reads and writes by argument
};

/// Returns the work for these values of all int32 parameters.
Counts count(loops::LoopKernel const& kernel, std::map<std::string, long> const& parameters);

/// Returns the number of points of the loops `loops`.
double n_points(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                std::map<std::string, long> const& parameters);

/// Returns a loop tree that executes all dependent instances in the order that defines the result.
///
/// Each sequential loop occurs once. Loops of thread axes enclose the largest parts of the tree without barriers in
/// which all instructions are within the same thread axes; barriers of the block are inserted where a thread uses what
/// another thread writes. Loops are nested by `priorities`, then as in `order`. Statements follow `order` where the
/// dependences, shared storage and `after` permit. Loops of thread axes have the same lower bound in the whole block.
/// Throws base::UserError with the dependence that prevents a schedule.
ir::LoopTree schedule(loops::LoopKernel const& kernel);

/// Removes constraints and conditions that the other constraints and the assumptions imply.
loops::LoopKernel simplified(loops::LoopKernel kernel);

} // namespace chemora::polyhedral
