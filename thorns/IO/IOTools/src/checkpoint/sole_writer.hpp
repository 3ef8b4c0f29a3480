// That only one run at a time writes checkpoints of a name, or output, into a folder.
#pragma once

#include <string>

namespace iotools {

/// Holds a lock while it lives, on the file `<folder>/<base>.lock`; the system takes it from a process that dies, so a
/// file that was left behind is in nobody's way. On file systems without locks everybody is a sole writer.
class SoleWriter {
public:
  SoleWriter(std::string const& folder, std::string const& base);
  SoleWriter(SoleWriter const&) = delete;
  SoleWriter& operator=(SoleWriter const&) = delete;
  ~SoleWriter();

  /// Who holds the lock, as "process 123 on host"; empty when nobody else does.
  std::string const& other() const { return other_; }

private:
  bool lock();

  std::string path_, other_;
  int number_ = -1; // of the locked file
};

} // namespace iotools
