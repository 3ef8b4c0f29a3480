/// Declares a lock on a folder. It prevents two runs from writing output, or checkpoints of the same name, into the
/// folder at the same time.
#pragma once

#include <string>

namespace iotools {

/// Holds a lock on the file `<folder>/<base>.lock` during its lifetime. The system releases the lock when a process
/// dies, so a remaining file does no harm. If the file system does not support locks, every process obtains the lock.
class FolderLock {
public:
  FolderLock(std::string const& folder, std::string const& base);
  FolderLock(FolderLock const&) = delete;
  FolderLock& operator=(FolderLock const&) = delete;
  ~FolderLock();

  /// Returns the process that prevented this process from obtaining the lock, as "process 123 on host". The text is
  /// empty if this process obtained the lock.
  std::string const& holder() const { return holder_; }

private:
  bool try_lock();

  std::string path_, holder_;
  int descriptor_ = -1; ///< of the locked file
};

} // namespace iotools
