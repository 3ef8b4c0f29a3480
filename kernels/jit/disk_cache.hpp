/// A cache of compiled kernels on disk, in a folder that only the user can write.
///
/// An entry is the file <folder>/<digest of key>.kernel:
///     chemora kernel 1\n<bytes of key> <bytes of object> <checksum of both>\n<key><object>
/// find() ignores entries that are truncated, damaged or links, that have another key or owner, or that others can
/// write. store() renames a complete file to create an entry, so find() never reads an incomplete entry. The
/// modification time of an entry is the time of its last use.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace chemora::jit {

class DiskCache {
public:
  /// Creates the folder (mode 0700) if necessary, and removes incomplete files of runs that were killed days ago.
  /// Nothing is cached if the name is empty, or if the folder belongs to another user or is writable by others; error()
  /// then returns the reason. If all entries together exceed `max_bytes`, the least recently used entries are removed,
  /// except those that this object has found or stored.
  explicit DiskCache(std::string folder, std::uint64_t max_bytes = UINT64_MAX);

  /// Returns the object that is stored with exactly this key; empty if there is none.
  std::optional<std::string> find(std::string const& key);

  /// Stores an object: writes a temporary file, flushes it to disk and renames it. Returns false and sets error() if
  /// this fails. The caller may continue without a cache.
  bool store(std::string const& key, std::string const& object);

  std::string const& folder() const { return folder_; }
  /// Returns a sentence that states why the cache does not work; empty while it works.
  std::string const& error() const { return error_; }

private:
  std::string path_of(std::string const& key) const;
  void remove_least_recently_used();

  std::string folder_; ///< empty if the folder cannot be used
  std::uint64_t max_bytes_;
  std::optional<std::uint64_t> bytes_; ///< approximate size of all entries; other runs store entries as well
  std::set<std::string> used_;         ///< paths of entries that this object has found or stored
  std::string error_;
};

/// Returns the cache folder: `given` if it is not empty, otherwise $XDG_CACHE_HOME/chemora, otherwise
/// $HOME/.cache/chemora. The result is empty if neither variable is set.
std::string cache_folder(std::string const& given);

} // namespace chemora::jit
