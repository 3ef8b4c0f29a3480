/// Fills the data structures of include/pugh.h, which other thorns read, with the values of the driver.
#include "driver.hpp"

#include "include/pugh.h"

#include <algorithm>
#include <deque>
#include <numeric>

namespace pugh {
namespace {

/// A pGExtras and a pConnectivity, and the arrays to which their members point. An object must not move.
class PghSizes {
public:
  PghSizes(Distribution const& distribution, int n_ranks, int rank);
  PghSizes(PghSizes const&) = delete;
  PghSizes& operator=(PghSizes const&) = delete;

  pGExtras extras{};
  pConnectivity connectivity{};

private:
  /// Allocate an array of n elements, or rows of elements with pointers to the rows. All elements are 0.
  int* new_array(std::size_t n);
  int** new_table(std::size_t rows, std::size_t columns);
  void set_parts(Distribution const& distribution, int n_ranks);
  void set_faces(Distribution const& distribution, int rank);

  std::deque<std::vector<int>> numbers_;
  std::deque<std::vector<int*>> tables_;
};

/// The pGH structure of a grid hierarchy. Each object is the extension "PUGH" of a grid hierarchy, and owns its driver.
class PghInterface : public pGH {
public:
  PghInterface(cGH* cctkGH, MPI_Comm communicator);
  PghInterface(PghInterface const&) = delete;
  PghInterface& operator=(PghInterface const&) = delete;

  Driver& driver() { return driver_; }

private:
  PghSizes& sizes_of(Distribution const& distribution);
  void add_variable(Group const& group, int variable);
  /// Updates the data pointers and the numbers of time levels.
  void refresh(Group const& group);

