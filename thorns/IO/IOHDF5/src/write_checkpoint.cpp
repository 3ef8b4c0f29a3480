// Writes the files of a checkpoint, and then its manifest, which makes the checkpoint complete.
#include "checkpoint.hpp"
#include "hdf5_objects.hpp"
#include "names.hpp"

#include "IO/IOTools/src/checkpoint/checkpoint_set.hpp"
#include "IO/IOTools/src/checkpoint/disk_files.hpp"
#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOUtil/src/ioGH.h"
#include "IO/IOUtil/src/ioutil_CheckpointRecovery.h"

#include <cctk_Parameters.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>

namespace iohdf5 {
namespace {

using iotools::FileError;

/// Returns which processes write files. IO::out_mode and IO::out_proc_every specify these processes.
ioGH const& distribution(cGH const* cctkGH) { return *static_cast<ioGH const*>(CCTK_GHExtension(cctkGH, "IO")); }

/// Returns the number of the file that contains the data of this process.
int file_number(ioGH const& io) { return io.ioproc / io.ioproc_every; }

constexpr std::size_t bytes_per_group = 4096; ///< upper bound for the header and attributes of a group

/// Writes one file. The other processes send one variable at a time to the writer, so that it buffers only one part of
/// one variable.
class Writer {
public:
  Writer(cGH const* cctkGH, std::string path)
      : cctkGH_(cctkGH), path_(std::move(path)), io_(distribution(cctkGH)),
        n_sharers_(std::min(io_.ioproc_every, iotools::n_ranks() - io_.ioproc)),
        is_writer_(io_.ioproc == iotools::my_rank()) {}

  std::string write() {
    Fields const fields(cctkGH_);
    fields.copy_to_host(cctkGH_);
    open(fields);
    for (auto const& field : fields.all) write_field(field);
    attempt([&] { finish(); });
    return failure_;
  }

private:
  /// Runs an action of the writer. After the first failure, the writer writes nothing, but still receives messages from
  /// other processes.
  template <class Action>
  void attempt(Action action) {
    if (!is_writer_ || !failure_.empty()) return;
    try {
      action();
    } catch (std::exception const& error) {
      failure_ = error.what();
      if (file_ && *file_ >= 0) file_.reset();
      std::error_code ignored;
      std::filesystem::remove(path_, ignored);
    }
  }

  /// Opens the file. All processes reserve the space of all files before the library writes the first of them.
  void open(Fields const& fields) {
    auto const number = static_cast<unsigned long>(fields.bytes());
    std::vector<unsigned long> bytes(static_cast<std::size_t>(iotools::n_ranks()));
    MPI_Allgather(&number, 1, MPI_UNSIGNED_LONG, bytes.data(), 1, MPI_UNSIGNED_LONG, iotools::communicator());
    auto const text = iotools::take_text(IOUtil_GetAllParameters(cctkGH_, 1));
    auto const state = iotools::output_state();
    attempt([&] {
      std::size_t total = text.size() + state.size() + fields.all.size() * bytes_per_group;
      for (int n = 0; n < n_sharers_; ++n) total += bytes[static_cast<std::size_t>(io_.ioproc + n)];
      make_empty_file(path_);
      space_ = std::make_unique<ReservedSpace>(path_, total);
    });
    for (auto const& failure : iotools::gather_from_all(failure_))
      if (failure_.empty()) failure_ = failure;
    attempt([&] {
      file_ = std::make_unique<Handle>(open_file(path_, H5F_ACC_RDWR));
      write_globals(text, state);
    });
  }

  void write_globals(std::string const& parameters, std::string const& state) {
    Handle const attributes = new_group(*file_, global_attributes);
    write_attributes(attributes, {{"main_loop_index", CCTK_MainLoopIndex()},
                                  {"nprocs", iotools::n_ranks()},
                                  {"ioproc_every", io_.ioproc_every},
                                  {"unchunked", iotools::n_ranks() == 1 ? 1 : 0},
                                  {"cctk_time", cctkGH_->cctk_time},
                                  {"cctk_delta_time", cctkGH_->cctk_delta_time},
                                  {"cctk_iteration", cctkGH_->cctk_iteration},
                                  {"Cactus version", std::string(CCTK_FullVersion())},
                                  {"has_manifest", 1}});
    if (file_number(io_) != 0) return;
    write_text(attributes, "Output State", state);
    write_dataset(new_group(*file_, parameters_group), {.name = all_parameters,
                                                        .variable_type = CCTK_VARIABLE_BYTE,
                                                        .extent = {parameters.size() + 1},
                                                        .data = reinterpret_cast<std::byte const*>(parameters.c_str()),
                                                        .bytes = parameters.size() + 1});
  }

