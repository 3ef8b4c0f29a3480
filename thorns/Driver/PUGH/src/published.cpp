// What include/pugh.h shows to other thorns, filled from the driver.
#include "published.hpp"

#include <algorithm>

namespace pugh {
namespace {

MPI_Datatype pair_of(MPI_Datatype real) {
  MPI_Datatype complex = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, real, &complex);
  MPI_Type_commit(&complex);
  return complex;
}

int n_ranks_of(MPI_Comm communicator) {
  int n_ranks = 1;
  MPI_Comm_size(communicator, &n_ranks);
  return n_ranks;
}

} // namespace

Driver* Driver::of(cGH const* grid_hierarchy) {
  pGH* const published = PUGH_pGH(grid_hierarchy);
  return published ? &static_cast<Published*>(published)->driver() : nullptr;
}

Published::Published(cGH* grid_hierarchy, MPI_Comm communicator) : pGH{}, driver_(grid_hierarchy, communicator) {
  callerid = grid_hierarchy;
  nprocs = n_ranks_of(communicator);
  MPI_Comm_rank(communicator, &myproc);
  commmodel = PUGH_ALLOCATEDBUFFERS;
  dx0 = dy0 = dz0 = dt0 = 1;
  active = 1;
  comm_time = -1;
  PUGH_COMM_WORLD = communicator;
  PUGH_mpi_complex = PUGH_mpi_complex16 = pair_of(MPI_DOUBLE);
  PUGH_mpi_complex8 = pair_of(MPI_FLOAT);
  PUGH_mpi_complex32 = pair_of(MPI_LONG_DOUBLE);
  nvariables = CCTK_NumVars();
  active_.assign(nvariables, 0);
  most_.assign(nvariables, 0);
  variables_.assign(nvariables, nullptr);
  for (Group const& group : driver_.groups())
    for (int v = 0; v < group.declared.numvars; ++v) add_variable(group, group.first_variable + v);
  if (Distribution const* const grid = driver_.grid_distribution()) {
    dim = grid->shape().dimension;
    for (int d = 0; d < dim; ++d) periodic_.push_back(grid->shape().periodic[d]);
    periodic = std::count(periodic_.begin(), periodic_.end(), 1) > 0;
  }
  activetimelevels = active_.data();
  maxtimelevels = most_.data();
  variables = variables_.data();
  perme = periodic_.data();
  GFExtras = extras_.data();
  Connectivity = connectivities_.data();
  identity_string = identity_.data();
  driver_.on_change([this](Group const& group) { refresh(group); });
}

PublishedSizes& Published::sizes_of(Distribution const& distribution) {
  for (auto const& [known, sizes] : sizes_)
    if (known == &distribution) return *sizes;
  return *sizes_.emplace_back(&distribution, std::make_unique<PublishedSizes>(distribution, nprocs, myproc)).second;
}

void Published::add_variable(Group const& group, int variable) {
  PublishedSizes& sizes = sizes_of(*group.distribution);
  if (group.declared.grouptype == CCTK_GF && group.declared.dim > 0) {
    extras_[group.declared.dim - 1] = &sizes.extras;
    connectivities_[group.declared.dim - 1] = &sizes.connectivity;
  }
  int const v = variable - group.first_variable;
  bool const is_vector = group.declared.vectorgroup != 0;
  std::string& name = names_.emplace_back(CCTK_FullVarName(variable));
  std::vector<void*>& levels = of_variable_.emplace_back();
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
    pGA& kept = arrays_.emplace_back(array);
    if (is_vector && kept.vector_entry == 0) kept.vector_base = &kept;
    levels.push_back(&kept);
  }
  variables_[variable] = levels.data();
}

void Published::refresh(Group const& group) {
  auto const* const grid_hierarchy = static_cast<cGH const*>(callerid);
  for (int variable = group.first_variable; variable < group.first_variable + group.declared.numvars; ++variable) {
    active_[variable] = group.n_levels();
    most_[variable] = group.most_levels;
    for (int level = 0; level < group.most_levels; ++level) {
      pGA& array = *static_cast<pGA*>(variables_[variable][level]);
      bool const has_storage = level < group.n_levels();
      array.data = array.padddata = grid_hierarchy->data[variable][level];
      array.storage = has_storage ? PUGH_STORAGE : PUGH_NOSTORAGE;
      array.npoints = has_storage ? array.extras->npoints : 0;
    }
  }
}

} // namespace pugh

extern "C" {

// Called for every question about a variable, so the name is looked up once.
pGH* PUGH_pGH(const cGH* GH) {
  static int handle = -1; // until the extension is registered
  if (handle < 0) handle = CCTK_GHExtensionHandle("PUGH");
  return GH && GH->extensions && handle >= 0 ? static_cast<pGH*>(GH->extensions[handle]) : nullptr;
}

MPI_Datatype PUGH_MPIDataType(const pGH* pughGH, int cctk_type) {
  switch (cctk_type) {
  case CCTK_VARIABLE_BYTE:
    return PUGH_MPI_BYTE;
  case CCTK_VARIABLE_CHAR:
    return PUGH_MPI_CHAR;
  case CCTK_VARIABLE_INT:
    return PUGH_MPI_INT;
  case CCTK_VARIABLE_INT1:
    return PUGH_MPI_INT1;
  case CCTK_VARIABLE_INT2:
    return PUGH_MPI_INT2;
  case CCTK_VARIABLE_INT4:
    return PUGH_MPI_INT4;
  case CCTK_VARIABLE_INT8:
    return PUGH_MPI_INT8;
  case CCTK_VARIABLE_REAL:
    return PUGH_MPI_REAL;
  case CCTK_VARIABLE_REAL4:
    return PUGH_MPI_REAL4;
  case CCTK_VARIABLE_REAL8:
    return PUGH_MPI_REAL8;
  case CCTK_VARIABLE_REAL16:
    return PUGH_MPI_REAL16;
  case CCTK_VARIABLE_COMPLEX:
    return pughGH->PUGH_mpi_complex;
  case CCTK_VARIABLE_COMPLEX8:
    return pughGH->PUGH_mpi_complex8;
  case CCTK_VARIABLE_COMPLEX16:
    return pughGH->PUGH_mpi_complex16;
  case CCTK_VARIABLE_COMPLEX32:
    return pughGH->PUGH_mpi_complex32;
  }
  return MPI_DATATYPE_NULL;
}

int PUGH_MyProc(const cGH* GH) { return CCTK_MyProc(GH); }
int PUGH_nProcs(const cGH* GH) { return CCTK_nProcs(GH); }

const int* PUGH_Topology(const cGH* GH, int dim) {
  pGH const* const published = PUGH_pGH(GH);
  if (!published || dim < 1 || dim > pugh::max_dimension || !published->Connectivity[dim - 1]) return nullptr;
  return published->Connectivity[dim - 1]->nprocs;
}

} // extern "C"
