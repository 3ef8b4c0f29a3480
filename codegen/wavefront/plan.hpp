/// Plans of recursions: how the elements of tables are divided among loops, lanes, threads and memory. A plan changes
/// no bit of the results.
#pragma once

#include "codegen/recursion/system.hpp"
#include "codegen/wavefront/schedule.hpp"

namespace chemora::wavefront {

enum class PlanKind {
  across, ///< one problem per lane; each lane computes its elements one after another
  within  ///< the elements of a wavefront of one problem are divided among lanes and threads
};

constexpr int max_window_rows = 1 << 16; ///< of windows in tile or private memory

struct Plan {
  PlanKind kind = PlanKind::across;
  /// Type of the elements of integer tables: int8, int16, int32, or real64 (real_integers.hpp). Narrow types saturate,
  /// and the kernel reports results that may be affected. The solver computes them again in the next wider type.
  ir::Type integers = ir::Type::int32;
  int lanes = 1;   ///< across: problems side by side; within: elements of a wavefront side by side
  int columns = 1; ///< across: columns that are computed together, so that their values stay in registers
  int threads = 1;
  int strip_rows = 0; ///< within: rows of a strip (strips.hpp); 0: no strips
  /// Memory of the windows of tables: that of the grid; within: of a tile, which the threads of a block share; across:
  /// registers, the private memory of a thread.
  ir::Scope window = ir::Scope::grid;
  /// Elements along each dimension for which windows, or tables without a window, in tile or private memory have space;
  /// with strips: rows of a strip.
  int window_rows = 0;
  bool keeps_tables = false; ///< whether all elements are stored, for alignments; otherwise a window
  Schedule schedule{};       ///< of kind within

  bool operator==(Plan const&) const = default;
};

/// The text form, for reports and for Recursions::plan: `across int8 lanes 64 columns 4 threads 2`. Windows in tile or
/// private memory add `window tile 1024` or `window private 16`.
std::string to_text(Plan const& plan);
/// Inverse of to_text. `functions` are those that a schedule may name; null: any. Throws base::UserError.
Plan parse_plan(base::SourceText const& text, std::vector<std::string> const* functions = nullptr);

} // namespace chemora::wavefront