  Driver driver_;
  std::vector<std::pair<Distribution const*, std::unique_ptr<PghSizes>>> sizes_;
  std::deque<pGA> arrays_;
  std::deque<std::vector<void*>> time_levels_; ///< for each variable, a pGA* for each time level
  std::deque<std::string> names_;
  std::vector<void**> variables_;
  std::vector<int> active_levels_, max_levels_, periodic_;
  std::array<pGExtras*, max_dimension> extras_{};
  std::array<pConnectivity*, max_dimension> connectivities_{};
  std::string identity_;
};

PghSizes::PghSizes(Distribution const& distribution, int n_ranks, int rank) {
  int const dim = distribution.shape().dimension;
  extras.dim = connectivity.dim = dim;
  extras.nsize = new_array(dim);
  extras.nghostzones = new_array(dim);
  extras.iterator = new_array(dim);
  extras.hyper_volume = new_array(dim + 1);
  connectivity.nprocs = new_array(dim);
  connectivity.perme = new_array(dim);
  for (int d = 0; d < dim; ++d) {
    extras.nsize[d] = distribution.shape().extent[d];
    extras.nghostzones[d] = distribution.shape().ghosts[d];
    connectivity.nprocs[d] = distribution.topology()[d];
    connectivity.perme[d] = distribution.shape().periodic[d];
  }
  set_parts(distribution, n_ranks);
  set_faces(distribution, rank);
}

int* PghSizes::new_array(std::size_t n) { return numbers_.emplace_back(std::max<std::size_t>(n, 1), 0).data(); }

int** PghSizes::new_table(std::size_t rows, std::size_t columns) {
  std::vector<int*>& pointers = tables_.emplace_back();
  for (std::size_t row = 0; row < std::max<std::size_t>(rows, 1); ++row) pointers.push_back(new_array(columns));
  return pointers.data();
}

void PghSizes::set_parts(Distribution const& distribution, int n_ranks) {
  int const dim = extras.dim;
  extras.lb = new_table(n_ranks, dim);
  extras.ub = new_table(n_ranks, dim);
  extras.rnsize = new_table(n_ranks, dim);
  extras.rnpoints = new_array(n_ranks);
  connectivity.neighbours = new_table(n_ranks, 2 * dim);
  for (int rank = 0; rank < n_ranks; ++rank) {
    LocalBox const box = distribution.box_of(rank);
    extras.rnpoints[rank] = static_cast<int>(box.n_points());
    for (int d = 0; d < dim; ++d) {
      extras.lb[rank][d] = box.lower[d];
      extras.ub[rank][d] = box.upper(d);
      extras.rnsize[rank][d] = box.shape[d];
      for (int side = 0; side < 2; ++side)
        connectivity.neighbours[rank][2 * d + side] = distribution.neighbour(rank, d, side);
    }
  }
  auto const [min_points, max_points] = std::minmax_element(extras.rnpoints, extras.rnpoints + n_ranks);
  double const average = std::accumulate(extras.rnpoints, extras.rnpoints + n_ranks, 0.0) / n_ranks;
  extras.maxskew = average > 0 ? 100 * (*max_points - *min_points) / average : 0;
}

/// Sets the ranges of owned points. Only process 0 owns points of replicated arrays; otherwise slabs and reductions
/// would count these points several times.
void PghSizes::set_faces(Distribution const& distribution, int rank) {
  int const dim = extras.dim;
  LocalBox const& box = distribution.box();
  extras.npoints = static_cast<int>(box.n_points());
  extras.bbox = new_array(2 * dim);
  extras.lnsize = new_array(dim);
  extras.hyper_volume[0] = 1;
  for (int end = 0; end < 2; ++end) {
    extras.ownership[end] = new_array(dim);
    extras.ghosts[end] = new_table(2 * dim, dim);
    extras.overlap[end] = new_table(2 * dim, dim);
  }
  for (int d = 0; d < dim; ++d) {
    extras.lnsize[d] = box.shape[d];
    extras.hyper_volume[d + 1] = extras.hyper_volume[d] * distribution.allocated()[d];
    extras.ownership[0][d] = box.owned.lower[d];
    extras.ownership[1][d] = distribution.is_replicated() && rank > 0 ? 0 : box.owned.upper[d];
    for (int side = 0; side < 2; ++side) extras.bbox[2 * d + side] = box.is_outer[2 * d + side];
  }
  for (int face = 0; face < 2 * dim; ++face)
    for (int d = 0; d < dim; ++d) {
      int const n = box.shape[d], width = extras.nghostzones[d];
      bool const is_normal = d == face / 2, is_upper = face % 2 == 1;
      extras.ghosts[0][face][d] = is_normal && is_upper ? n - width : 0;
      extras.ghosts[1][face][d] = is_normal && !is_upper ? width : n;
      extras.overlap[0][face][d] = !is_normal ? 0 : is_upper ? n - 2 * width : width;
      extras.overlap[1][face][d] = !is_normal ? n : is_upper ? n - width : 2 * width;
    }
}

PghInterface::PghInterface(cGH* cctkGH, MPI_Comm communicator) : pGH{}, driver_(cctkGH, communicator) {
  callerid = cctkGH;
  MPI_Comm_size(communicator, &nprocs);
  MPI_Comm_rank(communicator, &myproc);
  commmodel = PUGH_ALLOCATEDBUFFERS;
  dx0 = dy0 = dz0 = dt0 = 1;
  active = 1;
  comm_time = -1;
  PUGH_COMM_WORLD = communicator;
  PUGH_mpi_complex = PUGH_mpi_complex16 = MPI_C_DOUBLE_COMPLEX;
  PUGH_mpi_complex8 = MPI_C_FLOAT_COMPLEX;
  PUGH_mpi_complex32 = MPI_C_LONG_DOUBLE_COMPLEX;
  nvariables = CCTK_NumVars();
  active_levels_.assign(nvariables, 0);
  max_levels_.assign(nvariables, 0);
  variables_.assign(nvariables, nullptr);
  for (Group const& group : driver_.groups())
    for (int v = 0; v < group.declared.numvars; ++v) add_variable(group, group.first_variable + v);
  if (Distribution const* const grid = driver_.grid_distribution()) {
    dim = grid->shape().dimension;
    for (int d = 0; d < dim; ++d) periodic_.push_back(grid->shape().periodic[d]);
    periodic = std::count(periodic_.begin(), periodic_.end(), 1) > 0;
  }
  activetimelevels = active_levels_.data();
  maxtimelevels = max_levels_.data();
  variables = variables_.data();
  perme = periodic_.data();
  GFExtras = extras_.data();
  Connectivity = connectivities_.data();
  identity_string = identity_.data();
  driver_.on_change([this](Group const& group) { refresh(group); });
}

PghSizes& PghInterface::sizes_of(Distribution const& distribution) {
  for (auto const& [existing, sizes] : sizes_)
    if (existing == &distribution) return *sizes;
  return *sizes_.emplace_back(&distribution, std::make_unique<PghSizes>(distribution, nprocs, myproc)).second;
}

void PghInterface::add_variable(Group const& group, int variable) {
  PghSizes& sizes = sizes_of(*group.distribution);
  if (group.declared.grouptype == CCTK_GF && group.declared.dim > 0) {
    extras_[group.declared.dim - 1] = &sizes.extras;
    connectivities_[group.declared.dim - 1] = &sizes.connectivity;
  }
  int const v = variable - group.first_variable;
  bool const is_vector = group.declared.vectorgroup != 0;
  std::string& name = names_.emplace_back(CCTK_FullVarName(variable));
  std::vector<void*>& levels = time_levels_.emplace_back();
  for (int level = 0; level < std::max(1, group.declared.numtimelevels); ++level) {
    pGA array{};
    array.name = name.data();
    array.id = variable;
    array.arrayid = narrays++;
    array.parent = static_cast<pGH*>(this);
    array.varsize = static_cast<int>(group.point_size);
    array.vtype = group.declared.vartype;
    array.extras = &sizes.extras;
    array.connectivity = &sizes.connectivity;
    array.vector_size = group.variables_per_block();
    array.vector_entry = is_vector ? v % group.variables_per_block() : 0;
    if (is_vector)
      array.vector_base =
          array.vector_entry == 0 ? nullptr : static_cast<pGA*>(variables_[variable - array.vector_entry][level]);
    pGA& stored = arrays_.emplace_back(array);
    if (is_vector && stored.vector_entry == 0) stored.vector_base = &stored;
    levels.push_back(&stored);
  }
  variables_[variable] = levels.data();
}

void PghInterface::refresh(Group const& group) {
  auto const* const cctkGH = static_cast<cGH const*>(callerid);
  for (int variable = group.first_variable; variable < group.first_variable + group.declared.numvars; ++variable) {
    active_levels_[variable] = group.n_levels();
    max_levels_[variable] = group.max_levels;
    for (int level = 0; level < group.max_levels; ++level) {
      pGA& array = *static_cast<pGA*>(variables_[variable][level]);
      bool const has_storage = level < group.n_levels();
      array.data = array.padddata = cctkGH->data[variable][level];
      array.storage = has_storage ? PUGH_STORAGE : PUGH_NOSTORAGE;
      array.npoints = has_storage ? array.extras->npoints : 0;
    }
  }
}

} // namespace

Driver* Driver::of(cGH const* cctkGH) {
  pGH* const pgh = PUGH_pGH(cctkGH);
  return pgh ? &static_cast<PghInterface*>(pgh)->driver() : nullptr;
}

void* make_extension(cGH* cctkGH, MPI_Comm communicator) {
  return static_cast<pGH*>(new PghInterface(cctkGH, communicator));
}

} // namespace pugh

