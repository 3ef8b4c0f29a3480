#include "local_grid.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "Kernel/CaKernel/src/cactus_grid_functions.hpp"
#include "Numerics/ThornTools/src/communicator.hpp"
#include "Numerics/ThornTools/src/grid.hpp"
#include "codegen/patterns/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace analysis {

namespace base = chemora::base;
namespace patterns = chemora::patterns;

namespace {

constexpr int n_axes = 3;

/// The indices of points of a group in the whole array: those of this process, and the first local one.
struct GroupPoints {
  patterns::Box box{};
  long first_local[n_axes] = {0, 0, 0};
  long strides[n_axes] = {1, 0, 0};
};

GroupPoints points_of(cGH const* cctkGH, int variable) {
  cGroupDynamicData data{};
  CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data);
  GroupPoints points;
  int begin[n_axes] = {0, 0, 0}, end[n_axes] = {1, 1, 1};
  thorntools::owned_points(data, begin, end);
  for (int d = 0; d < n_axes; ++d) {
    bool const has_axis = d < data.dim;
    points.first_local[d] = has_axis ? data.lbnd[d] : 0;
    points.box.first[d] = points.first_local[d] + begin[d];
    points.box.end[d] = points.first_local[d] + end[d];
    if (d > 0) points.strides[d] = points.strides[d - 1] * (d - 1 < data.dim ? data.ash[d - 1] : 1);
  }
  return points;
}

/// Returns the smallest box that contains the boxes of all processes.
patterns::Box whole_box(patterns::Box const& own, patterns::Exchange& exchange) {
  auto const messages = patterns::exchange_results(exchange, [&](patterns::MessageWriter& writer) {
    for (int d = 0; d < n_axes; ++d) writer.put(own.first[d]), writer.put(own.end[d]);
  });
  patterns::Box whole;
  std::fill_n(whole.first, n_axes, std::numeric_limits<long>::max());
  for (std::string const& message : messages) {
    patterns::MessageReader reader(message);
    patterns::Box box;
    for (int d = 0; d < n_axes; ++d) box.first[d] = reader.integer(), box.end[d] = reader.integer();
    if (box.n_points() == 0) continue;
    for (int d = 0; d < n_axes; ++d) {
      whole.first[d] = std::min(whole.first[d], box.first[d]);
      whole.end[d] = std::max(whole.end[d], box.end[d]);
    }
  }
  return whole;
}

patterns::DeviceGrid::Field field_on_device(cGH const* cctkGH, int variable, GroupPoints const& points,
                                            patterns::KernelPlace& place) {
  ca_kernel::CactusGridFunctions const functions(cctkGH);
  chemora::runtime::GridArray const array{variable, 0};
  functions.require_valid(std::vector{array});
  chemora::base::Index3 const allocated = functions.allocated(array);
  patterns::DeviceGrid::Field field;
  std::size_t n = 1;
  for (std::size_t d = 0; d < n_axes; ++d) {
    field.extents[d] = allocated[d];
    field.first[d] = points.box.first[d] - points.first_local[d];
    n *= static_cast<std::size_t>(allocated[d]);
  }
  field.values = place.view(functions.address(array), n);
  return field;
}

bool same_points(GroupPoints const& a, GroupPoints const& b) {
  return std::equal(a.box.first, a.box.first + n_axes, b.box.first) &&
         std::equal(a.box.end, a.box.end + n_axes, b.box.end);
}

} // namespace

GridOfProcess grid_of(cGH const* cctkGH, std::map<std::string, int> const& variables, patterns::Exchange& exchange,
                      patterns::KernelPlace* place) {
  // Without variables, the points are those of the first grid function.
  int example = variables.empty() ? -1 : variables.begin()->second;
  for (int variable = 0; example < 0 && variable < CCTK_NumVars(); ++variable)
    if (iotools::is_grid_function(variable) && CCTK_VarDataPtrI(cctkGH, 0, variable)) example = variable;
  if (example < 0) return {};
  GroupPoints const points = points_of(cctkGH, example);
  patterns::Box const whole = whole_box(points.box, exchange);
  GridOfProcess grid;
  patterns::DeviceGrid device{.place = place};
  for (int d = 0; d < n_axes; ++d) {
    bool const has_axis = d < cctkGH->cctk_dim;
    double const spacing = has_axis ? cctkGH->cctk_delta_space[d] / cctkGH->cctk_levfac[d] : 1;
    grid.inputs.points[d] = whole.extent(d);
    grid.inputs.spacing[d] = spacing;
    grid.inputs.origin[d] =
        (has_axis ? cctkGH->cctk_origin_space[d] : 0) + static_cast<double>(whole.first[d]) * spacing;
    grid.local.box.first[d] = points.box.first[d] - whole.first[d];
    grid.local.box.end[d] = points.box.end[d] - whole.first[d];
  }
  for (auto const& [name, variable] : variables) {
    GroupPoints const own = points_of(cctkGH, variable);
    if (!same_points(own, points))
      throw base::UserError(fmt::format("{} and {} have different points; a program needs grid functions of one shape.",
                                        iotools::full_name(example), iotools::full_name(variable)));
    if (!place) iotools::copy_to_host(cctkGH, variable);
    patterns::LocalField& field = grid.local.fields[name];
    field.first = static_cast<double const*>(CCTK_VarDataPtrI(cctkGH, 0, variable));
    for (int d = 0; d < n_axes; ++d) {
      field.first += (own.box.first[d] - own.first_local[d]) * own.strides[d];
      field.strides[d] = own.strides[d];
    }
    if (place) device.fields[name] = field_on_device(cctkGH, variable, own, *place);
  }
  if (!place) return grid;
  device.copy_to_host = [cctkGH, variables] {
    for (auto const& [name, variable] : variables) iotools::copy_to_host(cctkGH, variable);
  };
  grid.device = std::move(device);
  return grid;
}

std::vector<std::string> MpiExchange::gather(std::string const& message) {
  MPI_Comm const communicator = thorntools::communicator(cctkGH_);
  int n = 0;
  MPI_Comm_size(communicator, &n);
  auto const n_processes = static_cast<std::size_t>(n);
  constexpr auto max_bytes = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (message.size() > max_bytes)
    throw base::UserError("A result of a process has more than 2 GiB. Use more processes or coarser outputs.");
  int const size = static_cast<int>(message.size());
  std::vector<int> sizes(n_processes), places(n_processes + 1, 0);
  MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, communicator);
  long total = 0;
  for (std::size_t p = 0; p < n_processes; ++p) {
    total += sizes[p];
    if (total > static_cast<long>(max_bytes))
      throw base::UserError("The results of all processes have more than 2 GiB. Filter or group the points first.");
    places[p + 1] = static_cast<int>(total);
  }
  std::string all(static_cast<std::size_t>(total), '\0');
  MPI_Allgatherv(message.data(), size, MPI_CHAR, all.data(), sizes.data(), places.data(), MPI_CHAR, communicator);
  std::vector<std::string> result;
  for (std::size_t p = 0; p < n_processes; ++p)
    result.push_back(all.substr(static_cast<std::size_t>(places[p]), static_cast<std::size_t>(sizes[p])));
  return result;
}

} // namespace analysis
