// Finds the files of a checkpoint or of initial data, and reads stored variables from them.
#include "names.hpp"
#include "read_file.hpp"

#include "IO/IOTools/src/checkpoint/disk_files.hpp"
#include "IO/IOTools/src/communicate.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace iohdf5 {
namespace {

namespace fs = std::filesystem;

/// Calls `action` on rank 0. All ranks return the text of the action, or throw an exception with its error message.
template <class Action>
std::string on_root(Action action) {
  std::string text;
  if (iotools::is_root()) try {
      text = "+" + action();
    } catch (std::exception const& error) {
      text = std::string("!") + error.what();
    }
  text = iotools::broadcast_from_root(text);
  if (text[0] == '!') throw std::runtime_error(text.substr(1));
  return text.substr(1);
}

/// The text of the manifest, or an empty text if there is no regular file of that name.
std::string manifest_text(std::string const& folder, std::string const& name) {
  auto const path = folder + "/" + iotools::manifest_name(name);
  return fs::is_regular_file(path) ? iotools::read_text(path) : "";
}

/// The number of files in the set, or 1 if the file does not store this number.
int number_of_files(std::string const& path) {
  InputFile const file(path);
  if (!file.has(global_attributes, "nprocs") || !file.has(global_attributes, "ioproc_every")) return 1;
  long const n = std::max(1, file.number(global_attributes, "nprocs"));
  long const every = std::max(1, file.number(global_attributes, "ioproc_every"));
  return static_cast<int>((n + every - 1) / every);
}

} // namespace

StoredSet find_checkpoint(std::string const& folder, std::string const& name) {
  auto const text = on_root([&] { return manifest_text(folder, name); });
  if (text.empty()) {
    auto const set = find_data_files(folder, name);
    on_root([&] {
      if (InputFile(set.paths.front()).has(global_attributes, "has_manifest"))
        throw std::runtime_error("its manifest `" + iotools::manifest_name(name) +
                                 "` is missing: it was not completed");
      return std::string();
    });
    return set;
  }
  iotools::Manifest manifest;
  try {
    manifest = iotools::parse_manifest(text);
  } catch (std::runtime_error const& error) {
    throw std::runtime_error("its manifest `" + iotools::manifest_name(name) + "` is damaged: " + error.what());
  }
  StoredSet set{folder, name, std::vector<std::string>(manifest.files.size())};
  std::string reason;
  for (std::size_t n = 0; n < manifest.files.size() && reason.empty(); ++n)
    if (static_cast<int>(n) % iotools::n_ranks() == iotools::my_rank()) try {
        reason = damage_reason(manifest.files[n], folder, set.paths[n]);
      } catch (iotools::FileError const& error) {
        reason = error.what();
      }
  for (auto const& each : iotools::gather_from_all(reason))
    if (!each.empty()) throw std::runtime_error(each);
  // A run that was killed after the manifest appeared leaves files with temporary names. Complete the renaming.
  for (std::size_t n = 0; n < manifest.files.size(); ++n) {
    auto const final_path = folder + "/" + manifest.files[n].name;
    std::error_code ignored;
    if (!set.paths[n].empty() && set.paths[n] != final_path) fs::rename(set.paths[n], final_path, ignored);
  }
  MPI_Barrier(iotools::communicator());
  for (std::size_t n = 0; n < manifest.files.size(); ++n) {
    auto const final_path = folder + "/" + manifest.files[n].name;
    set.paths[n] = fs::exists(final_path) ? final_path : folder + "/" + iotools::temporary_name(manifest.files[n].name);
  }
  return set;
}

StoredSet find_data_files(std::string const& folder, std::string const& name) {
  auto const n_files = std::stoi(on_root([&]() -> std::string {
    auto const path = folder + "/" + name;
    if (fs::exists(path + ".h5")) return "-1";
    auto const first = path + ".file_0.h5";
    if (!fs::exists(first)) throw std::runtime_error("there is neither `" + path + ".h5` nor `" + first + "`");
    int const n = number_of_files(first);
    for (int number = 1; number < n; ++number)
      if (auto const each = path + ".file_" + std::to_string(number) + ".h5"; !fs::exists(each))
        throw std::runtime_error("the file `" + each + "` is missing");
    return std::to_string(n);
  }));
  StoredSet set{folder, name, {}};
  for (int number = 0; number < std::abs(n_files); ++number)
    set.paths.push_back(folder + "/" + checkpoint_file_name(name, number, n_files < 0));
  return set;
}

namespace {

std::string to_text(std::vector<int> const& sizes) {
  std::string text;
  for (int const n : sizes) text += (text.empty() ? "" : " x ") + std::to_string(n);
  return text.empty() ? "scalar" : text;
}

/// The array of a variable on this process. A flag per point records whether the point has been read.
class Target {
public:
  Target(LocalPart const& part, void* data, std::size_t size)
      : part_(part), shape_(part.stored.shape()), data_(static_cast<std::byte*>(data)), size_(size),
        is_filled_(part.stored.n_points(), 0) {}

