/// The data flow of a kernel over whole arrays. A graph determines every arithmetic operation, the order of operations,
/// and therefore every bit of the result.
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

/// One SSA value. `op` determines which members are used. The other members keep their defaults, so that values are
/// equal if all members are equal (hash-consing).
struct Value {
  Op op = Op::immediate;
  Type type = Type::real64;
  std::vector<ValueId> operands{};
  double number = 0;      ///< value of an immediate; a double represents int32 and boolean immediates exactly
  std::string name{};     ///< name of a parameter or of a loaded variable
  int axis = 0;           ///< axis of spacing, origin, size, index and coordinate
  Offset offset{0, 0, 0}; ///< displacement of a shift

  /// Compares numbers by their bits: 0 and -0 differ, and a NaN equals itself.
  bool operator==(Value const& other) const;
};

/// The points that a store writes. The driver determines the boxes of a region on each process.
enum class Region {
  interior,  ///< points that belong neither to the outer boundary zone nor to ghost zones
  boundary,  ///< the outer boundary zone, including edges and corners
  everywhere ///< all points of the local box, including ghost zones
};

struct Store {
  std::string variable;
  ValueId value = 0;
  Region region = Region::interior;

  bool operator==(Store const&) const = default;
};

/// A run-time parameter of the thorn on which the graph depends. The value of a keyword parameter is the index of the
/// keyword in `keywords` and has type int32. The text form of a keyword parameter is `param keyword initial "gaussian"
/// "plane wave"`.
struct Parameter {
  std::string name;
  Type type = Type::real64;
  std::vector<std::string> keywords; ///< admissible values of a keyword parameter; empty for other parameters

  bool operator==(Parameter const&) const = default;
};

/// Name of the int32 parameter that holds the width of the outer boundary zone at a face, in points. The width is 0 at
/// faces where the grid is periodic or has a symmetry. `face` is 0 for the lower and 1 for the upper face of `axis`.
/// The run-time passes the value of this parameter. No thorn can declare a parameter whose name starts with `cctk`.
constexpr std::string_view boundary_width_prefix = "cctk_boundary_";
std::string boundary_width_name(int axis, int face);

/// Name of the real64 parameter that holds a scalar of the thorn, the result of a reduction over the grid. Its value
/// changes during a run, so that kernels receive it at each launch. The run-time reads it from the scalar grid
/// variable.
constexpr std::string_view scalar_prefix = "cctk_scalar_";

/// A condition under which a graph is used: the parameter `name` has `value`. The value is a decimal integer, "yes" or
/// "no", or a keyword (compared without case). Graphs with one name are variants of a kernel and differ in their
/// guards. The guards of exactly one variant must hold.
struct Guard {
  std::string name;
  std::string value;

  bool operator==(Guard const&) const = default;
};

/// Element types by the name of the array.
using ElementTypes = std::map<std::string, Type>;

struct Graph {
  std::string name;
  int dimension = 3;
  Type real = Type::real64; ///< type of loads, stored values and coordinates, and element type of arrays
  /// Element types of the arrays that differ from `real`: loads and stores convert their values. The text form has a
  /// line `elements real32 u rho` for each type.
  ElementTypes element_types{};
  std::vector<Guard> guards;
  std::vector<Parameter> parameters; ///< the parameters that the values use, sorted by name
  std::vector<std::string> inputs;   ///< the variables that the values load, sorted by name
  std::vector<std::string> outputs;  ///< the stored variables in the order of their first stores
  std::vector<Value> values;         ///< the values, with operands before their users
  std::vector<Store> stores;

  bool operator==(Graph const&) const = default;
};

/// Returns the element type of an array of a graph or of loops.
template <class Kernel>
Type element_type(Kernel const& kernel, std::string const& array) {
  auto const found = kernel.element_types.find(array);
  return found == kernel.element_types.end() ? kernel.real : found->second;
}

/// Returns the lines `elements TYPE NAMES`, without a line for a type that no array has.
std::string to_text(ElementTypes const& types);

std::string to_text(Region region);

/// Returns the text of an immediate: the shortest decimal number that is parsed to the same bits, an integer, `true` or
/// `false`.
std::string number_text(Type type, double number);

/// Returns the text form shown above. Axes are written x, y, z. The line `grid 3 real32` names an element type other
/// than real64.
std::string to_text(Graph const& graph);

