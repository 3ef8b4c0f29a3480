#include "kernels/tuning/winners.hpp"

#include "framework/base/text.hpp"

#include <nlohmann/json.hpp>

namespace chemora::tuning {

namespace {

using Json = nlohmann::json;

std::string key_of(Subject const& subject) {
  return Json{subject.kernel, subject.graph,   subject.shape,       subject.precision,
              subject.device, subject.machine, subject.search_space}
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace

Winners::Winners(Database const& database, Origin const& origin, std::vector<std::string> const& machines) {
  for (auto const& [subject, any_origin] : database.subjects()) {
    std::string const key = key_of(subject);
    if (!base::contains(machines, subject.machine) || by_subject_.contains(key)) continue;
    if (auto const winner = database.winner(subject, origin)) by_subject_.emplace(key, *winner);
  }
}

Winners Winners::from_text(std::string const& text) {
  Winners winners;
  if (text.empty()) return winners;
  for (Json const& row : Json::parse(text)) {
    Winner winner;
    winner.individual.genome = Genome::from_letters(row.at(1).get<std::string>());
    winner.individual.scores = {row.at(2).get<double>()};
    winner.origin = {row.at(3).get<std::string>(), row.at(4).get<std::string>()};
    row.at(5).get_to(winner.n_measured);
    row.at(6).get_to(winner.initial_mean);
    winners.by_subject_.emplace(row.at(0).get<std::string>(), std::move(winner));
  }
  return winners;
}

std::string Winners::to_text() const {
  if (is_empty()) return {};
  Json rows = Json::array();
  for (auto const& [key, winner] : by_subject_)
    rows.push_back({key, winner.individual.genome.letters(), winner.individual.statistics().mean,
                    winner.origin.compiler, winner.origin.version, winner.n_measured, winner.initial_mean});
  return rows.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Winner const* Winners::find(Subject const& subject) const {
  auto const winner = by_subject_.find(key_of(subject));
  return winner == by_subject_.end() ? nullptr : &winner->second;
}

} // namespace chemora::tuning
