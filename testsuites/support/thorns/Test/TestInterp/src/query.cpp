// Interpolates the variables of the test with the options of a query.
#include "query.hpp"

#include "util_Table.h"

namespace test_interp {
namespace {

CCTK_COMPLEX number(std::vector<char> const& data, int type, std::size_t i) {
  switch (type) {
  case CCTK_VARIABLE_REAL:
    return reinterpret_cast<CCTK_REAL const*>(data.data())[i];
  case CCTK_VARIABLE_REAL4:
    return reinterpret_cast<CCTK_REAL4 const*>(data.data())[i];
  default:
    return reinterpret_cast<CCTK_COMPLEX const*>(data.data())[i];
  }
}

int table_of(Query const& query, std::vector<CCTK_INT>& status) {
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  Util_TableSetInt(table, query.order, "order");
  Util_TableSetInt(table, 1, "suppress_warnings");
  if (!query.time_levels.empty())
    Util_TableSetIntArray(table, static_cast<int>(query.time_levels.size()), query.time_levels.data(),
                          "input_array_time_levels");
  status.assign(query.x.size(), 17);
  if (query.returns_status) Util_TableSetPointer(table, status.data(), "per_point_status");
  return table;
}

} // namespace

double polynomial(int order, double x, double y, double z) {
  double px = 0, py = 0, pz = 0;
  for (int power = 0; power <= order; ++power) {
    px = px * x + 1 + 0.25 * power;
    py = py * y + 2 - 0.5 * power;
    pz = pz * z + 1 - 0.125 * power;
  }
  return px * py * pz;
}

void fail(std::string const& what) { CCTK_VERROR("TestInterp: %s", what.c_str()); }

Answer interpolate(cGH const* gh, Query const& query) {
  Answer answer;
  int const table = table_of(query, answer.status);
  std::vector<CCTK_INT> variables;
  std::vector<std::vector<char>> data;
  std::vector<void*> outputs;
  for (std::size_t i = 0; i < query.variables.size(); ++i) {
    variables.push_back(CCTK_VarIndex(query.variables[i].c_str()));
    outputs.push_back(data.emplace_back(query.x.size() * CCTK_VarTypeSize(query.types[i]) + 1).data());
  }
  std::vector<CCTK_INT> const types(query.types.begin(), query.types.end());
  void const* const coordinates[] = {query.x.data(), query.y.data(), query.z.data()};
  answer.code = CCTK_InterpGridArrays(gh, 3, CCTK_InterpHandle(query.local_operator.c_str()), table,
                                      CCTK_CoordSystemHandle("cart3d"), static_cast<int>(query.x.size()),
                                      CCTK_VARIABLE_REAL, coordinates, static_cast<int>(variables.size()),
                                      variables.data(), static_cast<int>(types.size()), types.data(), outputs.data());
  Util_TableGetInt(table, &answer.local_status, "local_interpolator_status");
  for (char const* const key : {"N_boundary_points_to_omit", "boundary_off_centering_tolerance", "error_point_status"})
    if (Util_TableQueryValueInfo(table, nullptr, nullptr, key) == 1)
      fail(std::string("the interpolation has left ") + key + " in the table");
  Util_TableDestroy(table);
  for (std::size_t v = 0; v < data.size(); ++v) {
    answer.values.emplace_back();
    for (std::size_t i = 0; i < query.x.size(); ++i) answer.values[v].push_back(number(data[v], query.types[v], i));
  }
  return answer;
}

} // namespace test_interp
