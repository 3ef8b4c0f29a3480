/// A kernel as loops: where every operation of a graph is computed, over which points and in which order.
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
/// A device that runs blocks of threads has one block for each tile. Its threads move along z point by point:
///
///       for tiles z step 8 blocks
///         for tiles y step 4 blocks
///           for tiles x step 64 blocks
///             for z
///               for y block 4
///                 for x block 64
///
/// The threads share memory for elements that several of them need. It is filled at the start of each iteration:
///
///             buffer tile::phi tile real64 x -1:1 y -1:1 z 0:0   # the points of a tile and its halo
///               real64 %2 = load phi[x,y,z]
///               store tile::phi[x,y,z] %2
///             barrier
///             for z ...
///                   real64 %3 = load tile::phi[x-1,y,z]
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace chemora::ir {

using RegisterId = int;

/// factors[0]*x + factors[1]*y + factors[2]*z + constant, in the loop variables of the nest.
struct Affine {
  std::array<int, 3> factors{0, 0, 0};
  int constant = 0;

  bool operator==(Affine const&) const = default;
};

/// One element of an argument: `index[0]` runs fastest in memory.
struct Access {
  std::string variable{};
  std::array<Affine, 3> index{};

  bool operator==(Access const&) const = default;
};

/// The element of `variable` at the loops' point displaced by `offset`.
Access access_at(std::string const& variable, Offset const& offset);

/// Sets one register, or writes one element when `is_store`. Every register is set once, before it is used.
struct Statement {
  bool is_store = false;
  RegisterId target = 0;              ///< unless a store
  Op op = Op::immediate;              ///< unless a store; load, never shift
  Type type = Type::real64;           ///< of the target, or of what is stored
  std::vector<RegisterId> operands{}; ///< of a store: the one written
  double number = 0;                  ///< immediate
  std::string name{};                 ///< parameter
  int axis = 0;                       ///< spacing, origin, size, index, coordinate
  Access access{};                    ///< load and store
  bool is_nontemporal = false;        ///< store: streaming store, if the machine has it

  bool operator==(Statement const&) const;
};

/// How the iterations of a loop are mapped to the machine.
enum class Mapping {
  sequential,
  vector,  ///< `lanes` points at once
  threads, ///< of the host
  blocks,  ///< over tiles: each is one block (work-group) of a device
  block    ///< over points: the `lanes` threads of a block compute one point each, then the next `lanes`
};

/// The memory that holds the elements of a buffer.
enum class Scope {
  tile,     ///< in memory that the threads of a block share
  registers ///< of one thread that moves along an axis: elements at its own position in the other axes
};

/// Elements of a buffer besides those of a tile, as displacements along each axis; both ends are included.
struct Halo {
  Offset from{0, 0, 0};
  Offset to{0, 0, 0};

  bool operator==(Halo const&) const = default;
};

/// Elements of one value that are stored for the computation of several points. A buffer is filled at the start of each
/// iteration of its loop. A buffer of the last loop over tiles holds the whole tile. A buffer of the first loop over
/// points holds the planes from `halo.from` to `halo.to` around the current one; every iteration after the first fills
/// only the last plane.
struct Buffer {
  std::string name{}; ///< in accesses; not the name of an argument
  Scope scope = Scope::tile;
  Type type = Type::real64;
  Halo halo{};
  std::vector<Statement> body{}; ///< computes the element at the point x, y, z and stores it; has its own registers
  bool is_followed_by_barrier = false; ///< all threads fill the buffer before any thread continues

  bool operator==(Buffer const&) const = default;
};

/// Memory that a vector loop prefetches: in every row that is read for the first time, the points `distance` after the
/// current one.
struct Prefetch {
  int distance = 0;    ///< in points along x; 0: no prefetching
  bool stores = false; ///< also rows that are stored, except non-temporal stores and rows that are read too
  bool edges = false;  ///< also rows next to the tile that its first and last rows read, one plane ahead

  bool operator==(Prefetch const&) const = default;
};

/// One loop of the nest. A loop over tiles advances by `step` points through the box given at launch. The loop over
/// points of the same axis runs over one tile, clipped to the box; without a loop over tiles it runs over the whole
/// box.
struct Loop {
  int axis = 0;
  bool over_tiles = false;
  int step = 1;
  Mapping mapping = Mapping::sequential;
  int lanes = 1;                 ///< vector, block
  int unroll = 1;                ///< over points: unrolled iterations, of `lanes` points each
  Prefetch prefetch{};           ///< vector
  std::vector<Buffer> buffers{}; ///< filled in this order at the start of every iteration
  std::vector<Statement> body{}; ///< executed in every iteration, before the next inner loop

  bool operator==(Loop const&) const = default;
};

/// Stands for extents of arrays that are passed to the kernel at each launch.
constexpr base::Index3 run_time_extents{0, 0, 0};

/// A perfect nest, outermost loop first, with the statements that are the same at every point before it.
struct Loops {
  std::string kernel;
  int dimension = 3;
  Type real = Type::real64;        ///< element type of all arguments
  base::Index3 allocated{1, 1, 1}; ///< extents of all arguments in memory, or run_time_extents
  std::vector<Parameter> parameters;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<Statement> before;
  std::vector<Loop> nest;

  bool operator==(Loops const&) const = default;
};

/// Elements per axis of a buffer filled by `loop`: the points of a tile and the halo. Along the axis of a loop over
/// points it is the number of planes in the halo. A tile has one plane more: threads that are ahead may fill it while
/// others still read, so that one barrier per iteration suffices.
base::Index3 extent_of(Buffer const& buffer, Loop const& loop, Loops const& loops);

/// Points of a tile along an axis.
int tile_points(Loops const& loops, int axis);

/// Bytes of memory that the threads of a block share.
std::size_t tile_bytes(Loops const& loops);

/// `64 stores edges`
std::string to_text(Prefetch const& prefetch);
std::string to_text(Affine const& affine);
std::string to_text(Scope scope);
std::string to_text(Access const& access);
std::string to_text(Statement const& statement);
std::string to_text(Loops const& loops);

/// Inverse of to_text. Throws base::UserError with the position of every mistake.
Loops parse_loops(std::string const& text, std::string const& source_name = "<loops>");

/// Throws base::InternalError naming the first violated rule:
/// - each axis has one loop over points and at most one over tiles; loops over tiles are outermost and have no
/// statements,
/// - loops on threads are the outermost loops over tiles; the vector loop is the innermost loop,
/// - either all loops over tiles are on blocks or none; only then are loops over points on the threads of a block,
/// - registers are set once and before their use,
/// - accesses name arguments, or elements that a buffer has, after its barrier.
void verify(Loops const& loops, std::string const& stage);

} // namespace chemora::ir
