// A process that runs on the same part of the grid as before reads one file only: its own.
#include "stored_fields.hpp"

#include "IO/IOTools/src/communicate.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace iohdf5 {
namespace {

std::string to_text(std::vector<int> const& sizes) {
  std::string text;
  for (int const n : sizes) text += (text.empty() ? "" : " x ") + std::to_string(n);
  return text.empty() ? "scalar" : text;
}

/// Calls `action(n)` for the start of each row (along x) of `box`, n counting the rows.
template <class Action>
void for_rows(Box const& box, Action action) {
  if (box.n_points() == 0) return;
  std::vector<int> at = box.begin;
  for (std::size_t row = 0;; ++row) {
    action(at, row);
    std::size_t d = 1;
    while (d < at.size() && ++at[d] == box.end[d]) {
      at[d] = box.begin[d];
      ++d;
    }
    if (d >= at.size()) return;
  }
}

/// The memory of a variable on this process, and which of its points have a value.
class Target {
public:
  Target(LocalPart const& part, void* data, std::size_t size)
      : part_(part), data_(static_cast<std::byte*>(data)), size_(size), is_filled_(part.held.n_points(), 0) {}

  bool is_complete() const { return n_filled_ == is_filled_.size(); }

  /// Takes the points of `box` that have no value yet.
  void fill(Box const& box, std::vector<std::byte> const& values) {
    std::size_t const length = row_length(box);
    for_rows(box, [&](std::vector<int> const& at, std::size_t row) {
      std::size_t const flags = offset(at, part_.held.shape()), memory = offset(at, part_.strides);
      for (std::size_t i = 0; i < length; ++i) {
        if (is_filled_[flags + i] != 0) continue;
        is_filled_[flags + i] = 1;
        ++n_filled_;
        std::memcpy(data_ + (memory + i) * size_, values.data() + (row * length + i) * size_, size_);
      }
    });
  }

private:
  static std::size_t row_length(Box const& box) {
    return box.begin.empty() ? 1 : static_cast<std::size_t>(box.end[0] - box.begin[0]);
  }

  std::size_t offset(std::vector<int> const& at, std::vector<int> const& strides) const {
    std::size_t index = 0;
    for (std::size_t d = at.size(); d-- > 0;)
      index = index * static_cast<std::size_t>(strides[d]) + static_cast<std::size_t>(at[d] - part_.held.begin[d]);
    return index;
  }

  LocalPart const& part_;
  std::byte* data_;
  std::size_t size_;
  std::vector<char> is_filled_;
  std::size_t n_filled_ = 0;
};

/// Files of two runs, or of two moments of one, under the names of a set.
void expect_same_iteration(InputFile const& first, InputFile const& other) {
  constexpr char name[] = "cctk_iteration";
  if (!first.has(global_attributes, name) || !other.has(global_attributes, name)) return;
  int const expected = first.number(global_attributes, name), found = other.number(global_attributes, name);
  if (found != expected)
    throw std::runtime_error("the file `" + other.path() + "` is of iteration " + std::to_string(found) + ", but `" +
                             first.path() + "` of iteration " + std::to_string(expected));
}

void expect_size(std::vector<int> const& there, std::vector<int> const& here) {
  if (there != here)
    throw std::runtime_error("it has the size " + to_text(there) + " there, and " + to_text(here) + " here");
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
    auto const box = intersection(from, part.held);
    std::vector<std::byte> values(box.n_points() * size);
    file(number).read(piece, box, type, values.data());
    target.fill(box, values);
  };
  if (auto const whole = file(0).whole(object); whole && !part.whole.empty()) expect_size(*whole, part.whole);
  auto const n_files = set_.paths.size(), own = static_cast<std::size_t>(iotools::my_rank()) % n_files;
  std::vector<std::pair<std::size_t, Piece>> all;
  for (std::size_t n = 0; n < n_files && !target.is_complete(); ++n) {
    auto const number = (own + n) % n_files;
    for (auto& piece : pieces(number, object)) {
      auto const n_directions = piece.held.begin.size();
      if (n_directions != part.whole.size())
        throw std::runtime_error("it has " + std::to_string(n_directions) + " dimensions there, and " +
                                 std::to_string(part.whole.size()) + " here");
      if (piece.held == part.held) fill(number, piece, piece.held);
      all.emplace_back(number, std::move(piece));
    }
  }
  std::vector<int> covered(part.whole.size(), 0);
  for (auto const& [number, piece] : all)
    for (std::size_t d = 0; d < covered.size(); ++d) covered[d] = std::max(covered[d], piece.held.end[d]);
  if (!target.is_complete()) expect_size(covered, part.whole);
  for (auto const& [number, piece] : all)
    if (piece.owned && !target.is_complete()) fill(number, piece, *piece.owned);
  for (auto const& [number, piece] : all)
    if (!target.is_complete()) fill(number, piece, piece.held);
  if (!target.is_complete()) throw std::runtime_error("some of its points are missing there");
}

} // namespace iohdf5
