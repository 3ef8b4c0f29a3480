#include "write_checkpoint.hpp"

#include "checkpoint_fields.hpp"
#include "disk_space.hpp"
#include "hdf5_objects.hpp"
#include "names.hpp"

#include "IO/IOTools/src/checkpoint/atomic_write.hpp"
#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_list.hpp"
#include "IO/IOUtil/src/ioutil_CheckpointRecovery.h"

#include <cctk_Parameters.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace iohdf5 {
namespace {

constexpr std::size_t bytes_per_group = 4096; ///< header and attributes of the group of a field's datasets

/// Writes one file. Variables are sent to the writer one at a time, so that it needs memory for one part of one
/// variable.
class Writer {
public:
  Writer(cGH const* cctkGH, Share const& share, std::string path)
      : cctkGH_(cctkGH), share_(share), path_(std::move(path)), is_writer_(share.writer == iotools::my_rank()) {}

  std::string write() {
    Fields const fields(cctkGH_);
    copy_to_host(cctkGH_, fields.levels());
    open(fields);
    for (auto const& field : fields.all) write_field(field);
    attempt([&] { finish(); });
    return failure_;
  }

private:
  /// Runs an action of the writer. After the first failure nothing is written, but messages from other processes are
  /// still received.
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
    char* const parameters = IOUtil_GetAllParameters(cctkGH_, 1);
    std::string const text = parameters;
    std::free(parameters);
    auto const state = iotools::output_state();
    attempt([&] {
      std::size_t total = text.size() + state.size() + fields.all.size() * bytes_per_group;
      for (int n = 0; n < share_.n_sharers; ++n) total += bytes[static_cast<std::size_t>(share_.writer + n)];
      make_empty_file(path_);
      space_ = std::make_unique<ReservedSpace>(path_, total);
    });
    for (auto const& failure : iotools::gather_from_all(failure_))
      if (failure_.empty()) failure_ = failure;
    attempt([&] {
      file_ = std::make_unique<Handle>(check(H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "H5Fopen", path_),
                                       H5Fclose);
      write_globals(text, state);
    });
  }

  void write_globals(std::string const& parameters, std::string const& state) {
    Handle const attributes = new_group(global_attributes);
    write_attributes(attributes, {{"main_loop_index", CCTK_MainLoopIndex()},
                                  {"nprocs", iotools::n_ranks()},
                                  {"ioproc_every", share_.every},
                                  {"unchunked", iotools::n_ranks() == 1 ? 1 : 0},
                                  {"cctk_time", cctkGH_->cctk_time},
                                  {"cctk_delta_time", cctkGH_->cctk_delta_time},
                                  {"cctk_iteration", cctkGH_->cctk_iteration},
                                  {"Cactus version", std::string(CCTK_FullVersion())},
                                  {"has_manifest", 1}});
    if (share_.number != 0) return;
    write_text(attributes, "Output State", state);
    Handle const group = new_group(parameters_group);
    std::string const& text = parameters;
    write_dataset(group, {.name = all_parameters,
                          .variable_type = CCTK_VARIABLE_BYTE,
                          .extent = {text.size() + 1},
                          .data = reinterpret_cast<std::byte const*>(text.c_str()),
                          .bytes = text.size() + 1,
                          .attributes = {},
                          .compression = {}});
  }

  Handle new_group(std::string const& name) const {
    return {check(H5Gcreate2(*file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Gcreate2", name),
            H5Gclose};
  }

  void write_field(Field const& field) {
    bool const is_whole = field.part->is_replicated || iotools::n_ranks() == 1;
    if (is_whole && iotools::my_rank() != 0) return;
    Chunk chunk = local_chunk(cctkGH_, field);
    auto const name =
        checkpoint_object_name(iotools::full_name(field.variable), field.time_level, cctkGH_->cctk_iteration);
    if (is_whole) return attempt([&] { write_values(*file_, name, field, chunk, common_attributes(field)); });
    if (!is_writer_) return send_chunk(chunk, share_.writer);
    std::unique_ptr<Handle> group;
    attempt([&] {
      group = std::make_unique<Handle>(new_group(name));
      write_attributes(*group, common_attributes(field));
    });
    for (int n = 0; n < share_.n_sharers; ++n) {
      if (n > 0) chunk = receive_chunk(share_.writer + n, field.part->whole.size());
      attempt([&] {
        write_values(*group, chunk_name(n), field, chunk,
                     {{"chunk_origin", chunk.part.stored.begin},
                      {"owned_begin", chunk.part.owned.begin},
                      {"owned_end", chunk.part.owned.end}});
      });
    }
  }

  std::vector<Attribute> common_attributes(Field const& field) const {
    char* const group = CCTK_GroupNameFromVarI(field.variable);
    std::vector<Attribute> attributes{{"groupname", std::string(group)},
                                      {"grouptype", CCTK_GroupTypeFromVarI(field.variable)},
                                      {"ntimelevels", field.n_time_levels},
                                      {"time", cctkGH_->cctk_time}};
    std::free(group);
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
  Share share_;
  std::string path_;
  bool is_writer_;
  std::string failure_;
  std::unique_ptr<ReservedSpace> space_; ///< released after the file is closed
  std::unique_ptr<Handle> file_;
};

} // namespace

Share my_share(cGH const*) {
  DECLARE_CCTK_PARAMETERS
  int const n = iotools::n_ranks(), rank = iotools::my_rank();
  int const every = CCTK_Equals(out_mode, "proc") ? 1
                    : CCTK_Equals(out_mode, "np") ? std::min(static_cast<int>(out_proc_every), n)
                                                  : n;
  Share share;
  share.every = every;
  share.number = rank / every;
  share.writer = share.number * every;
  share.n_sharers = std::min(every, n - share.writer);
  share.n_files = (n + every - 1) / every;
  return share;
}

std::string write_checkpoint_file(cGH const* cctkGH, Share const& share, std::string const& path) {
  return Writer(cctkGH, share, path).write();
}

} // namespace iohdf5
