// The arguments of every compiled kernel besides its arrays. The emitters repeat this layout in the source they emit.
#pragma once

/// Plain C layout, shared with code that is compiled at run time.
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
  int allocated[3];         ///< extents of the arrays in memory, for kernels with run-time extents
  double const* parameters; ///< in the order of the graph's parameters (ints and booleans as doubles)
  int box_spans_rows; ///< the box ends where the arrays end along x; kernels may overwrite the padding of its rows
};
