/// A lock that lets only one run at a time write checkpoints of a name, or output, into a folder.
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

  /// The other process that holds the lock, as "process 123 on host". Empty if this process obtained it.
  std::string const& holder() const { return holder_; }

private:
  bool try_lock();

  std::string path_, holder_;
  int descriptor_ = -1; ///< of the locked file
};

} // namespace iotools
