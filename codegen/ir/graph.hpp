/// A kernel as data flow over whole arrays: it fixes every arithmetic operation, its order, and so the bits.
///
///     graph Wave_RHS {
///       grid 3
///       when fd_order = 4
///       param real64 A
///       in rho v1 v2 v3
///       out urhs
///       %0 = load rho
///       %1 = shift %0 [-1,0,0]
///       %2 = immediate real64 0.5
///       %3 = multiply %1 %2
///       store urhs %3 interior
///     }
#pragma once

#include "codegen/ir/operation.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::ir {

using ValueId = int;
using Offset = std::array<int, 3>;

/// One SSA value. `op` determines which members are used; the others keep their defaults, so that equality of values is
/// equality of members (hash-consing).
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

/// The points that a store writes. The driver determines the boxes of a region on each process.
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

/// Name of the int32 parameter that holds the width of the outer boundary zone at a face, in points. It is 0 at faces
/// where the grid is periodic or has a symmetry. `face` is 0 for the lower and 1 for the upper face of `axis`. The
/// run-time passes its value; no thorn can declare a parameter whose name starts with `cctk`.
constexpr std::string_view boundary_width_prefix = "cctk_boundary_";
std::string boundary_width_name(int axis, int face);

/// A condition under which a graph is used: the parameter `name` has `value`, which is a decimal integer, "yes" or
/// "no", or a keyword (compared without case). Graphs of one name are variants of a kernel and differ in their guards.
/// The guards of exactly one variant must hold.
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

/// The text of an immediate: the shortest decimal that is parsed to the same bits, a whole number, `true` or `false`.
std::string number_text(Type type, double number);

/// The text form shown above; axes are written x, y, z, and `grid 3 real32` names an element type other than real64.
std::string to_text(Graph const& graph);

/// Inverse of to_text: parse_graph(to_text(g)) == g. Comments run from # to the end of the line. Throws
/// base::UserError with the position of every mistake; the graph is verified.
Graph parse_graph(std::string const& text, std::string const& source_name = "<graph>");

struct GraphHead {
  std::string name;
  std::vector<Guard> guards;

  bool operator==(GraphHead const&) const = default;
};

/// The name and guards of a graph, in a hundredth of the time of parse_graph because values are not parsed. Throws
/// base::UserError if a line `graph` or `when` is wrong.
GraphHead read_graph_head(std::string const& text, std::string const& source_name = "<graph>");

/// The text with a last line `# intact 0123456789abcdef`, a checksum of the text before it. edlc adds it to graphs that
/// it has verified, so that they need not be parsed again to know that they are correct.
std::string sealed(std::string const& text);

/// Whether the checksum that sealed() added matches. Blanks at both ends of the text do not count.
bool is_intact(std::string_view text);

/// Throws base::InternalError naming the first violated rule: operand order and types, arity, shifts only of values
/// that vary over the grid, names and lists consistent, no value stored twice into one (variable, region).
void verify(Graph const& graph, std::string const& stage);

/// True for `[A-Za-z_]\w*`, the names of graphs and parameters.
bool is_identifier(std::string_view text);
/// True for names of variables: an identifier, or `implementation::name`, with an optional `[index]`.
bool is_variable_name(std::string_view text);

/// Axes along which a value varies, bit 0 for x: all for a load, its own for an index or coordinate, those of the
/// operands for any other operation. `known` has the axes of all values before this one.
unsigned axes_of_variation(Value const& value, std::vector<unsigned> const& known);
/// The axes along which each value of a graph varies.
std::vector<unsigned> axes_of_variation(Graph const& graph);
/// True for values that vary along any axis.
std::vector<bool> varies_over_grid(Graph const& graph);

/// Extent of a stencil: the greatest displacements of loads along each axis, in both directions as positive numbers.
struct Reach {
  Offset low{0, 0, 0};
  Offset high{0, 0, 0};

  bool operator==(Reach const&) const = default;
};

/// Reach of every input variable, by name.
std::map<std::string, Reach> stencils(Graph const& graph);
Reach union_of(std::map<std::string, Reach> const& stencils);

/// Static counts per grid point, for reports.
struct Counts {
  int flops = 0;  ///< operations that vary over the grid, OpInfo::flops each
  int loads = 0;  ///< distinct input variables
  int stores = 0; ///< stored variables
  int bytes = 0;  ///< (loads + stores) * size of the element type: compulsory traffic
};

Counts count(Graph const& graph);

/// Operations that take much longer than one of Counts::flops, as which they are counted. Only values that vary over
/// the grid count.
struct SlowOperations {
  int divisions = 0;
  int square_roots = 0, cube_roots = 0;
  int functions = 0; ///< powers and transcendental functions
};

SlowOperations slow_operations(Graph const& graph);

/// The operations per grid point if values with several uses were computed for each use.
double count_without_sharing(Graph const& graph);

/// The arguments of every kernel besides its arrays and parameters: the values of the operations spacing, origin, size,
/// index, time, time_step and iteration.
struct GridScalars {
  std::array<double, 3> spacing{1, 1, 1};
  std::array<double, 3> origin{0, 0, 0}; ///< coordinate of global point 0
  std::array<int, 3> global_size{1, 1, 1};
  std::array<int, 3> lower_global{0, 0, 0}; ///< global index of local point 0
  double time = 0;
  double time_step = 0;
  int iteration = 0;
};

/// The type of a value from its operation and the types of its operands. Empty if `value.type` determines the type
/// (immediate, parameter, convert) or if the operands have wrong types.
std::optional<Type> deduced_type(Graph const& graph, Value const& value);

/// An error in the arity, operand types or payload of the value as a sentence; empty if there is none. The operands
/// must be in the graph.
std::string value_error(Graph const& graph, Value const& value);

/// An error about the first operand that is not the id of a value before `id`; empty if there is none.
std::string operand_error(Value const& value, ValueId id);

} // namespace chemora::ir
