// Variables go to the writer one at a time, so that it needs memory for one part of one variable only.
#include "checkpoint_file.hpp"

#include "communicate.hpp"
#include "data_type.hpp"
#include "dataset.hpp"
#include "device_data.hpp"
#include "disk_space.hpp"
#include "local_part.hpp"
#include "text/checkpoint_names.hpp"

#include "Base/IOTools/src/checkpoint/durable_file.hpp"
#include "Base/IOTools/src/output_list.hpp"
#include "Base/IOTools/src/output_state.hpp"
#include "Base/IOUtil/src/ioutil_CheckpointRecovery.h"

#include <cctk_Parameters.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

namespace iohdf5 {
namespace {

/// Upper bound of what the library needs beside the values of one dataset: headers, attributes, its place in a group.
constexpr std::size_t dataset_overhead = 8192;

struct Field {
  int variable = 0;
  int time_level = 0;
  int n_time_levels = 1;
  LocalPart const* part = nullptr;
};

/// Everything that belongs to a checkpoint, in the order of the variables.
struct Fields {
  std::vector<std::unique_ptr<LocalPart>> parts;
  std::vector<Field> all;

  explicit Fields(cGH const* cctkGH) {
    for (int group = 0; group < CCTK_NumGroups(); ++group) {
      if (!belongs_to_checkpoint(cctkGH, group)) continue;
      auto const* const part = parts.emplace_back(std::make_unique<LocalPart>(local_part(cctkGH, group))).get();
      int const first = CCTK_FirstVarIndexI(group), n_levels = CCTK_ActiveTimeLevelsGI(cctkGH, group);
      for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
        for (int level = 0; level < n_levels; ++level) all.push_back({variable, level, n_levels, part});
    }
  }

  std::vector<Level> levels() const {
    std::vector<Level> result;
    for (auto const& field : all) result.push_back({field.variable, field.time_level});
    return result;
  }

  std::size_t bytes() const {
    std::size_t total = 0;
    for (auto const& field : all)
      total += dataset_overhead +
               field.part->held.n_points() * static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(field.variable)));
    return total;
  }
};

/// The values held here without what may lie between rows in memory.
std::vector<std::byte> packed(cGH const* cctkGH, Field const& field) {
  auto const& part = *field.part;
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(field.variable)));
  std::vector<std::byte> values(part.held.n_points() * size);
  if (values.empty()) return values;
  auto const* const data = static_cast<std::byte const*>(CCTK_VarDataPtrI(cctkGH, field.time_level, field.variable));
  auto const shape = part.held.shape();
  std::size_t const row = size * static_cast<std::size_t>(shape.empty() ? 1 : shape[0]);
  std::vector<int> at(shape.size(), 0);
  for (std::size_t to = 0; to < values.size(); to += row) {
    std::size_t from = 0;
    for (std::size_t d = shape.size(); d-- > 1;)
      from = (from + static_cast<std::size_t>(at[d])) * static_cast<std::size_t>(part.strides[d - 1]);
    std::memcpy(values.data() + to, data + from * size, row);
    for (std::size_t d = 1; d < shape.size() && ++at[d] == shape[d]; ++d) at[d] = 0;
  }
  return values;
}

/// A part of a variable on its way to the writer.
struct Chunk {
  LocalPart part;
  std::vector<std::byte> values;
};

void send_chunk(Chunk const& chunk, int rank) {
  std::vector<int> numbers;
  for (auto const* const list :
       {&chunk.part.held.begin, &chunk.part.held.end, &chunk.part.owned.begin, &chunk.part.owned.end})
    numbers.insert(numbers.end(), list->begin(), list->end());
  std::vector<std::byte> bytes(numbers.size() * sizeof(int));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  send(bytes, rank);
  send(chunk.values, rank);
}

Chunk receive_chunk(int rank, std::size_t dimension) {
  auto const bytes = receive(rank);
  std::vector<int> numbers(bytes.size() / sizeof(int));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  Chunk chunk;
  auto next = numbers.begin();
  for (auto* const list :
       {&chunk.part.held.begin, &chunk.part.held.end, &chunk.part.owned.begin, &chunk.part.owned.end}) {
    list->assign(next, next + static_cast<std::ptrdiff_t>(dimension));
    next += static_cast<std::ptrdiff_t>(dimension);
  }
  chunk.values = receive(rank);
  return chunk;
}

