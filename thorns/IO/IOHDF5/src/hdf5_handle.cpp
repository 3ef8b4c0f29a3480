// Collects the error stack of the library, innermost reason first.
#include "hdf5_handle.hpp"

namespace iohdf5 {
namespace {

herr_t collect_reason(unsigned, H5E_error2_t const* error, void* text) {
  auto& reasons = *static_cast<std::string*>(text);
  std::string const reason = error->desc == nullptr ? "" : error->desc;
  if (!reason.empty()) reasons += (reasons.empty() ? "" : "; ") + reason;
  return 0;
}

[[noreturn]] void fail(char const* call, std::string const& what) {
  std::string reasons;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect_reason, &reasons);
  H5Eclear2(H5E_DEFAULT);
  throw Hdf5Error(std::string(call) + " failed for `" + what + "`: " + (reasons.empty() ? "no reason given" : reasons) +
                  ".");
}

/// Before main(), as the library must start before MPI does: otherwise MPI_Finalize shuts it down, and that crashes the
/// program after a failed write (1.10.8). H5dont_atexit() prevents the same at exit.
bool const is_started = H5dont_atexit() >= 0 && H5open() >= 0;

} // namespace

hid_t check(hid_t id, char const* call, std::string const& what) {
  if (id < 0) fail(call, what);
  return id;
}

void check_status(herr_t status, char const* call, std::string const& what) {
  if (status < 0) fail(call, what);
}

void Handle::close(std::string const& what) {
  if (id_ >= 0) check_status(close_(std::exchange(id_, -1)), "closing", what);
}

void prepare_library() {
  if (!is_started) throw Hdf5Error("The HDF5 library cannot be started.");
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

} // namespace iohdf5
