/// An update: a boundary condition of one variable on this process, ready to be applied on the host or by kernels.
#pragma once

#include "faces/formula.hpp"
#include "faces/zones.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <functional>
#include <string>
#include <vector>

namespace boundary {

/// The arguments of Boundary_SelectVarForBCI.
struct Request {
  int variable;
  int faces; ///< one bit per face in the order of Faces, or CCTK_ALL_FACES
  int width; ///< boundary width at all faces in points; negative: the table specifies the widths
  int table; ///< key-value table of options; negative: no table

  bool operator==(Request const&) const = default;
};

/// The boundary points of one variable that a condition sets on this process.
struct Target {
  cGH const* cctkGH;
  CCTK_INT level; ///< refinement level
  int variable;
  Box box;
  int requested_faces;     ///< the faces in the encoding of Request::faces
  Faces faces;             ///< the requested faces without symmetry, periodic and inner boundaries
  std::vector<Zone> zones; ///< points to set
  Region region;           ///< region that contains the points: the whole local box, or a region of a GhostSplit
};

/// Finds the boundary points of a request. The widths are Request::width if not negative, else the entry BOUNDARY_WIDTH
/// of the table (one integer per face), else the numbers of ghost zones. Ends the run if the condition cannot be
/// applied. `similar` may be the target of another variable. If both have the same faces and zones, the
/// function copies these from `similar`.
Target make_target(cGH const* cctkGH, Request const& request, char const* condition, Target const* similar = nullptr);

/// An array that a condition reads. For each zone, the condition reads the `Method::depth` points next to the zone
/// along the zone's normal.
struct Input {
  std::array<CCTK_INT, max_dim> variables; ///< one variable for each direction of the normal
  CCTK_INT time_level = 0;
  bool at_boundary = false; ///< the condition also reads the points of the zone
  bool is_constant = false; ///< the array is a coordinate, which no condition writes

  bool operator==(Input const&) const = default;
};

inline Input input(CCTK_INT variable, CCTK_INT time_level, bool at_boundary) {
  return {{variable, variable, variable}, time_level, at_boundary, false};
}
inline Input coordinate_input(std::array<CCTK_INT, max_dim> const& variables) { return {variables, 0, true, true}; }

/// Variables to which a condition can be applied. Inputs have the same type; coordinates have type CCTK_REAL.
enum class Types { any, numbers, real };

struct Update;

/// How boundary points are computed, on the host and by kernels.
struct Method {
  std::string name; ///< name of the kernel; equal names have equal graphs
  Types types;
  int depth;              ///< number of points read along the inward normal
  bool is_costly = false; ///< a kernel is faster than a loop even on the host, because of many operations
  std::function<void(Update const&)> on_host;   ///< sets the points of all zones
  std::function<std::string(int face)> graph{}; ///< graph that sets one layer; empty: no kernel exists
  int n_fields = 0; ///< number of inputs of the type of the variable; coordinates follow these inputs
};

/// The graph of a method at a face, for variables of type CCTK_REAL or CCTK_REAL4. For CCTK_REAL4, all arrays except
/// coordinates have elements of type real32, and the arithmetic is that of real64.
std::string graph_for_type(Method const& method, int face, int type);

/// A method with the points, inputs and parameters of one variable, ready to be applied on the host or by kernels.
struct Update {
  Method method;
  Target target;
  std::vector<Input> inputs;
  std::function<std::vector<CCTK_REAL>(int face)> parameters{}; ///< parameters of the formula; empty: no parameters
  bool has_kernel = false; ///< whether a kernel can apply the method to these variables

  std::vector<CCTK_REAL> parameters_at(int face) const {
    return parameters ? parameters(face) : std::vector<CCTK_REAL>();
  }
  std::string graph(int face) const { return graph_for_type(method, face, CCTK_VarTypeI(target.variable)); }
  bool reads_other_variables() const; ///< true if the update reads variables that it does not write and that are not
                                      ///< constant
  /// True if both updates read and write the same points with the same kernels. Parameter values may differ.
  bool operator==(Update const& other) const;
};

/// Checks types, storage and the number of interior points. Ends the run, with the name of the condition, if the
/// condition cannot be applied.
Update make_update(char const* condition, Method method, Target target, std::vector<Input> inputs,
                   std::function<std::vector<CCTK_REAL>(int face)> parameters = {});

/// A real or integer option from a table, or `default_value` if the table has no such option.
double real_option(int table, char const* key, double default_value);
/// The variable that an option specifies by its index or full name; -1 if there is no such option or variable.
int variable_option(int table, char const* key);

/// Coordinates of the grid points.
struct Coordinates {
  std::array<CCTK_INT, max_dim> x; ///< variables x, y, z
  CCTK_INT r;                      ///< variable: the radius
  std::array<double, max_dim> spacing;
};

/// Ends the run if the target is not a real three-dimensional variable, or if no thorn provides coordinates.
Coordinates coordinates_for(Target const& target, char const* condition);

/// True if an active thorn Accelerator tracks which boxes of points are valid.
bool accelerator_tracks_boxes();

/// True if kernels apply this method, because a process has a device or the method is costly. All processes get the
/// same result.
bool uses_kernels(cGH const* cctkGH, Method const& method);

/// Applies updates of one condition in the order of the list, on the host or by kernels, with a thorn Accelerator that
/// tracks boxes. Points that need ghost zones in flight are set after these ghost zones have arrived. All processes
/// call apply_updates with the same variables and conditions, because processes compile kernels together.
void apply_updates(std::vector<Update> const& updates);

/// Sets the points of all zones, each line from the inside outwards.
template <class Type, class Formula>
void set_points(Formula const& formula, Update const& update) {
  Target const& target = update.target;
  auto* const data = static_cast<Type*>(CCTK_VarDataPtrI(target.cctkGH, 0, target.variable));
  for (Zone const& zone : target.zones) {
    auto const parameters = update.parameters_at(zone.face());
    HostOperands<Type> operands;
    for (std::size_t i = 0; i < update.inputs.size(); ++i)
      operands.set_input(
          i, CCTK_VarDataPtrI(target.cctkGH, update.inputs[i].time_level, update.inputs[i].variables[zone.direction]),
          update.inputs[i].is_constant);
    operands.parameters = parameters.data();
    operands.is_lower_face = zone.outward < 0;
    for_each_line(target.box, zone, [&](std::ptrdiff_t inner, std::ptrdiff_t outward, int n) {
      HostOperands<Type> at = operands;
      at.outward = outward;
      for (int layer = 1; layer <= n; ++layer) {
        at.point = inner + layer * outward;
        data[at.point] = static_cast<Type>(formula(at));
      }
    });
  }
}

/// The method that evaluates a formula (faces/formula.hpp) at every boundary point. `n_fields` is Method::n_fields.
template <Types types, class Formula>
Method method_of(char const* name, int depth, int n_fields, Formula const& formula) {
  Method method{name, types, depth, false, {}, {}, n_fields};
  method.on_host = [formula](Update const& update) {
    auto const set = [&](auto t) { set_points<typename decltype(t)::type>(formula, update); };
    int const type = CCTK_VarTypeI(update.target.variable);
    if constexpr (types == Types::real)
      type == CCTK_VARIABLE_REAL4 ? set(thorntools::Type<CCTK_REAL4>()) : set(thorntools::Type<CCTK_REAL>());
    else if (!thorntools::with_number(type, set))
      set(thorntools::Type<CCTK_CHAR>()); // CCTK_CHAR is the only other type of grid variables
  };
  method.graph = [=, text = std::string(name)](int face) { return graph_of(formula, text, face, depth); };
  return method;
}

} // namespace boundary
