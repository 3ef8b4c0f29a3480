// Test cases that compare compiled loop trees on a device with the reference interpreter of loop trees.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/loops/loop_kernel.hpp"
#include "kernels/device/device.hpp"
#include "testsuites/devices/device_cases.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::testing_support {

/// A loop tree, and the values of its parameters.
struct TreeCase {
  ir::LoopTree tree;
  std::map<std::string, double> parameters{};
};

/// Written trees with every construct: barriers, private values that cross them, triangular loops, conditions, strided
/// and indirect accesses, all types, phases, and extents that are no multiples of a vector.
std::vector<TreeCase> written_trees();

/// A tree with a tile whose size depends on a parameter. Only the host executes it.
TreeCase tree_with_large_tile();

/// A tree with every function that differs between devices.
TreeCase tree_with_functions(ir::Type real);

/// A tree with every operation on this type whose result is the same on all devices.
TreeCase tree_with_operations(ir::Type type);

/// Trees of integers of 8 and 16 bits: random expressions with all operations and conversions, and lookups in tables of
/// every type and of several sizes. The numbers of iterations are multiples of every vector, or of none.
std::vector<TreeCase> narrow_trees();

/// Loops over vectors whose iterations at boundaries the host separates from the others.
std::vector<TreeCase> trees_with_boundaries();

struct RandomTrees {
  std::map<loops::Tag, int> n_of{}; ///< number of loops with each tag
};

/// Schedules of random kernels in which every loop that permits it has a random tag. Adds the tags to `counts`.
std::vector<TreeCase> random_trees(int first, int last, RandomTrees& counts);

/// Compiles the trees and runs each of them on arrays of random numbers. The results must be bitwise equal to those of
/// ir::interpret, and no element after the end of an array may change.
void expect_bits_of_interpreter(device::Device& device, std::vector<TreeCase> const& cases,
                                Expectation const& expectation = {});

} // namespace chemora::testing_support
