/// A cache of compiled kernels on disk, in a folder that only the user can write.
///
/// An entry is the file <folder>/<digest of key>.kernel:
///     chemora kernel 1\n<bytes of key> <bytes of object> <checksum of both>\n<key><object>
/// An entry that differs in any way is a miss: truncated, damaged, of another key or owner, writable by others, a link.
/// Entries appear by rename, so a reader sees a complete entry or none. The time of modification is that of the last
/// use.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace chemora::jit {

class DiskCache {
public:
  /// Creates the folder (mode 0700) if necessary, and removes half-written files of runs that were killed days ago. If
  /// the name is empty, or the folder belongs to another user or is writable by others, nothing is cached, and error()
  /// has the reason. If stored entries exceed `max_bytes`, the least recently used ones are removed, but none that this
  /// object has found or stored.
  explicit DiskCache(std::string folder, std::uint64_t max_bytes = UINT64_MAX);

  /// The object stored under exactly this key.
  std::optional<std::string> find(std::string const& key);

  /// Writes a temporary file, syncs and renames it. Returns false, and sets error(), if that is impossible. The caller
  /// may continue without a cache.
  bool store(std::string const& key, std::string const& object);

  std::string const& folder() const { return folder_; }
  /// Why the cache does not work, as a sentence; empty while it works.
  std::string const& error() const { return error_; }

private:
  std::string path_of(std::string const& key) const;
  void remove_least_recently_used();

  std::string folder_; ///< empty if it is unusable
  std::uint64_t max_bytes_;
  std::optional<std::uint64_t> bytes_; ///< of all entries, approximately: other runs store entries as well
  std::set<std::string> used_;         ///< paths of entries that this object has found or stored
  std::string error_;
};

/// `given`, otherwise $XDG_CACHE_HOME/chemora, otherwise $HOME/.cache/chemora; empty if none of them is set.
std::string cache_folder(std::string const& given);

} // namespace chemora::jit
