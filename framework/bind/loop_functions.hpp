/// Connects the loops (docs/loops.md) and the sweeps (docs/sweeps.md) of a thorn with its CCL files: checks that their
/// arguments are variables and parameters, and adds the accesses of the scheduled functions to the text of
/// schedule.ccl.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

/// The two kinds of functions, with loops and with sweeps.
struct FunctionKind {
  std::string noun;         ///< `loops` or `sweeps`, for messages
  std::string folder;       ///< folder of the thorn that contains the files: `loops` or `recursions`
  std::string registration; ///< ending of the name of the function that registers the files: `_RegisterLoops`
  std::string function;     ///< the function that registers a file, which the generated source calls
  std::string prototypes;   ///< lines of interface.ccl for all functions that the generated source calls
  bool is_on_grid = false;  ///< arrays are grid functions with three axes
};
extern FunctionKind const loops_kind, recursions_kind;

/// An argument of a function with loops or sweeps, as edlc describes it (codegen/app).
struct LoopArgument {
  std::string name;
  bool is_array = false;
  std::string type; ///< real32, real64, int32
  bool is_read = false, is_written = false;
  bool is_extent = false; ///< a scalar that has a value without a parameter: in the shape of an array, or in the file
  std::string meaning;    ///< text of a line `!$chemora`, or the variable of a statement `grid`; or empty
  base::SourcePosition where;
};

struct LoopFunction {
  std::string name;
  std::string file;
  std::vector<LoopArgument> arguments;
};

/// Parses a file `loops.txt` or `recursions.txt` of edlc. Throws base::UserError for a line of another form.
std::vector<LoopFunction> parse_loop_functions(base::SourceText const& text);

/// Adds to the texts of the thorn's CCL files, and parses them again: the functions that the generated source calls,
/// the registration of the files, and for each scheduled function of a file the deduced READS and WRITES and the tag
/// Device=1. Blocks with READS or WRITES keep them. Errors are added to `findings`.
void add_loop_functions(ThornSet const& set, Thorn& thorn, std::vector<LoopFunction> const& functions,
                        base::Diagnostics& findings, FunctionKind const& kind = loops_kind);

} // namespace chemora::bind
