// A kernel as loops: where every operation of a graph is done, over which points and in which order.
//
//     loops Wave_RHS {
//       grid 3
//       allocated 67 67 67     # or: allocated at launch
//       in rho
//       out urhs
//       real64 %2 = immediate 0.5
//       for tiles z step 8 threads
//         for tiles y step 8 threads
//           for z
//             for y
//               for x vector 4
//                 real64 %1 = load rho[x-1,y,z]
//                 real64 %3 = multiply %1 %2
//                 store urhs[x,y,z] %3
//     }
//
// A device that runs blocks of threads has a block for each tile, which moves along z point by point:
//
//       for tiles z step 8 blocks
//         for tiles y step 4 blocks
//           for tiles x step 64 blocks
//             for z
//               for y block 4
//                 for x block 64
//
// Its threads share memory for elements that several of them need, filled at the beginning of a loop's iteration:
//
//             buffer tile::phi tile real64 x -1:1 y -1:1 z 0:0   # a tile's points and those around
//               real64 %2 = load phi[x,y,z]
//               store tile::phi[x,y,z] %2
//             barrier
//             for z ...
//                   real64 %3 = load tile::phi[x-1,y,z]
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/ir/prefetch.hpp"
#include "framework/base/box.hpp"

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
  bool is_nontemporal = false;        ///< store: past the caches, where the machine can

  bool operator==(Statement const&) const;
};

/// How the iterations of one loop are spread over the machine.
enum class Mapping {
  sequential,
  vector,  ///< `lanes` points at once
  threads, ///< of the host
  blocks,  ///< over tiles: each is one block (work-group) of a device
  block    ///< over points: the `lanes` threads of a block take one point each, then the next `lanes`
};

/// Where the elements of a buffer are.
enum class Scope {
  tile,     ///< in memory that the threads of a block share
  registers ///< of the thread that walks along an axis: those at its own place across that axis
};

/// Displacements along each axis, both ends included: which elements there are besides those of a tile.
struct Halo {
  Offset from{0, 0, 0};
  Offset to{0, 0, 0};

  bool operator==(Halo const&) const = default;
};

/// Elements of one value that are kept for more than one point. Filled at the beginning of each iteration of its loop:
/// behind the last loop over tiles for the whole tile; in the first loop over points for the planes from `halo.from` to
/// `halo.to` around the present one, of which all but the first iteration make only the last.
struct Buffer {
  std::string name{}; ///< of accesses; none of the arguments has it
  Scope scope = Scope::tile;
  Type type = Type::real64;
  Halo halo{};
  std::vector<Statement> body{}; ///< makes the element at the point x, y, z, and stores it; its registers are its own
  bool is_followed_by_barrier = false; ///< all threads have filled before any goes on

  bool operator==(Buffer const&) const = default;
};

/// One loop of the nest. A loop over tiles advances by `step` points through the box given at launch; the loop over
/// the points of the same axis inside it then runs over one tile, clipped to the box, else over the whole box.
struct Loop {
  int axis = 0;
  bool over_tiles = false;
  int step = 1;
  Mapping mapping = Mapping::sequential;
  int lanes = 1;                 ///< vector, block
  int unroll = 1;                ///< over points: iterations (of `lanes` points) written out one after the other
  Prefetch prefetch{};           ///< vector: what is asked for ahead
  std::vector<Buffer> buffers{}; ///< filled in this order before all else in every iteration
  std::vector<Statement> body{}; ///< done in every iteration, before the next inner loop

  bool operator==(Loop const&) const = default;
};

/// Extents of arrays that the kernel learns with each launch.
constexpr base::Index3 told_at_launch{0, 0, 0};

/// A perfect nest, outermost loop first, with the statements that are the same at every point before it.
struct Loops {
  std::string kernel;
  int dimension = 3;
  Type real = Type::real64;        ///< element type of all arguments
  base::Index3 allocated{1, 1, 1}; ///< extents of all arguments in memory, or told_at_launch
  std::vector<Parameter> parameters;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<Statement> before;
  std::vector<Loop> nest;

  bool operator==(Loops const&) const = default;
};

std::string to_text(Affine const& affine);
std::string to_text(Scope scope);
std::string to_text(Access const& access);
std::string to_text(Statement const& statement);
std::string to_text(Loops const& loops);

/// Inverse of to_text. Throws base::UserError with the position of every mistake.
Loops parse_loops(std::string const& text, std::string const& source_name = "<loops>");

/// Throws base::InternalError naming the first broken rule: each axis has one loop over points and at most one over
/// tiles; loops over tiles are outside those over points and have no statements; loops on threads are outermost and
/// over tiles; the vector loop is the innermost; where one loop over tiles is on blocks, all are, and only then are
/// loops over points spread over a block; registers are set once and before their use; accesses name arguments, or
/// elements that a buffer has, behind its barrier.
void verify(Loops const& loops, std::string const& stage);

} // namespace chemora::ir
