// A grid that is divided among threads, which evaluate programs of patterns like processes.
#pragma once

#include "codegen/patterns/distribute.hpp"

#include <algorithm>
#include <barrier>
#include <random>
#include <thread>

namespace chemora::testing_support {

/// The messages of threads.
class ThreadExchange {
public:
  explicit ThreadExchange(int n) : messages_(static_cast<std::size_t>(n)), barrier_(n) {}

  std::vector<std::string> gather(int process, std::string const& message) {
    messages_[static_cast<std::size_t>(process)] = message;
    barrier_.arrive_and_wait();
    std::vector<std::string> const all = messages_;
    barrier_.arrive_and_wait();
    return all;
  }

private:
  std::vector<std::string> messages_;
  std::barrier<> barrier_;
};

/// Divides a box into `n` boxes at random planes. Some boxes may be empty.
inline std::vector<patterns::Box> random_boxes(patterns::Box const& box, int n, std::mt19937& random) {
  if (n == 1) return {box};
  int const axis = static_cast<int>(random() % 3);
  long const plane = box.first[axis] + static_cast<long>(random() % static_cast<unsigned long>(box.extent(axis) + 1));
  patterns::Box lower = box, upper = box;
  lower.end[axis] = upper.first[axis] = plane;
  std::vector<patterns::Box> result = random_boxes(upper, n / 2, random);
  for (patterns::Box const& part : random_boxes(lower, n - n / 2, random)) result.push_back(part);
  return result;
}

/// Inputs whose grid functions are divided among processes.
class Divided {
public:
  Divided(patterns::Inputs const& inputs, int n_processes, unsigned seed) : inputs_(inputs), whole_(inputs.arrays) {
    std::mt19937 random(seed);
    patterns::Box whole;
    std::copy_n(inputs.points, 3, whole.end);
    boxes_ = random_boxes(whole, n_processes, random);
    inputs_.arrays.clear();
  }

  using Outputs = std::vector<patterns::Output>;
  /// Evaluates a program on the process with this number.
  using Evaluate = std::function<Outputs(std::size_t process, patterns::Inputs const&, patterns::LocalGrid const&,
                                         patterns::Exchange&)>;

  /// Returns the outputs of all processes.
  std::vector<Outputs> evaluate(patterns::Program const& program) { return evaluate(evaluation_of(program)); }
  std::vector<Outputs> evaluate(Evaluate const& evaluation) {
    std::vector<Outputs> results(boxes_.size());
    run(evaluation,
        [&](std::size_t process, std::function<Outputs()> const& outputs) { results[process] = outputs(); });
    return results;
  }

  /// Returns the errors of all processes as `file:line:column: message`.
  std::vector<std::string> errors(patterns::Program const& program) {
    std::vector<std::string> results(boxes_.size());
    run(evaluation_of(program), [&](std::size_t process, std::function<Outputs()> const& outputs) {
      try {
        outputs();
      } catch (base::UserError const& error) {
        base::Diagnostic const& first = error.diagnostics()[0];
        results[process] = base::to_text(first.where) + ": " + first.message;
      }
    });
    return results;
  }

private:
  struct OneThread : patterns::Exchange {
    OneThread(ThreadExchange& exchange, int process) : exchange_(exchange), process_(process) {}
    std::vector<std::string> gather(std::string const& message) override { return exchange_.gather(process_, message); }
    ThreadExchange& exchange_;
    int process_;
  };

  patterns::LocalGrid grid_of(patterns::Box const& box) const {
    patterns::LocalGrid grid{.box = box};
    long const stride_y = inputs_.points[2], stride_x = inputs_.points[1] * stride_y;
    long const offset = box.first[0] * stride_x + box.first[1] * stride_y + box.first[2];
    for (auto const& [name, field] : whole_)
      grid.fields[name] = {.first = field.numbers.data() + (box.n_points() > 0 ? offset : 0),
                           .strides = {stride_x, stride_y, 1}};
    return grid;
  }

  static Evaluate evaluation_of(patterns::Program const& program) {
    return [&program](std::size_t, patterns::Inputs const& inputs, patterns::LocalGrid const& grid,
                      patterns::Exchange& exchange) { return patterns::evaluate(program, inputs, grid, exchange); };
  }

  template <typename Use>
  void run(Evaluate const& evaluation, Use const& use) {
    ThreadExchange exchange(static_cast<int>(boxes_.size()));
    std::vector<std::thread> threads;
    for (std::size_t process = 0; process < boxes_.size(); ++process)
      threads.emplace_back([&, process] {
        patterns::LocalGrid const grid = grid_of(boxes_[process]);
        OneThread own(exchange, static_cast<int>(process));
        use(process, [&] { return evaluation(process, inputs_, grid, own); });
      });
    for (std::thread& thread : threads) thread.join();
  }

  patterns::Inputs inputs_;
  std::map<std::string, patterns::ArrayValue> whole_;
  std::vector<patterns::Box> boxes_{};
};

} // namespace chemora::testing_support