  bool is_complete() const { return n_filled_ == is_filled_.size(); }

  /// Stores the values of those points of `box` that have not been read yet.
  void fill(Box const& box, std::vector<std::byte> const& values) {
    std::size_t const length = box.row_length();
    box.for_rows([&](std::vector<int> const& index, std::size_t row) {
      std::size_t const flags = part_.offset(index, shape_), memory = part_.offset(index, part_.strides);
      for (std::size_t i = 0; i < length; ++i) {
        if (is_filled_[flags + i] != 0) continue;
        is_filled_[flags + i] = 1;
        ++n_filled_;
        std::memcpy(data_ + (memory + i) * size_, values.data() + (row * length + i) * size_, size_);
      }
    });
  }

private:
  LocalPart const& part_;
  std::vector<int> shape_;
  std::byte* data_;
  std::size_t size_;
  std::vector<char> is_filled_;
  std::size_t n_filled_ = 0;
};

/// Throws if two files of a set are from different iterations.
void expect_same_iteration(InputFile const& first, InputFile const& other) {
  constexpr char name[] = "cctk_iteration";
  if (!first.has(global_attributes, name) || !other.has(global_attributes, name)) return;
  int const expected = first.number(global_attributes, name), iteration = other.number(global_attributes, name);
  if (iteration != expected)
    throw std::runtime_error("the file `" + other.path() + "` is of iteration " + std::to_string(iteration) +
                             ", but `" + first.path() + "` of iteration " + std::to_string(expected));
}

void expect_size(std::vector<int> const& stored, std::vector<int> const& present) {
  if (stored != present)
    throw std::runtime_error("it has the size " + to_text(stored) + " in the file, and " + to_text(present) +
                             " in the run");
}

} // namespace

StoredFields::StoredFields(StoredSet set) : set_(std::move(set)) { file(0); }

InputFile& StoredFields::file(std::size_t number) {
  auto& entry = files_[number];
  if (entry) return *entry;
  entry = std::make_unique<InputFile>(set_.paths[number]);
  if (number != 0) expect_same_iteration(file(0), *entry);
  return *entry;
}

std::vector<Piece> StoredFields::pieces(std::size_t number, StoredObject const& object) {
  if (number == 0) return file(0).pieces(object);
  for (auto const& other : file(number).objects())
    if (other.link == object.link) return file(number).pieces(object);
  return {};
}

void StoredFields::read(cGH const* cctkGH, int variable, int time_level, StoredObject const& object) {
  auto const part = local_part(cctkGH, CCTK_GroupIndexFromVarI(variable));
  int const type = CCTK_VarTypeI(variable);
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(type));
  Target target(part, CCTK_VarDataPtrI(cctkGH, time_level, variable), size);
  auto const fill = [&](std::size_t number, Piece const& piece, Box const& from) {
    auto const box = intersection(from, part.stored);
    std::vector<std::byte> values(box.n_points() * size);
    file(number).read(piece, box, type, values.data());
    target.fill(box, values);
  };
  if (auto const whole = file(0).global_size(object); whole && !part.whole.empty()) expect_size(*whole, part.whole);
  auto const n_files = set_.paths.size(), own_file = static_cast<std::size_t>(iotools::my_rank()) % n_files;
  std::vector<std::pair<std::size_t, Piece>> opened; // file number and piece
  // Each process reads its own file first. It needs no other file if it has the same part of the grid as when the
  // checkpoint was written.
  for (std::size_t n = 0; n < n_files && !target.is_complete(); ++n) {
    auto const number = (own_file + n) % n_files;
    for (auto& piece : pieces(number, object)) {
      auto const n_directions = piece.stored.begin.size();
      if (n_directions != part.whole.size())
        throw std::runtime_error("it has " + std::to_string(n_directions) + " dimensions in the file, and " +
                                 std::to_string(part.whole.size()) + " in the run");
      if (piece.stored == part.stored) fill(number, piece, piece.stored);
      opened.emplace_back(number, std::move(piece));
    }
  }
  std::vector<int> covered(part.whole.size(), 0);
  for (auto const& [number, piece] : opened)
    for (std::size_t d = 0; d < covered.size(); ++d) covered[d] = std::max(covered[d], piece.stored.end[d]);
  if (!target.is_complete()) expect_size(covered, part.whole);
  for (auto const& [number, piece] : opened)
    if (piece.owned && !target.is_complete()) fill(number, piece, *piece.owned);
  for (auto const& [number, piece] : opened)
    if (!target.is_complete()) fill(number, piece, piece.stored);
  if (!target.is_complete()) throw std::runtime_error("the file does not contain all of its points");
}

} // namespace iohdf5
