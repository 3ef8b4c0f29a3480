/// Divides the sequences of a file among processes in chunks of letters.
#pragma once

#include "formats/fasta.hpp"
#include "input_file.hpp"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sequences {

/// Counters in the memory of process 0 that all processes change by one-sided communication. Construction and
/// destruction are collective.
class SharedCounters {
public:
  enum Counter { chunks, letters, cells, stops, n_counters };

  explicit SharedCounters(MPI_Comm communicator);
  ~SharedCounters();
  SharedCounters(SharedCounters const&) = delete;
  SharedCounters& operator=(SharedCounters const&) = delete;

  /// Adds to the counter and returns its previous value.
  std::int64_t add(Counter counter, std::int64_t value);
  std::int64_t value(Counter counter) { return add(counter, 0); }

private:
  MPI_Win window_ = {};
  std::int64_t* memory_ = nullptr;
};

/// A sequence of the database with its number in the file, from 0.
struct Target {
  long number = 0;
  Sequence sequence{};
};

/// Reads a file and returns its chunks. A sequence belongs to chunk number c if the letters of all sequences before it,
/// divided by the letters of a chunk, are c. Characters of titles count as letters, and each sequence counts as 256
/// additional letters, because these need memory as well. The division does not depend on the processes.
class Database {
public:
  /// `codes` must outlive this object.
  Database(std::string const& path, LetterCodes const& codes, long chunk_letters);
  /// A database with a single sequence.
  Database(Sequence sequence, long chunk_letters);

  /// Returns the sequences of a chunk, which may be empty. Chunks must be requested in increasing order; the sequences
  /// of others are read and skipped. Throws chemora::base::UserError for errors in the file.
  std::vector<Target> chunk(std::int64_t number);
  /// Whether no chunk after the last requested one contains sequences.
  bool at_end() const { return at_end_; }

  double fraction() const { return file_ ? file_->fraction() : 1.; } ///< the read part of the file
  long n_sequences() const { return n_sequences_; }                  ///< sequences read so far
  double n_letters() const { return n_letters_; }
  long n_unknown() const { return reader_ ? reader_->n_unknown() : 0; }

private:
  bool read(Sequence& sequence);

  std::unique_ptr<InputFile> file_;
  std::unique_ptr<FastaReader> reader_;
  std::int64_t chunk_letters_;
  std::int64_t work_ = 0;        ///< of all sequences read so far, in letters
  Target next_{};                ///< read, but not yet returned
  std::int64_t next_chunk_ = -1; ///< its chunk; -1: there is none
  bool at_end_ = false;
  long n_sequences_ = 0;
  double n_letters_ = 0;
};

/// Reads all sequences of a file.
std::vector<Sequence> read_sequences(std::string const& path, LetterCodes const& codes);

} // namespace sequences
