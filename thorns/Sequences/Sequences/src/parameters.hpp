/// The parameters of Sequences in the form in which the thorn uses them.
#pragma once

#include "formats/letters.hpp"

#include <string>

namespace sequences {

enum class Statistics { none, karlin_altschul, forward, viterbi };

struct Parameters {
  std::string program{}, inputs{}, scalars{};
  UnknownLetters unknown = UnknownLetters::error;
  char replacement = 'X';
  bool larger_is_better = true;
  Statistics statistics = Statistics::none;
  double lambda = 0, K = 0, max_e_value = 0;
  long max_hits = 0, alignments = 0;
  std::string table{}, formats{}, out_dir{};
  long chunk_letters = 1;
  double progress_every = 0;
  std::string parameter_folder{}; ///< relative paths of inputs begin there
};

/// Reads the parameters of this run.
Parameters read_parameters();

/// The path of a file that a parameter names: relative paths begin in the folder of the parameter file.
std::string path_of(std::string const& file, Parameters const& parameters);

} // namespace sequences
