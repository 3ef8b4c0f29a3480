#include "write_checkpoint.hpp"

#include "names.hpp"
#include "write_checkpoint.hpp"

#include "IO/IOTools/src/checkpoint/atomic_write.hpp"
#include "IO/IOTools/src/checkpoint/checkpoint_set.hpp"
#include "IO/IOTools/src/communicate.hpp"

#include <filesystem>
#include <set>
#include <sstream>

namespace iohdf5 {
namespace {

using iotools::FileError;

/// The record of this process' file as text: "size checksum", empty if it writes none, or "! reason".
std::string record_text(std::string const& failure, std::string const& path, bool is_writer) {
  if (!is_writer) return "";
  if (!failure.empty()) return "! " + failure;
  try {
    auto const record = iotools::record_of(path);
    return std::to_string(record.size) + " " + std::to_string(record.checksum);
  } catch (FileError const& error) {
    return std::string("! ") + error.what();
  }
}

/// Writes the manifest, which completes the set. Returns the reasons of a failure.
std::string commit(std::string const& folder, std::string const& set, int iteration,
                   std::vector<std::string> const& records) {
  iotools::Manifest manifest{iteration, {}};
  std::set<std::string> reasons;
  for (auto const& text : records) {
    if (text.empty()) continue;
    if (text[0] == '!') {
      reasons.insert(text.substr(2));
      continue;
    }
    auto const number = static_cast<int>(manifest.files.size());
    iotools::FileRecord record{checkpoint_file_name(set, number, records.size() == 1), 0, 0};
    std::istringstream(text) >> record.size >> record.checksum;
    manifest.files.push_back(record);
  }
  std::string all;
  for (auto const& reason : reasons) all += (all.empty() ? "" : " ") + reason;
  if (!all.empty()) return all;
  try {
    iotools::sync_folder(folder);
    iotools::write_atomically(folder + "/" + iotools::manifest_name(set), to_text(manifest));
  } catch (FileError const& error) {
    return error.what();
  }
  return "";
}

bool is_file_of(std::string const& name, std::string const& set) {
  return name == set + ".h5" || (name.starts_with(set + ".file_") && name.ends_with(".h5"));
}

/// Removes files that no manifest contains: those of interrupted attempts, and those of an older set of this name with
/// more files.
void remove_leftovers(std::string const& folder, std::string const& base, std::string const& set, int n_files,
                      bool is_only_one) try {
  std::set<std::string> listed;
  for (int number = 0; number < n_files; ++number) listed.insert(checkpoint_file_name(set, number, is_only_one));
  auto const names = iotools::names_in(folder);
  auto const remove_files_of = [&](std::string const& set_name) {
    for (auto const& name : names)
      if (is_file_of(name, set_name) && !listed.contains(name)) std::filesystem::remove(folder + "/" + name);
  };
  remove_files_of(set);
  for (auto const& attempt : iotools::candidates(names, base + ".tmp", ".h5")) {
    auto const committed = base + attempt.name.substr(base.size() + 4);
    if (!std::filesystem::exists(folder + "/" + iotools::manifest_name(committed))) remove_files_of(attempt.name);
  }
} catch (std::exception const&) {
  // Remaining files have no effect.
}

} // namespace

/// All files are on disk under temporary names before the manifest appears by one rename. The set counts from that
/// moment. The later renaming of files and the removal of leftovers may be interrupted at any point.
std::string write_checkpoint(cGH const* cctkGH, std::string const& folder, std::string const& base) {
  auto const set = base + ".it_" + std::to_string(cctkGH->cctk_iteration);
  auto const share = my_share(cctkGH);
  bool const is_writer = share.writer == iotools::my_rank();
  auto const name = checkpoint_file_name(set, share.number, iotools::n_ranks() == 1);
  auto const path = folder + "/" + iotools::temporary_name(name);
  auto const failure = write_checkpoint_file(cctkGH, share, path);
  auto const records = iotools::gather_from_all(record_text(failure, path, is_writer));
  std::string reasons;
  if (iotools::my_rank() == 0) reasons = commit(folder, set, cctkGH->cctk_iteration, records);
  reasons = iotools::broadcast_from_root(reasons);
  std::error_code ignored;
  if (is_writer && reasons.empty()) std::filesystem::rename(path, folder + "/" + name, ignored);
  if (is_writer && !reasons.empty()) std::filesystem::remove(path, ignored);
  MPI_Barrier(iotools::communicator());
  if (iotools::my_rank() == 0 && reasons.empty())
    remove_leftovers(folder, base, set, share.n_files, iotools::n_ranks() == 1);
  return reasons;
}

void remove_checkpoint(std::string const& folder, std::string const& set) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  auto const manifest_path = folder + "/" + iotools::manifest_name(set);
  std::vector<std::string> files{set + ".h5"};
  try {
    for (auto const& file : iotools::parse_manifest(iotools::read_text(manifest_path)).files)
      files.push_back(file.name);
    iotools::sync_folder(folder);
  } catch (std::exception const&) {
    // A checkpoint without a manifest is one file of the original thorn.
  }
  fs::remove(manifest_path, ignored);
  for (auto const& file : files)
    for (auto const& name : {file, iotools::temporary_name(file)}) fs::remove(folder + "/" + name, ignored);
}

} // namespace iohdf5
