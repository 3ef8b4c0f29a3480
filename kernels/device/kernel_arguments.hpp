// What every compiled kernel is called with, besides its arrays; the emitters repeat this layout in their text.
#pragma once

/// Plain C layout, shared with run-time compiled code.
struct chemora_kernel_arguments {
  int lower[3];        ///< box to compute: first local index per axis
  int upper[3];        ///< one past the last
  int lower_global[3]; ///< global index of local point 0
  int global_size[3];
  double spacing[3];
  double origin[3]; ///< coordinate of global point 0
  double time;
  double time_step;
  int iteration;
  int allocated[3];         ///< extents of the arrays in memory: for kernels that are made for any
  double const* parameters; ///< in the order of the graph's parameters (ints and booleans as doubles)
  int box_spans_rows;       ///< the box ends where the arrays do along x: what else their rows hold is nobody's
};
