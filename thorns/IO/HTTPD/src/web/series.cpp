#include "series.hpp"

#include "json.hpp"

#include <utility>

namespace httpd {

void Series::set_names(std::vector<std::string> names) {
  names_ = std::move(names);
  points_.clear();
  stride_ = 1;
  n_added_ = 0;
  ++generation_;
}

void Series::add(Point point) {
  if (n_added_++ % stride_ != 0) return;
  points_.push_back(std::move(point));
  if (points_.size() < max_points) return;
  std::vector<Point> thinned;
  for (std::size_t i = 0; i < points_.size(); i += 2) thinned.push_back(std::move(points_[i]));
  points_ = std::move(thinned);
  stride_ *= 2;
  ++generation_;
}

std::string Series::json(int generation, int after_iteration) const {
  std::vector<std::string> names, points;
  for (auto const& name : names_) names.push_back(json_string(name));
  for (auto const& point : points_) {
    if (generation == generation_ && point.iteration <= after_iteration) continue;
    std::vector<std::string> numbers{std::to_string(point.iteration), json_number(point.time)};
    for (double const value : point.values) numbers.push_back(json_number(value));
    points.push_back(json_array(numbers));
  }
  return JsonObject()
      .add("generation", generation_)
      .add_json("names", json_array(names))
      .add_json("points", json_array(points))
      .text();
}

} // namespace httpd
