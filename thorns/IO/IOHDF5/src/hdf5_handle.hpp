// Handles of the HDF5 library that close themselves, and its errors as exceptions with whole sentences.
#pragma once

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace iohdf5 {

/// A call to the HDF5 library failed: which one, on what, and the library's own reasons.
class Hdf5Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The id, or Hdf5Error when it is negative: "H5Dcreate2 failed for `u it=0`: ...". `what` names the object.
hid_t check(hid_t id, char const* call, std::string const& what);
void check_status(herr_t status, char const* call, std::string const& what);

/// Owns one id of the library.
class Handle {
public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

  /// Closes now, and reports what went wrong: for files, whose data may reach the disk only here.
  void close(std::string const& what);

private:
  hid_t id_;
  Close close_;
};

/// Before the first call of the library: it prints nothing by itself and leaves the end of the program alone.
void prepare_library();

} // namespace iohdf5
