/// The loops of a kernel. The loops determine where every operation of a graph is computed, over which points and in
/// which order.
///
///     loops Wave_RHS {
///       grid 3
///       allocated 67 67 67     # or: allocated at launch
///       in rho
///       out urhs
///       real64 %2 = immediate 0.5
///       for tiles z step 8 threads
///         for tiles y step 8 threads
///           for z
///             for y
///               for x vector 4
///                 real64 %1 = load rho[x-1,y,z]
///                 real64 %3 = multiply %1 %2
///                 store urhs[x,y,z] %3
///     }
///
/// A device that runs blocks of threads has one block for each tile. In this example, the threads move along z point by
/// point:
///
///       for tiles z step 8 blocks
///         for tiles y step 4 blocks
///           for tiles x step 64 blocks
///             for z
///               for y block 4
///                 for x block 64
///
/// The threads of a block can share memory for elements that several threads need. A buffer in shared memory is filled
/// at the start of each iteration of its loop:
///
///             buffer tile::phi tile real64 x -1:1 y -1:1 z 0:0   # the points of a tile and its halo
///               real64 %2 = load phi[x,y,z]
///               store tile::phi[x,y,z] %2
///             barrier
///             for z ...
///                   real64 %3 = load tile::phi[x-1,y,z]
///
/// On the host, a tile is local memory of a thread, which stays in its caches. Its buffers are in the loops over
/// points, and the innermost loop runs over a row:
///
///           for z
///             for y
///               buffer tile::v2 tile real64 x 0:1 y 0:0 z 0:0         # a row
///                 real64 %1 = load u[x,y,z]
///                 real64 %2 = multiply %1 %1
///                 store tile::v2[x,y,z] %2
///               buffer tile::v3 tile real64 x 0:1 y 0:0 z 0:0 fused   # filled in the loop of tile::v2
///                 real64 %3 = multiply %2 %1
///                 store tile::v3[x,y,z] %3
///               for x vector 4
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace chemora::ir {

using RegisterId = int;

/// The sum factors[0]*x + factors[1]*y + factors[2]*z + constant of the loop variables of the nest.
struct Affine {
  std::array<int, 3> factors{0, 0, 0};
  int constant = 0;

  bool operator==(Affine const&) const = default;
};

/// One element of an argument; `index[0]` varies fastest in memory.
struct Access {
  std::string variable{};
  std::array<Affine, 3> index{};

  bool operator==(Access const&) const = default;
};

/// Returns the element of `variable` at the current point of the loops, displaced by `offset`.
Access access_at(std::string const& variable, Offset const& offset);

/// A statement sets one register, or writes one element if `is_store`. Every register is set once, before it is used.
struct Statement {
  bool is_store = false;
  RegisterId target = 0;    ///< register that is set; unused by a store
  Op op = Op::immediate;    ///< operation, which may be load but not shift; unused by a store
  Type type = Type::real64; ///< type of the target or of the stored value
  /// Operands of the operation; a store has one operand, the register whose value it writes to memory.
  std::vector<RegisterId> operands{};
  double number = 0;           ///< value of an immediate
  std::string name{};          ///< name of a parameter
  int axis = 0;                ///< axis of spacing, origin, size, index and coordinate
  Access access{};             ///< element of a load or store
  bool is_nontemporal = false; ///< whether the store is a streaming store, on machines that have such stores

  bool operator==(Statement const&) const;
};

/// The ways in which the iterations of a loop are mapped to the machine.
enum class Mapping {
  sequential,
  vector,  ///< each iteration computes `lanes` points at once
  threads, ///< iterations are divided among threads of the host
  blocks,  ///< each iteration of a loop over tiles is one block (work-group) of a device
  block,   ///< the `lanes` threads of a block compute one point each, then the next `lanes` points
  // Only in loop trees (loop_tree.hpp):
  unrolled,   ///< the iterations are written one after the other
  interleaved ///< each statement is written for all iterations before the next statement
};

/// The memory that holds the elements of a buffer.
enum class Scope {
  tile, ///< memory that the threads of a block share
  /// Registers of one thread that moves along an axis; they hold elements at its own position in the other axes.
  registers,
  grid ///< memory of the device that all threads share; only in loop trees (loop_tree.hpp)
};

/// Elements of a buffer outside the tile, as ranges of displacements along each axis; both ends are included.
struct Halo {
  Offset from{0, 0, 0};
  Offset to{0, 0, 0};

  bool operator==(Halo const&) const = default;
};

/// A buffer stores elements of one value that several points need. A buffer is filled at the start of each iteration of
/// its loop. A buffer of the last loop over tiles holds the whole tile. A buffer of a loop over points holds the slabs
/// (planes or rows) from `halo.from` to `halo.to` around the current slab. Every iteration of this loop after the first
/// fills only the last slab.
struct Buffer {
  std::string name{}; ///< name in accesses, which must differ from the names of arguments
  Scope scope = Scope::tile;
  Type type = Type::real64;
  Halo halo{};
  /// Statements that compute the element at the point x, y, z and store it, with registers of their own.
  std::vector<Statement> body{};
  bool is_followed_by_barrier = false; ///< whether all threads fill the buffer before any thread continues
  /// Whether the buffer is filled in the same loop over points as the previous buffer of the list, which has the same
  /// halo. Its statements may then use the registers of that buffer. Only buffers on the host are fused.
  bool is_fused = false;

  bool operator==(Buffer const&) const = default;
};

/// The memory that a vector loop prefetches. In every row that is read for the first time, it prefetches the points
/// that are `distance` points after the current point.
struct Prefetch {
  int distance = 0; ///< distance in points along x; 0 for no prefetching
  /// Whether stored rows are prefetched too, except rows of non-temporal stores and rows that are also read.
  bool stores = false;
  /// Whether rows next to the tile that its first and last rows read are prefetched too, one plane ahead.
  bool edges = false;

  bool operator==(Prefetch const&) const = default;
};

/// One loop of the nest. A loop over tiles advances by `step` points through the box given at launch. A loop over
/// points iterates over one tile, clipped to the box. If its axis has no loop over tiles, it iterates over the whole
/// box.
struct Loop {
  int axis = 0;
  bool over_tiles = false;
  int step = 1;
  Mapping mapping = Mapping::sequential;
  int lanes = 1;                 ///< number of points or threads per iteration, for Mapping::vector and Mapping::block
  int unroll = 1;                ///< number of unrolled iterations of a loop over points, each of `lanes` points
  Prefetch prefetch{};           ///< prefetches of a vector loop
  std::vector<Buffer> buffers{}; ///< buffers in the order in which they are filled at the start of every iteration
  std::vector<Statement> body{}; ///< statements executed in every iteration, before the next inner loop

  bool operator==(Loop const&) const = default;
};

/// The value of `allocated` for extents of arrays that are passed to the kernel at each launch.
constexpr base::Index3 run_time_extents{0, 0, 0};

/// A perfect nest of loops, outermost first, and the statements before it, whose results are the same at every point.
struct Loops {
  std::string kernel;
  int dimension = 3;
  Type real = Type::real64;        ///< type of loads and stored values, and element type of arguments
  ElementTypes element_types{};    ///< element types of the arguments that differ from `real`
  base::Index3 allocated{1, 1, 1}; ///< extents of all arguments in memory, or run_time_extents
  std::vector<Parameter> parameters;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<Statement> before;
  std::vector<Loop> nest;

  bool operator==(Loops const&) const = default;
};

/// Returns whether the nest runs on blocks of threads, not on the host.
bool has_blocks(Loops const& loops);

/// Returns the elements per axis of a buffer that `loop` fills: the points of a tile and the halo. Along the axis of a
/// loop over points, this is the number of slabs in the halo, and 1 along the axes of outer loops over points. A buffer
/// in shared memory has one plane more. A faster thread may fill this plane while slower threads still read, so that
/// one barrier per iteration suffices. On the host, the halo of a row is preceded by `row_padding` elements and
/// followed by unused elements.
base::Index3 extent_of(Buffer const& buffer, Loop const& loop, Loops const& loops);

/// Returns the number of elements before the halo in each row of a buffer on the host: one vector.
int row_padding(Loops const& loops);

/// Returns the number of points of a tile along an axis.
int tile_points(Loops const& loops, int axis);

/// Returns the size in bytes of the memory that the threads of a block share, or of the tile of a host thread.
std::size_t tile_bytes(Loops const& loops);

/// Returns a text such as `64 stores edges`.
std::string to_text(Prefetch const& prefetch);
std::string to_text(Affine const& affine);
std::string to_text(Scope scope);
std::string to_text(Access const& access);
std::string to_text(Statement const& statement);
std::string to_text(Loops const& loops);

/// Inverse of to_text. Throws base::UserError with the position of every error.
Loops parse_loops(std::string const& text, std::string const& source_name = "<loops>");

/// Throws base::InternalError with the first violated rule:
/// - Each axis has one loop over points and at most one loop over tiles. Loops over tiles are outermost and have no
///   statements.
/// - Loops on threads are the outermost loops over tiles. The vector loop is the innermost loop.
/// - Either all loops over tiles are on blocks, or none of them is. Loops over points are on the threads of a block
///   only if loops over tiles are on blocks.
/// - Registers are set once and before their use.
/// - Accesses name arguments, or elements of a buffer after its barrier.
/// - Buffers on the host are in loops over points outside the innermost loop, and these loops are not unrolled.
void verify(Loops const& loops, std::string const& stage);

} // namespace chemora::ir
