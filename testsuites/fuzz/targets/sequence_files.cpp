// Fuzz targets for files of sequences and of profile hidden Markov models.
#include "testsuites/fuzz/targets/target.hpp"
#include "testsuites/support/text_source.hpp"
#include "thorns/Sequences/Sequences/src/formats/fasta.hpp"
#include "thorns/Sequences/Sequences/src/formats/profile.hpp"

#include "framework/base/source_text.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::fuzz {

bool fasta_file(std::string const& text) {
  sequences::LetterCodes const codes("protein", "ARNDCQEGHILKMFPSTWYVBZX*");
  return accepted([&] {
    sequences::TextSource source("fuzz.fa", text);
    sequences::FastaReader reader(source, codes);
    long n_letters = 0;
    for (sequences::Sequence sequence; reader.next(sequence);) {
      require(!sequence.name.empty() && !sequence.letters.empty(), "a sequence without name or letters");
      require(std::all_of(sequence.letters.begin(), sequence.letters.end(),
                          [&](std::uint8_t letter) { return letter < codes.letters().size(); }),
              "a letter without code");
      n_letters += static_cast<long>(sequence.letters.size());
    }
    require(n_letters == reader.n_letters() && n_letters <= static_cast<long>(text.size()),
            "a wrong number of letters");
  });
}

bool profile_file(std::string const& text) {
  return accepted([&] {
    sequences::Profile const profile = sequences::read_profile({"fuzz.hmm", text});
    auto const n = static_cast<std::size_t>(profile.length) + 1;
    require(profile.mm.size() == n && profile.dd.size() == n && profile.consensus.size() + 1 == n, "a node is missing");
    require(profile.match.size() == n * profile.letters.size(), "a match state is missing");
    auto const odds = sequences::local_odds(profile, profile.letters);
    require(std::all_of(odds.match.begin(), odds.match.end(), [](double x) { return x >= 0 && std::isfinite(x); }),
            "the odds are not numbers");
  });
}

} // namespace chemora::fuzz