/// Parses the text form, so that parse_graph(to_text(g)) == g. Comments start with # and end at the end of the line.
/// Throws base::UserError with the position of every error, and verifies the graph.
Graph parse_graph(std::string const& text, std::string const& source_name = "<graph>");

struct GraphHead {
  std::string name;
  std::vector<Guard> guards;

  bool operator==(GraphHead const&) const = default;
};

/// Returns the name and guards of a graph. The function takes a hundredth of the time of parse_graph, because it does
/// not parse values. Throws base::UserError if a line `graph` or `when` is wrong.
GraphHead read_graph_head(std::string const& text, std::string const& source_name = "<graph>");

/// Returns the text with a last line `# intact 0123456789abcdef`, a checksum of the preceding text. edlc adds this line
/// to graphs that it has verified. Readers can then trust the text without parsing it.
std::string sealed(std::string const& text);

/// Returns whether the checksum that sealed() added matches the text. Blanks at both ends of the text are ignored.
bool is_intact(std::string_view text);

/// Throws base::InternalError with the first violated rule. The rules concern the order, types and number of operands,
/// consistent names and lists, and shifts, whose operands must vary over the grid. No two values may be stored into the
/// same variable and region.
void verify(Graph const& graph, std::string const& stage);

/// True for `[A-Za-z_]\w*`, the names of graphs and parameters.
bool is_identifier(std::string_view text);
/// True for names of variables: an identifier or `implementation::name`, optionally followed by `[index]`.
bool is_variable_name(std::string_view text);

/// Returns the axes along which a value varies, with bit 0 for x. A load varies along all axes, and an index or
/// coordinate along its own axis. Any other operation varies along the axes of its operands. `known` has the axes of
/// all values before this value.
unsigned axes_of_variation(Value const& value, std::vector<unsigned> const& known);
/// The axes along which each value of a graph varies.
std::vector<unsigned> axes_of_variation(Graph const& graph);
/// True for values that vary along any axis.
std::vector<bool> varies_over_grid(Graph const& graph);

/// Extent of a stencil: the greatest displacements of loads in both directions of each axis, as positive numbers.
struct Reach {
  Offset low{0, 0, 0};
  Offset high{0, 0, 0};

  bool operator==(Reach const&) const = default;
};

/// Returns the reach of every input variable, by name.
std::map<std::string, Reach> stencils(Graph const& graph);
Reach union_of(std::map<std::string, Reach> const& stencils);

/// Static counts per grid point, for reports.
struct Counts {
  int flops = 0;  ///< operations that vary over the grid, each weighted by OpInfo::flops
  int loads = 0;  ///< number of different input variables
  int stores = 0; ///< number of stored variables
  int bytes = 0;  ///< compulsory traffic: sizes of the elements of all loads and stores
};

Counts count(Graph const& graph);

/// Numbers of operations that take much longer than one flop, although Counts::flops counts each of them as one. Only
/// operations whose values vary over the grid are counted.
struct SlowOperations {
  int divisions = 0;
  int square_roots = 0, cube_roots = 0;
  int functions = 0; ///< number of powers and transcendental functions
};

SlowOperations slow_operations(Graph const& graph);

/// Returns the number of operations per grid point if values with several uses were computed separately for each use.
double count_without_sharing(Graph const& graph);

/// The arguments of every kernel other than its arrays and parameters. These arguments are the values of the operations
/// spacing, origin, size, index, time, time_step and iteration.
struct GridScalars {
  std::array<double, 3> spacing{1, 1, 1};
  std::array<double, 3> origin{0, 0, 0}; ///< coordinate of the global grid point 0
  std::array<int, 3> global_size{1, 1, 1};
  std::array<int, 3> lower_global{0, 0, 0}; ///< global index of the local grid point 0
  double time = 0;
  double time_step = 0;
  int iteration = 0;
};

/// Returns the type of a value, as determined by its operation and the types of its operands. Returns nothing if
/// `value.type` determines the type (immediate, parameter, convert) or if the operands have wrong types.
std::optional<Type> deduced_type(Graph const& graph, Value const& value);

/// Returns an error in the arity, operand types or payload of the value as a sentence, or an empty string. The operands
/// must be in the graph.
std::string value_error(Graph const& graph, Value const& value);

/// Returns an error about the first operand whose id is not smaller than `id`, or an empty string if there is no such
/// operand.
std::string operand_error(Value const& value, ValueId id);

} // namespace chemora::ir