  void write_field(Field const& field) {
    bool const is_whole = field.part->is_replicated || iotools::n_ranks() == 1;
    if (is_whole && iotools::my_rank() != 0) return;
    Chunk chunk = local_chunk(cctkGH_, field);
    auto const name =
        checkpoint_object_name(iotools::full_name(field.variable), field.time_level, cctkGH_->cctk_iteration);
    if (is_whole) return attempt([&] { write_values(*file_, name, field, chunk, common_attributes(field)); });
    if (!is_writer_) return send_chunk(chunk, io_.ioproc);
    std::unique_ptr<Handle> group;
    attempt([&] {
      group = std::make_unique<Handle>(new_group(*file_, name));
      write_attributes(*group, common_attributes(field));
    });
    for (int n = 0; n < n_sharers_; ++n) {
      if (n > 0) chunk = receive_chunk(io_.ioproc + n, field.part->whole.size());
      attempt([&] {
        write_values(*group, chunk_name(n), field, chunk,
                     {{"chunk_origin", chunk.part.stored.begin},
                      {"owned_begin", chunk.part.owned.begin},
                      {"owned_end", chunk.part.owned.end}});
      });
    }
  }

  std::vector<Attribute> common_attributes(Field const& field) const {
    std::vector<Attribute> attributes{{"groupname", iotools::group_name(field.variable)},
                                      {"grouptype", CCTK_GroupTypeFromVarI(field.variable)},
                                      {"ntimelevels", field.n_time_levels},
                                      {"time", cctkGH_->cctk_time}};
    if (field.part->whole.empty())
      attributes.push_back({"global_size", 0});
    else
      attributes.push_back({"global_size", field.part->whole});
    return attributes;
  }

  static void write_values(hid_t parent, std::string const& name, Field const& field, Chunk const& chunk,
                           std::vector<Attribute> attributes) {
    DECLARE_CCTK_PARAMETERS
    auto const shape = chunk.part.stored.shape();
    write_dataset(parent, {.name = name,
                           .variable_type = CCTK_VarTypeI(field.variable),
                           .extent = {shape.begin(), shape.end()},
                           .data = chunk.values.data(),
                           .bytes = chunk.values.size(),
                           .attributes = std::move(attributes),
                           .compression = {.level = static_cast<int>(compression_level),
                                           .minimum_bytes = static_cast<std::size_t>(minimum_size_for_compression)}});
  }

  void finish() {
    file_->close(path_);
    space_.reset();
    iotools::sync_file(path_);
  }

  cGH const* cctkGH_;
  std::string path_;
  ioGH const& io_;
  int n_sharers_; ///< ranks io_.ioproc, io_.ioproc + 1, ... that share the file
  bool is_writer_;
  std::string failure_;
  std::unique_ptr<ReservedSpace> space_; ///< released after the file is closed
  std::unique_ptr<Handle> file_;
};

/// Returns the record of the file that this process has written: "size checksum", or "! reason" after a failure. The
/// text is empty if the process writes no file.
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

/// Writes the manifest, which makes the checkpoint complete. Returns the reasons of a failure, or an empty text.
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

/// Removes files that no manifest contains: files of interrupted attempts, and additional files of an older checkpoint
/// with this name.
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
  // Files that could not be removed are harmless, because no manifest lists them.
}

} // namespace

/// All files are on disk under temporary names before one rename creates the manifest. This rename makes the checkpoint
/// valid. The later renaming of files and the removal of leftovers may be interrupted at any point.
std::string write_checkpoint(cGH const* cctkGH, std::string const& folder, std::string const& base) {
  auto const set = base + ".it_" + std::to_string(cctkGH->cctk_iteration);
  auto const& io = distribution(cctkGH);
  bool const is_writer = io.ioproc == iotools::my_rank(), is_only_one = iotools::n_ranks() == 1;
  auto const name = checkpoint_file_name(set, file_number(io), is_only_one);
  auto const path = folder + "/" + iotools::temporary_name(name);
  auto const failure = Writer(cctkGH, path).write();
  auto const records = iotools::gather_from_all(record_text(failure, path, is_writer));
  std::string reasons;
  if (iotools::is_root()) reasons = commit(folder, set, cctkGH->cctk_iteration, records);
  reasons = iotools::broadcast_from_root(reasons);
  std::error_code ignored;
  if (is_writer && reasons.empty()) std::filesystem::rename(path, folder + "/" + name, ignored);
  if (is_writer && !reasons.empty()) std::filesystem::remove(path, ignored);
  MPI_Barrier(iotools::communicator());
  if (iotools::is_root() && reasons.empty()) remove_leftovers(folder, base, set, io.nioprocs, is_only_one);
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
    // A checkpoint of the original thorn IOHDF5 in a single file has no manifest.
  }
  fs::remove(manifest_path, ignored);
  for (auto const& file : files)
    for (auto const& name : {file, iotools::temporary_name(file)}) fs::remove(folder + "/" + name, ignored);
}

} // namespace iohdf5
