// Conditions with what they read.
#include "updates.hpp"

#include "coordinates.hpp"
#include "kernels.hpp"

#include "cctk_Parameters.h"

#include <algorithm>

namespace boundary {
namespace {

// Kernels are for real grid functions of three dimensions.
bool may_be_on_device(Target const& target) {
  return target.box.dim == 3 && CCTK_GroupTypeFromVarI(target.variable) == CCTK_GF &&
         CCTK_VarTypeI(target.variable) == CCTK_VARIABLE_REAL;
}

void add_coordinates(Update& update, int inside, Coordinates const& coordinates) {
  for (CCTK_INT const variable : coordinates.variables) update.reads.push_back({variable, 0, inside, true});
}

int direction_of(int face) { return face / 2; }
int outward_of(int face) { return face % 2 ? 1 : -1; }

} // namespace

int Update::inside() const {
  int most = 0;
  for (Read const& read : reads) most = std::max(most, read.inside);
  return most;
}

Update scalar_update(Target const& target, double value) {
  Update update{{"Scalar"}, target, {}, [=](Target const& part) { apply_scalar(part, value); }, {}};
  if (!may_be_on_device(target)) return update;
  update.on_device = [variable = target.variable](int) { return FaceKernel{&scalar_graph(), -1, {variable}, {0}}; };
  update.parameters = [=](int) { return std::vector<CCTK_REAL>{value}; };
  return update;
}

Update flat_update(Target const& target) {
  Update update{{"Flat"}, target, {{target.variable, 0, 1, false}}, [](Target const& part) { apply_flat(part); }, {}};
  if (may_be_on_device(target))
    update.on_device = [variable = target.variable](int face) {
      int const d = direction_of(face);
      return FaceKernel{&flat_graph(d, outward_of(face)), d, {variable, variable}, {0, 0}};
    };
  return update;
}

Update extrapolation_update(Target const& target) {
  Update update{{"Extrapolation"},
                target,
                {{target.variable, 0, 2, false}},
                [](Target const& part) { apply_extrapolation(part); },
                {}};
  if (may_be_on_device(target))
    update.on_device = [variable = target.variable](int face) {
      int const d = direction_of(face);
      return FaceKernel{&extrapolation_graph(d, outward_of(face)), d, {variable, variable}, {0, 0}};
    };
  return update;
}

Update copy_update(Target const& target, int from_variable) {
  Update update{{"Copy", {from_variable}},
                target,
                {{from_variable, 0, 0, true}},
                [=](Target const& part) { apply_copy(part, from_variable); },
                {}};
  update.reads_others = true;
  if (may_be_on_device(target) && CCTK_VarTypeI(from_variable) == CCTK_VARIABLE_REAL)
    update.on_device = [variable = target.variable, from_variable](int) {
      return FaceKernel{&copy_graph(), -1, {variable, from_variable}, {0, 0}};
    };
  return update;
}

Update static_update(Target const& target) {
  Update update{
      {"Static"}, target, {{target.variable, 1, 0, true}}, [](Target const& part) { apply_static(part); }, {}};
  if (may_be_on_device(target))
    update.on_device = [variable = target.variable](int) {
      return FaceKernel{&copy_graph(), -1, {variable, variable}, {0, 1}};
    };
  return update;
}

// Without a past time level the present values stand for those of the past.
Update radiation_update(Target const& target, Radiation const& options) {
  int const inside = options.power > 0 ? 2 : 1;
  CCTK_INT const past = CCTK_DeclaredTimeLevelsVI(options.past_variable) > 1;
  Update update{{"Radiation", {options.past_variable, options.power > 0}},
                target,
                {{target.variable, 0, inside, past == 0}, {options.past_variable, past, inside, true}},
                [=](Target const& part) { apply_radiation(part, options); },
                {}};
  update.reads_others = options.past_variable != target.variable;
  update.is_costly = true;
  Coordinates const coordinates = coordinates_for(target, "Radiation");
  add_coordinates(update, inside, coordinates);
  // The graph's differences are those of outgoing waves; and a kernel would read the present where it writes it if
  // there were no past.
  if (!may_be_on_device(target) || options.speed <= 0 || past == 0) return update;
  update.on_device = [=, variable = target.variable, numbers = coordinates.variables](int face) {
    int const d = direction_of(face);
    return FaceKernel{&radiation_graph(d, outward_of(face), options.power > 0),
                      d,
                      {variable, variable, options.past_variable, numbers[d], numbers[3]},
                      {0, 0, past, 0, 0}};
  };
  update.parameters = [=, cctkGH = target.cctkGH, spacing = coordinates.spacing](int face) {
    return radiation_parameters(options, cctkGH->cctk_delta_time, spacing[direction_of(face)], outward_of(face));
  };
  return update;
}

Update robin_update(Target const& target, Robin const& options) {
  Update update{
      {"Robin"}, target, {{target.variable, 0, 1, false}}, [=](Target const& part) { apply_robin(part, options); }, {}};
  add_coordinates(update, 1, coordinates_for(target, "Robin"));
  return update;
}

Graphs graphs_of(std::string const& condition) {
  DECLARE_CCTK_PARAMETERS
  auto const is = [&](char const* name) { return CCTK_Equals(condition.c_str(), name) != 0; };
  if (is("Scalar")) return {{{scalar_graph(), -1}}};
  if (is("Copy") || is("Static")) return {{{copy_graph(), -1}}};
  Graphs graphs{{}, is("Radiation")};
  for (int face = 0; face < 2 * max_dim; ++face) {
    int const d = direction_of(face), outward = outward_of(face);
    if (is("Flat")) graphs.texts.push_back({flat_graph(d, outward), d});
    if (is("Extrapolation")) graphs.texts.push_back({extrapolation_graph(d, outward), d});
    if (is("Radiation")) graphs.texts.push_back({radiation_graph(d, outward, radpower > 0), d});
  }
  return graphs;
}

} // namespace boundary