extern "C" {

/// Returns the extension of a grid hierarchy. The handle is cached, because other thorns call this function often.
pGH* PUGH_pGH(const cGH* cctkGH) {
  static int handle = -1; // negative until the extension is registered
  if (handle < 0) handle = CCTK_GHExtensionHandle("PUGH");
  return cctkGH && cctkGH->extensions && handle >= 0 ? static_cast<pGH*>(cctkGH->extensions[handle]) : nullptr;
}

MPI_Datatype PUGH_MPIDataType(const pGH*, int cctk_type) {
  std::pair<int, MPI_Datatype> const types[] = {
      {CCTK_VARIABLE_BYTE, PUGH_MPI_BYTE},
      {CCTK_VARIABLE_CHAR, PUGH_MPI_CHAR},
      {CCTK_VARIABLE_INT, PUGH_MPI_INT},
      {CCTK_VARIABLE_INT1, PUGH_MPI_INT1},
      {CCTK_VARIABLE_INT2, PUGH_MPI_INT2},
      {CCTK_VARIABLE_INT4, PUGH_MPI_INT4},
      {CCTK_VARIABLE_INT8, PUGH_MPI_INT8},
      {CCTK_VARIABLE_REAL, PUGH_MPI_REAL},
      {CCTK_VARIABLE_REAL4, PUGH_MPI_REAL4},
      {CCTK_VARIABLE_REAL8, PUGH_MPI_REAL8},
      {CCTK_VARIABLE_REAL16, PUGH_MPI_REAL16},
      {CCTK_VARIABLE_COMPLEX, MPI_C_DOUBLE_COMPLEX},
      {CCTK_VARIABLE_COMPLEX8, MPI_C_FLOAT_COMPLEX},
      {CCTK_VARIABLE_COMPLEX16, MPI_C_DOUBLE_COMPLEX},
      {CCTK_VARIABLE_COMPLEX32, MPI_C_LONG_DOUBLE_COMPLEX},
  };
  for (auto const& [type, mpi_type] : types)
    if (type == cctk_type) return mpi_type;
  return MPI_DATATYPE_NULL;
}

int PUGH_MyProc(const cGH* cctkGH) { return CCTK_MyProc(cctkGH); }
int PUGH_nProcs(const cGH* cctkGH) { return CCTK_nProcs(cctkGH); }

const int* PUGH_Topology(const cGH* cctkGH, int dim) {
  pGH const* const pgh = PUGH_pGH(cctkGH);
  if (!pgh || dim < 1 || dim > pugh::max_dimension || !pgh->Connectivity[dim - 1]) return nullptr;
  return pgh->Connectivity[dim - 1]->nprocs;
}

} // extern "C"
