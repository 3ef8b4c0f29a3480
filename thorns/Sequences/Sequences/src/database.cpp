#include "database.hpp"

#include <utility>

namespace sequences {

namespace {

/// Letters that each sequence counts in addition to its letters and its title: about the bytes of its problem and
/// result.
constexpr std::int64_t work_of_sequence = 256;

} // namespace

SharedCounters::SharedCounters(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  auto const n = rank == 0 ? static_cast<MPI_Aint>(n_counters * sizeof(std::int64_t)) : MPI_Aint{0};
  MPI_Win_allocate(n, sizeof(std::int64_t), MPI_INFO_NULL, communicator, &memory_, &window_);
  MPI_Win_lock_all(0, window_);
  if (rank == 0)
    for (int counter = 0; counter < n_counters; ++counter) memory_[counter] = 0;
  MPI_Win_sync(window_);
  MPI_Barrier(communicator);
}

SharedCounters::~SharedCounters() {
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

std::int64_t SharedCounters::add(Counter counter, std::int64_t value) {
  std::int64_t before = 0;
  MPI_Fetch_and_op(&value, &before, MPI_INT64_T, 0, counter, MPI_SUM, window_);
  MPI_Win_flush(0, window_);
  return before;
}

Database::Database(std::string const& path, LetterCodes const& codes, long chunk_letters)
    : file_(std::make_unique<InputFile>(path, path)), reader_(std::make_unique<FastaReader>(*file_, codes)),
      chunk_letters_(chunk_letters) {}

Database::Database(Sequence sequence, long chunk_letters) : chunk_letters_(chunk_letters), next_chunk_(0) {
  n_sequences_ = 1;
  n_letters_ = static_cast<double>(sequence.letters.size());
  next_.sequence = std::move(sequence);
}

bool Database::read(Sequence& sequence) {
  if (!reader_ || !reader_->next(sequence)) return false;
  work_ += static_cast<std::int64_t>(sequence.letters.size() + sequence.name.size() + sequence.description.size()) +
           work_of_sequence;
  n_sequences_ = reader_->n_sequences();
  n_letters_ = static_cast<double>(reader_->n_letters());
  return true;
}

std::vector<Target> Database::chunk(std::int64_t number) {
  std::vector<Target> targets;
  while (!at_end_) {
    if (next_chunk_ > number) return targets;
    if (next_chunk_ == number) targets.push_back(std::move(next_));
    std::int64_t const before = work_;
    at_end_ = !read(next_.sequence);
    next_.number = n_sequences_ - 1;
    next_chunk_ = at_end_ ? -1 : before / chunk_letters_;
  }
  return targets;
}

std::vector<Sequence> read_sequences(std::string const& path, LetterCodes const& codes) {
  InputFile file(path, path);
  FastaReader reader(file, codes);
  std::vector<Sequence> sequences;
  for (Sequence sequence; reader.next(sequence);) sequences.push_back(std::move(sequence));
  return sequences;
}

} // namespace sequences
