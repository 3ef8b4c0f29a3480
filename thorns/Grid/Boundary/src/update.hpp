/// A boundary condition of one variable, ready to be applied on the host or by kernels.
#pragma once

#include "faces/formula.hpp"
#include "target.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace boundary {

/// An array that a condition reads. Of each zone it reads `Method::depth` points next to it along its normal.
struct Input {
  std::array<CCTK_INT, max_dim> variables; ///< by direction of the normal
  CCTK_INT time_level = 0;
  bool at_boundary = false; ///< the points of the zone are read as well
  bool is_constant = false; ///< a coordinate: no condition writes it

  bool operator==(Input const&) const = default;
};

inline Input input(CCTK_INT variable, CCTK_INT time_level, bool at_boundary) {
  return {{variable, variable, variable}, time_level, at_boundary, false};
}
inline Input coordinate_input(std::array<CCTK_INT, max_dim> const& variables) { return {variables, 0, true, true}; }

/// Variables to which a condition can be applied. Inputs have the same type.
enum class Types { any, numbers, real };

struct Update;

/// How boundary points are computed, on the host and by kernels.
struct Method {
  std::string name; ///< of the kernel; equal names have equal graphs
  Types types;
  int depth;              ///< how many points along the inward normal are read
  bool is_costly = false; ///< so many operations that a kernel is faster even if the variables are on the host
  std::function<void(Update const&)> on_host;   ///< sets the points of all zones
  std::function<std::string(int face)> graph{}; ///< (codegen/ir/graph.hpp) sets one layer; empty: there is no kernel
};

/// A method with the points, inputs and parameters of one variable.
struct Update {
  Method method;
  Target target;
  std::vector<Input> inputs;
  std::function<std::vector<CCTK_REAL>(int face)> parameters{}; ///< of the formula; empty: it has none

  bool has_kernel = false; ///< whether a kernel can apply the method to these variables

  std::vector<CCTK_REAL> parameters_at(int face) const {
    return parameters ? parameters(face) : std::vector<CCTK_REAL>();
  }
  bool reads_other_variables() const; ///< apart from constant ones
};

/// Checks types, storage and the number of interior points. Ends the run, with the name of the condition, if the
/// condition cannot be applied.
Update make_update(char const* condition, Method method, Target target, std::vector<Input> inputs,
                   std::function<std::vector<CCTK_REAL>(int face)> parameters = {});

/// The properties of an update that determine what it reads and writes and which kernels apply it. Values of parameters
/// are not among them.
struct UpdateKey {
  explicit UpdateKey(Update const& update);
  bool operator==(Update const& update) const;

  std::string method;
  bool has_kernel;
  int variable;
  Box box;
  std::vector<Zone> zones;
  std::vector<Input> inputs;
};

/// A value of any type with this size in bytes.
template <std::size_t size>
struct Bytes {
  std::array<unsigned char, size> bytes;
};

/// Calls visit(thorntools::Type<Bytes<size>>()) for the size of a variable's type.
template <class Visit>
void with_bytes(int type, Visit const& visit) {
  switch (CCTK_VarTypeSize(type)) {
  case 1:
    return visit(thorntools::Type<Bytes<1>>());
  case 2:
    return visit(thorntools::Type<Bytes<2>>());
  case 4:
    return visit(thorntools::Type<Bytes<4>>());
  case 8:
    return visit(thorntools::Type<Bytes<8>>());
  case 16:
    return visit(thorntools::Type<Bytes<16>>());
  default:
    return visit(thorntools::Type<Bytes<32>>());
  }
}

/// Sets the points of all zones, each line from the inside outwards.
template <class Type, class Formula>
void set_points(Formula const& formula, Update const& update) {
  Target const& target = update.target;
  auto* const data = static_cast<Type*>(target.data());
  for (Zone const& zone : target.zones) {
    auto const parameters = update.parameters_at(zone.face());
    HostOperands<Type> operands;
    for (std::size_t i = 0; i < update.inputs.size(); ++i)
      operands.inputs[i] = static_cast<Type const*>(
          CCTK_VarDataPtrI(target.cctkGH, update.inputs[i].time_level, update.inputs[i].variables[zone.direction]));
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

/// The method that evaluates a formula (faces/formula.hpp) at every boundary point.
template <Types types, class Formula>
Method method_of(char const* name, int depth, Formula const& formula) {
  Method method{name, types, depth, false, {}, {}};
  method.on_host = [formula](Update const& update) {
    [[maybe_unused]] int const type = CCTK_VarTypeI(update.target.variable);
    [[maybe_unused]] auto const set = [&](auto t) { set_points<typename decltype(t)::type>(formula, update); };
    if constexpr (types == Types::any)
      with_bytes(type, set);
    else if constexpr (types == Types::numbers)
      thorntools::with_number(type, set);
    else
      set(thorntools::Type<CCTK_REAL>());
  };
  method.graph = [=, text = std::string(name)](int face) { return graph_of(formula, text, face, depth); };
  return method;
}

} // namespace boundary
