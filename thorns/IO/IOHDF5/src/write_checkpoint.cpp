// All files are on disk under temporary names before the manifest appears, and the manifest appears at once: that
// moment decides. Renaming the files and removing what is left of earlier attempts can be interrupted anywhere.
#include "write_checkpoint.hpp"

#include "checkpoint_file.hpp"
#include "text/checkpoint_names.hpp"

#include "IO/IOTools/src/checkpoint/candidates.hpp"
#include "IO/IOTools/src/checkpoint/durable_file.hpp"
#include "IO/IOTools/src/communicate.hpp"

#include <filesystem>
#include <set>
#include <sstream>

namespace iohdf5 {
namespace {

using iotools::FileError;

/// What a process tells about its file: "size checksum", nothing when it has none, or "! reason".
std::string seal_text(std::string const& failure, std::string const& path, bool is_writer) {
  if (!is_writer) return "";
  if (!failure.empty()) return "! " + failure;
  try {
    auto const seal = iotools::seal_of(path);
    return std::to_string(seal.size) + " " + std::to_string(seal.checksum);
  } catch (FileError const& error) {
    return std::string("! ") + error.what();
  }
}

/// Commits the set; returns why not.
std::string commit(std::string const& folder, std::string const& set, int iteration,
                   std::vector<std::string> const& seals) {
  iotools::Manifest manifest{iteration, {}};
  std::set<std::string> reasons;
  for (auto const& text : seals) {
    if (text.empty()) continue;
    if (text[0] == '!') {
      reasons.insert(text.substr(2));
      continue;
    }
    auto const number = static_cast<int>(manifest.files.size());
    iotools::FileSeal seal{checkpoint_file_name(set, number, seals.size() == 1), 0, 0};
    std::istringstream(text) >> seal.size >> seal.checksum;
    manifest.files.push_back(seal);
  }
  std::string all;
  for (auto const& reason : reasons) all += (all.empty() ? "" : " ") + reason;
  if (!all.empty()) return all;
  try {
    iotools::make_folder_durable(folder);
    iotools::write_durably(folder + "/" + iotools::manifest_name(set), to_text(manifest));
  } catch (FileError const& error) {
    return error.what();
  }
  return "";
}

bool is_file_of(std::string const& name, std::string const& set) {
  return name == set + ".h5" || (name.starts_with(set + ".file_") && name.ends_with(".h5"));
}

/// Files that no manifest counts: of attempts that were interrupted, and of an older set of this name that other
/// processes wrote.
void remove_leftovers(std::string const& folder, std::string const& base, std::string const& set, int n_files,
                      bool is_only_one) try {
  std::set<std::string> counted;
  for (int number = 0; number < n_files; ++number) counted.insert(checkpoint_file_name(set, number, is_only_one));
  auto const names = iotools::names_in(folder);
  auto const remove_files_of = [&](std::string const& uncounted) {
    for (auto const& name : names)
      if (is_file_of(name, uncounted) && !counted.contains(name)) std::filesystem::remove(folder + "/" + name);
  };
  remove_files_of(set);
  for (auto const& attempt : iotools::candidates(names, base + ".tmp", ".h5")) {
    auto const committed = base + attempt.name.substr(base.size() + 4);
    if (!std::filesystem::exists(folder + "/" + iotools::manifest_name(committed))) remove_files_of(attempt.name);
  }
} catch (std::exception const&) {
  // They are in nobody's way.
}

} // namespace

std::string write_checkpoint(cGH const* cctkGH, std::string const& folder, std::string const& base) {
  auto const set = base + ".it_" + std::to_string(cctkGH->cctk_iteration);
  auto const share = my_share(cctkGH);
  bool const is_writer = share.writer == iotools::my_rank();
  auto const name = checkpoint_file_name(set, share.number, iotools::n_ranks() == 1);
  auto const path = folder + "/" + iotools::temporary_name(name);
  auto const failure = write_checkpoint_file(cctkGH, share, path);
  auto const seals = iotools::from_all(seal_text(failure, path, is_writer));
  std::string reasons;
  if (iotools::my_rank() == 0) reasons = commit(folder, set, cctkGH->cctk_iteration, seals);
  reasons = iotools::from_root(reasons);
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
    iotools::make_folder_durable(folder);
  } catch (std::exception const&) {
    // Without a manifest, a checkpoint of the standard thorn: one file.
  }
  fs::remove(manifest_path, ignored);
  for (auto const& file : files)
    for (auto const& name : {file, iotools::temporary_name(file)}) fs::remove(folder + "/" + name, ignored);
}

} // namespace iohdf5