class Writer {
public:
  Writer(cGH const* cctkGH, Share const& share, std::string path)
      : cctkGH_(cctkGH), share_(share), path_(std::move(path)), is_writer_(share.writer == my_rank()) {}

  std::string write() {
    Fields const fields(cctkGH_);
    bring_to_host(cctkGH_, fields.levels());
    open(fields.bytes());
    for (auto const& field : fields.all) write_field(field);
    attempt([&] { finish(); });
    return failure_;
  }

private:
  /// The first failure stops all writing, but not the messages that other processes wait for.
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

  void open(std::size_t my_bytes) {
    auto const number = static_cast<unsigned long>(my_bytes);
    std::vector<unsigned long> bytes(static_cast<std::size_t>(n_ranks()));
    MPI_Allgather(&number, 1, MPI_UNSIGNED_LONG, bytes.data(), 1, MPI_UNSIGNED_LONG, communicator());
    attempt([&] {
      char* const parameters = IOUtil_GetAllParameters(cctkGH_, 1);
      std::string const text = parameters;
      std::free(parameters);
      auto const state = ioutil::output_state();
      std::size_t total = text.size() + state.size();
      for (int n = 0; n < share_.n_sharers; ++n) total += bytes[static_cast<std::size_t>(share_.writer + n)];
      std::filesystem::remove(path_);
      ReservedSpace const is_enough(path_, total); // before the library makes the file, which gives the space back
      file_ = std::make_unique<Handle>(
          check(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), "H5Fcreate", path_), H5Fclose);
      space_ = std::make_unique<ReservedSpace>(path_, total);
      write_globals(text, state);
    });
  }

  void write_globals(std::string const& parameters, std::string const& state) {
    Handle const attributes = new_group(global_attributes);
    write_attributes(attributes, {{"main_loop_index", CCTK_MainLoopIndex()},
                                  {"nprocs", n_ranks()},
                                  {"ioproc_every", share_.every},
                                  {"unchunked", n_ranks() == 1 ? 1 : 0},
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
    bool const is_whole = field.part->is_replicated || n_ranks() == 1;
    if (is_whole && my_rank() != 0) return;
    Chunk mine{*field.part, packed(cctkGH_, field)};
    auto const name =
        checkpoint_object_name(ioutil::full_name(field.variable), field.time_level, cctkGH_->cctk_iteration);
    if (is_whole) return attempt([&] { write_values(*file_, name, field, mine, common_attributes(field)); });
    if (!is_writer_) return send_chunk(mine, share_.writer);
    std::unique_ptr<Handle> group;
    attempt([&] {
      group = std::make_unique<Handle>(new_group(name));
      write_attributes(*group, common_attributes(field));
    });
    for (int n = 0; n < share_.n_sharers; ++n) {
      if (n > 0) mine = receive_chunk(share_.writer + n, field.part->whole.size());
      attempt([&] {
        write_values(*group, chunk_name(n), field, mine,
                     {{"chunk_origin", mine.part.held.begin},
                      {"owned_begin", mine.part.owned.begin},
                      {"owned_end", mine.part.owned.end}});
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

  static void write_values(hid_t place, std::string const& name, Field const& field, Chunk const& chunk,
                           std::vector<Attribute> attributes) {
    DECLARE_CCTK_PARAMETERS
    auto const shape = chunk.part.held.shape();
    write_dataset(place, {.name = name,
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
    ioutil::make_durable(path_);
  }

  cGH const* cctkGH_;
  Share share_;
  std::string path_;
  bool is_writer_;
  std::string failure_;
  std::unique_ptr<ReservedSpace> space_; ///< goes after the file is closed
  std::unique_ptr<Handle> file_;
};

} // namespace

Share my_share(cGH const*) {
  DECLARE_CCTK_PARAMETERS
  int const n = n_ranks(), rank = my_rank();
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
