#include "framework/base/system_memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace chemora::base {

namespace {

std::uint64_t memory_of_machine(std::string const& root) {
  std::ifstream info(root + "/proc/meminfo");
  std::string name, unit;
  for (std::uint64_t kilobytes = 0; info >> name >> kilobytes; std::getline(info, unit))
    if (name == "MemAvailable:") return kilobytes * 1024;
  return UINT64_MAX;
}

/// Returns the smallest limit of the control groups that contain this process.
std::uint64_t limit_of_groups(std::string const& root) {
  std::filesystem::path const groups = root + "/sys/fs/cgroup";
  std::filesystem::path group = groups;
  std::ifstream own(root + "/proc/self/cgroup");
  for (std::string line; std::getline(own, line);)
    if (line.starts_with("0::/")) group = groups / line.substr(4);
  std::uint64_t limit = UINT64_MAX;
  for (;; group = group.parent_path()) {
    std::uint64_t bytes = 0; // the file contains the word `max` if there is no limit
    if (std::ifstream(group / "memory.max") >> bytes) limit = std::min(limit, bytes);
    if (group == groups || group == group.parent_path()) return limit;
  }
}

} // namespace

std::uint64_t available_memory(std::string const& root) {
  return std::min(memory_of_machine(root), limit_of_groups(root));
}

} // namespace chemora::base
