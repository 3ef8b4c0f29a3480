// Compiled kernels kept between runs, in a folder that belongs to the user alone.
//
// An entry is the file <folder>/<digest of key>.kernel:
//     chemora kernel 1\n<bytes of key> <bytes of object> <checksum of both>\n<key><object>
// It is used only if all of it is as written: anything else (cut short, damaged, another key, another owner,
// writable by others, a link) is a miss. Entries appear by rename, so a reader sees a whole one or none. A file's time
// of modification tells when it was last used.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace chemora::jit {

class DiskCache {
public:
  /// Makes the folder (mode 0700) if need be. An empty name, a folder of somebody else, or one that others may write
  /// is not used: complaint() says why. Removes files that a run killed days ago left half written.
  /// Entries beyond `most_bytes` in all are removed when more are stored, those first that were used least recently,
  /// and none that this object has found or stored.
  explicit DiskCache(std::string folder, std::uint64_t most_bytes = UINT64_MAX);

  /// The object stored under exactly this key.
  std::optional<std::string> find(std::string const& key);

  /// Writes a temporary file, syncs and renames it. False, and a complaint, when the folder cannot take it; the run
  /// goes on without.
  bool store(std::string const& key, std::string const& object);

  std::string const& folder() const { return folder_; }
  /// Why the cache does not work, as a sentence to print once; empty while it does.
  std::string const& complaint() const { return complaint_; }

private:
  std::string path_of(std::string const& key) const;
  void remove_least_recently_used();

  std::string folder_; ///< empty when there is no usable one
  std::uint64_t most_bytes_;
  std::optional<std::uint64_t> bytes_; ///< of all entries, about: other runs store, too
  std::set<std::string> used_;         ///< paths
  std::string complaint_;
};

/// `given`, or else $XDG_CACHE_HOME/chemora, or else $HOME/.cache/chemora; empty when none is known.
std::string cache_folder(std::string const& given);

} // namespace chemora::jit
