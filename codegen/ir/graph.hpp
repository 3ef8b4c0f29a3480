// A kernel as data flow over whole arrays: it fixes every arithmetic operation, its order, and so the bits.
//
//     graph Wave_RHS {
//       grid 3
//       when fd_order = 4
//       param real64 A
//       in rho v1 v2 v3
//       out urhs
//       %0 = load rho
//       %1 = shift %0 [-1,0,0]
//       %2 = immediate real64 0.5
//       %3 = multiply %1 %2
//       store urhs %3 interior
//     }
#pragma once

#include "codegen/ir/operation.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::ir {

using ValueId = int;
using Offset = std::array<int, 3>;

/// One SSA value. Which payload counts follows from `op`; the others keep their defaults, so that equality of
/// values is equality of members (hash-consing).
struct Value {
  Op op = Op::immediate;
  Type type = Type::real64;
  std::vector<ValueId> operands{};
  double number = 0;      ///< immediate; int32 and boolean immediates are exact in a double
  std::string name{};     ///< parameter, load
  int axis = 0;           ///< spacing, origin, size, index, coordinate
  Offset offset{0, 0, 0}; ///< shift

  /// Numbers are compared by their bits: 0 and -0 differ, a NaN equals itself.
  bool operator==(Value const& other) const;
};

/// Which points a store writes. The driver says which boxes these are on a process.
enum class Region {
  interior,  ///< not within the outer boundary zone nor in ghost zones
  boundary,  ///< the outer boundary zone (edges and corners included)
  everywhere ///< all points of the local box, ghost zones included
};

struct Store {
  std::string variable;
  ValueId value = 0;
  Region region = Region::interior;

  bool operator==(Store const&) const = default;
};

/// A run-time parameter of the thorn that the graph depends on. A keyword has type int32 and enters as the index of
/// its value in `keywords`; its text form is `param keyword initial "gaussian" "plane wave"`.
struct Parameter {
  std::string name;
  Type type = Type::real64;
  std::vector<std::string> keywords; ///< empty unless a keyword

  bool operator==(Parameter const&) const = default;
};

/// Name of the int32 parameter that holds the width of the outer boundary zone at a face, in points: 0 where the grid
/// is periodic or has a symmetry there. `face` is 0 for the lower and 1 for the upper face of `axis`. The run-time
/// gives its value; no thorn can declare a parameter whose name starts with `cctk`.
constexpr std::string_view boundary_width_prefix = "cctk_boundary_";
std::string boundary_width_name(int axis, int face);

/// The graph is the variant of its kernel to use while the parameter `name` has `value`: an integer in decimal,
/// "yes" or "no", or a keyword (compared without case). Several graphs of one name differ in their guards; the
/// guards of exactly one must hold.
struct Guard {
  std::string name;
  std::string value;

  bool operator==(Guard const&) const = default;
};

struct Graph {
  std::string name;
  int dimension = 3;
  Type real = Type::real64; ///< element type of all inputs and outputs
  std::vector<Guard> guards;
  std::vector<Parameter> parameters; ///< sorted by name; exactly those the values use
  std::vector<std::string> inputs;   ///< sorted; exactly those loaded
  std::vector<std::string> outputs;  ///< in the order of first store
  std::vector<Value> values;         ///< operands before users
  std::vector<Store> stores;

  bool operator==(Graph const&) const = default;
};

std::string to_text(Region region);

/// An immediate in words: the shortest decimal that gives the same bits back, a whole number, `true` or `false`.
std::string number_text(Type type, double number);

/// The text form shown above; axes are written x, y, z, and `grid 3 real32` names an element type other than real64.
std::string to_text(Graph const& graph);

/// Inverse of to_text: parse_graph(to_text(g)) == g. Comments run from # to the end of the line. Throws
/// base::UserError with the position of every mistake; the graph is verified.
Graph parse_graph(std::string const& text, std::string const& source_name = "<graph>");

/// Throws base::InternalError naming the first broken rule: operand order and types, arity, shifts only of values
/// that vary over the grid, names and lists consistent, no value stored twice into one (variable, region).
void verify(Graph const& graph, std::string const& stage);

/// True for `[A-Za-z_]\w*`, the names of graphs and parameters.
bool is_identifier(std::string_view text);
/// True for names of variables: an identifier, or `implementation::name`, with an optional `[index]`.
bool is_variable_name(std::string_view text);

/// Axes along which a value differs from point to point, bit 0 for x: all for a load, its own for an index or
/// coordinate, those of the operands for any other. `known` has them for all values before this one.
unsigned axes_of_variation(Value const& value, std::vector<unsigned> const& known);
/// The same for every value of a graph.
std::vector<unsigned> axes_of_variation(Graph const& graph);
/// True for values that differ from point to point along any axis.
std::vector<bool> varies_over_grid(Graph const& graph);

/// Points read around the point itself: low and high reach per axis over all loads, e.g. {{2,2},{2,2},{2,2}}.
struct Reach {
  Offset low{0, 0, 0};
  Offset high{0, 0, 0};

  bool operator==(Reach const&) const = default;
};

/// Reach of every input variable (stencil), by name.
std::map<std::string, Reach> stencils(Graph const& graph);
Reach union_of(std::map<std::string, Reach> const& stencils);

/// Static counts per grid point: what the report prints.
struct Counts {
  int flops = 0;  ///< operations that vary over the grid, OpInfo::flops each
  int loads = 0;  ///< distinct input variables
  int stores = 0; ///< stored variables
  int bytes = 0;  ///< (loads + stores) * size of the element type: compulsory traffic
};

Counts count(Graph const& graph);

/// The operations of a point if nothing were computed once for several uses: what the equations are as trees.
double count_without_sharing(Graph const& graph);

} // namespace chemora::ir
