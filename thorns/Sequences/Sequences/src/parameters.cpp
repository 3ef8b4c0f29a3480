#include "parameters.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "cctk.h"
#include "cctk_Parameters.h"
#include "framework/base/user_files.hpp"

#include <filesystem>

namespace sequences {

namespace {

UnknownLetters policy_of(char const* keyword) {
  if (CCTK_EQUALS(keyword, "replace")) return UnknownLetters::replace;
  return CCTK_EQUALS(keyword, "skip") ? UnknownLetters::skip : UnknownLetters::error;
}

Statistics statistics_of(char const* keyword) {
  if (CCTK_EQUALS(keyword, "Karlin-Altschul")) return Statistics::karlin_altschul;
  if (CCTK_EQUALS(keyword, "forward")) return Statistics::forward;
  return CCTK_EQUALS(keyword, "viterbi") ? Statistics::viterbi : Statistics::none;
}

} // namespace

Parameters read_parameters() {
  DECLARE_CCTK_PARAMETERS
  Parameters result;
  result.program = program, result.inputs = inputs, result.scalars = scalars;
  result.unknown = policy_of(unknown_letters);
  result.replacement = replacement_letter[0];
  result.larger_is_better = CCTK_EQUALS(best, "largest");
  result.statistics = statistics_of(statistics);
  result.lambda = lambda, result.K = K, result.max_e_value = max_e_value;
  result.max_hits = max_hits, result.alignments = alignments;
  result.table = table, result.formats = formats, result.out_dir = out_dir;
  result.chunk_letters = chunk_letters;
  result.progress_every = progress_every;
  result.parameter_folder = std::filesystem::path(iotools::parameter_file_path()).parent_path().string();
  return result;
}

std::string path_of(std::string const& file, Parameters const& parameters) {
  return chemora::base::path_from(parameters.parameter_folder, file);
}

} // namespace sequences
