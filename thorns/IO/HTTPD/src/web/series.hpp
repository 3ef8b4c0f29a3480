/// Values over time for the plots of the page, with bounded memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace httpd {

/// The values of several quantities at the same iterations. If there are too many points, every second one is removed,
/// and of the following points only every second (fourth, ...) is stored.
class Series {
public:
  static constexpr std::size_t max_points = 1024;

  struct Point {
    int iteration = 0;
    double time = 0;
    std::vector<double> values; ///< one per name; NaN: no value
  };

  /// Starts again without points.
  void set_names(std::vector<std::string> names);
  void add(Point point);

  std::vector<std::string> const& names() const { return names_; }
  std::vector<Point> const& points() const { return points_; }

  /// Increases whenever a client must discard the points that it has.
  int generation() const { return generation_; }

  /// The points after an iteration, as JSON; all points if the client has another generation.
  std::string json(int generation, int after_iteration) const;

private:
  std::vector<std::string> names_;
  std::vector<Point> points_;
  std::size_t stride_ = 1, n_added_ = 0;
  int generation_ = 0;
};

} // namespace httpd
