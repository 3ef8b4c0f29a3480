#include "kernels/patterns/grid_runner.hpp"

#include "codegen/patterns/interpreter.hpp"
#include "codegen/patterns/sweep_values.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/words.hpp"
#include "kernels/patterns/point_lists.hpp"
#include "kernels/patterns/sweep_results.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <exception>

namespace chemora::patterns {

namespace {

NestOptions options_for(Program const& program, std::map<std::string, double> const& parameters) {
  NestOptions options;
  for (Variable const& variable : program.variables) {
    if (variable.role != Role::parameter || variable.type.kind != Kind::integer) continue;
    auto const found = parameters.find(variable.name);
    options.max_sizes[variable.name] = static_cast<long>(found == parameters.end() ? variable.value : found->second);
  }
  return options;
}

/// An array of a statement as the argument of a kernel.
struct ArgumentArray {
  std::vector<double> reals{};
  std::vector<std::int32_t> integers{};

  void const* data() const { return integers.empty() ? static_cast<void const*>(reals.data()) : integers.data(); }
};

/// The first exception of several threads.
class FirstError {
public:
  template <typename Function>
  void run(Function const& function) {
    try {
      function();
    } catch (...) {
#pragma omp critical(chemora_sweep_error)
      if (!error_) error_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

private:
  std::exception_ptr error_{};
};

} // namespace

/// Computes the sweeps of a program, and interprets everything else.
class SweepInterpreter final : public Interpreter {
public:
  SweepInterpreter(GridRunner& runner, Inputs const& inputs, LocalGrid const& grid, Exchange& exchange,
                   DeviceGrid const* device)
      : Interpreter(runner.program_.program, inputs, {&grid, &exchange}), runner_(runner), inputs_(inputs), grid_(grid),
        exchange_(exchange), device_(device), none_(grid, inputs.points, false),
        whole_grid_(grid, inputs.points, true) {}

private:
  bool compute(Statement const& statement) override {
    if (statement.kind != StatementKind::let && statement.kind != StatementKind::assign) return false;
    auto const found = runner_.program_.sweeps.find(statement.variable);
    if (found == runner_.program_.sweeps.end()) return false;
    Sweep const& sweep = found->second;
    GridRunner::CompiledSweep& compiled = runner_.sweeps_.at(statement.variable);
    if (!sweep.condition)
      reduce(sweep, compiled);
    else if (device_ && !reads_state(runner_.program_.program, sweep.condition))
      selected_.erase(statement.variable); // the host selects the points when it needs them
    else
      filter(statement.variable, sweep, compiled);
    ++runner_.report_.n_sweeps;
    return true;
  }

  PointSet const& points_of(Sweep const& sweep) const { return sweep.set < 0 ? whole_grid_ : selected_.at(sweep.set); }

  /// Prepares the visit of points by the host.
  void select_points(Sweep const& sweep) {
    if (device_ && device_->copy_to_host && !is_on_host_) device_->copy_to_host();
    is_on_host_ = true;
    if (sweep.set < 0 || selected_.contains(sweep.set)) return;
    filter(sweep.set, runner_.program_.sweeps.at(sweep.set), runner_.sweeps_.at(sweep.set));
  }

  // Arguments of kernels.

  double parameter(std::string const& name) {
    Program const& declarations = runner_.program_.declarations;
    int const number = declarations.find(name);
    for (int const each : statement_variables(runner_.program_.program.statements))
      for (std::size_t axis = 0; axis < static_cast<std::size_t>(variable(each).type.rank); ++axis)
        if (size_name(variable(each).name, axis) == name) return static_cast<double>(slot(each).array.extents.at(axis));
    return slot(number).numbers.at(0);
  }

  ArgumentArray argument(std::string const& name, ir::Type type) {
    int const number = runner_.program_.program.find(name);
    std::vector<double> numbers =
        variable(number).type.is_array() ? to_value(slot(number).array).numbers : slot(number).numbers;
    ArgumentArray result;
    if (type == ir::Type::real64)
      result.reals = std::move(numbers);
    else
      for (double const value : numbers) result.integers.push_back(static_cast<std::int32_t>(value));
    return result;
  }

  struct Launch {
    std::vector<double> parameters{};
    std::size_t n_points = 0; ///< position of the number of points in `parameters`
    std::map<std::string, ArgumentArray> arrays{};
  };

  Launch launch_of(GridRunner::CompiledSweep& compiled) {
    SweepKernel const& kernel = compiled.kernel;
    Launch launch;
    if (!kernel.is_needed()) return launch;
    std::map<std::string, long> integers;
    for (ir::TreeParameter const& each : kernel.tree.parameters) {
      bool const is_number_of_points = each.name == kernel.lowered.n_points;
      if (is_number_of_points) launch.n_points = launch.parameters.size();
      double const value = is_number_of_points ? static_cast<double>(list_size) : parameter(each.name);
      launch.parameters.push_back(value);
      if (each.type == ir::Type::int32) integers[each.name] = static_cast<long>(value);
    }
    for (loops::Parameter const& each : kernel.lowered.kernel.parameters)
      if (each.type == ir::Type::int32 && !integers.contains(each.name))
        integers[each.name] = each.name == kernel.lowered.n_points ? static_cast<long>(list_size)
                                                                   : static_cast<long>(parameter(each.name));
    if (integers != compiled.checked) polyhedral::check_subscripts(kernel.lowered.kernel, integers);
    compiled.checked = integers;
    for (std::string const& name : kernel.lowered.inputs)
      launch.arrays[name] = argument(name, kernel.lowered.kernel.array(name).type);
    return launch;
  }

  /// Calls `use` for lists of points that this thread visits, with the values of the sweep.
  template <typename Use>
  void visit(Sweep const& sweep, GridRunner::CompiledSweep& compiled, Launch const& launch, Use const& use) {
    PointSet const& points = points_of(sweep);
    PointList list(grid_, compiled.kernel, points.has_orders(sweep));
    std::vector<double> parameters = launch.parameters;
    std::vector<void const*> inputs;
    std::vector<void*> outputs;
    for (std::string const& name : compiled.kernel.arguments.inputs) {
      auto const array = launch.arrays.find(name);
      inputs.push_back(array == launch.arrays.end() ? list.array(name) : array->second.data());
    }
    for (std::string const& name : compiled.kernel.arguments.outputs) outputs.push_back(list.array(name));
    long const n_lists = (points.size() + list_size - 1) / list_size;
    long const thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
    for (long n = n_lists * thread / n_threads; n < n_lists * (thread + 1) / n_threads; ++n) {
      points.fill(n * list_size, std::min(points.size(), (n + 1) * list_size), list);
      if (compiled.loaded) {
        parameters[launch.n_points] = static_cast<double>(list.n_points);
        compiled.loaded->run(parameters, inputs, outputs);
      }
      use(list);
    }
  }

  template <typename Function>
  auto timed(Sweep const& sweep, Function const& function) {
    auto const start = std::chrono::steady_clock::now();
    function();
    runner_.report_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    runner_.report_.n_points += static_cast<double>(points_of(sweep).size());
  }

  void filter(int number, Sweep const& sweep, GridRunner::CompiledSweep& compiled) {
    select_points(sweep);
    timed(sweep, [&] {
      Launch const launch = launch_of(compiled);
      std::vector<PointSet> parts(static_cast<std::size_t>(omp_get_max_threads()), none_);
      FirstError error;
#pragma omp parallel
      error.run([&] {
        PointSet& part = parts[static_cast<std::size_t>(omp_get_thread_num())];
        visit(sweep, compiled, launch, [&](PointList const& list) { part.add_where(list.values().integers(0), list); });
      });
      error.rethrow();
      PointSet selected = none_;
      for (PointSet const& part : parts) selected.add(part);
      selected_[number] = std::move(selected);
    });
  }

  void reduce(Sweep const& sweep, GridRunner::CompiledSweep& compiled) {
    std::vector<long> n_groups;
    for (Sweep::Part const& part : sweep.parts)
      n_groups.push_back(!part.key ? 1 : part.n_groups ? std::max(0L, integer(*part.n_groups)) : -1);
    auto const new_results = [&] {
      std::vector<PartResults> results;
      for (std::size_t n = 0; n < sweep.parts.size(); ++n) results.emplace_back(sweep.parts[n], n_groups[n]);
      return results;
    };
    std::vector<PartResults> own = new_results();
    auto const messages = exchange_results(exchange_, [&](MessageWriter& writer) {
      if (!device_ || !reduce_on_device(sweep, compiled, n_groups, own)) {
        select_points(sweep);
        timed(sweep, [&] { own = reduced_here(sweep, compiled, new_results); });
      }
      for (PartResults const& part : own) part.put_into(writer);
    });
    if (messages.size() > 1) {
      own = new_results();
      for (std::string const& message : messages) {
        MessageReader reader(message);
        for (PartResults& part : own) part.add_from(reader);
      }
    }
    for (std::size_t n = 0; n < own.size(); ++n) store(sweep.parts[n], own[n]);
  }

  bool reduce_on_device(Sweep const& sweep, GridRunner::CompiledSweep& compiled, std::vector<long> const& n_groups,
                        std::vector<PartResults>& results) {
    if (!compiled.on_device)
      compiled.on_device =
          std::make_unique<DeviceSweep>(runner_.program_, sweep, compiled.kernel.name, n_groups, *device_->place);
    Inputs inputs;
    for (Variable const* const each : compiled.on_device->inputs()) {
      int const number = runner_.program_.program.find(each->name);
      if (number < 0 || device_->fields.contains(each->name)) continue;
      if (each->role == Role::input)
        inputs.arrays[each->name] = to_value(slot(number).array);
      else
        inputs.parameters[each->name] = slot(number).numbers.at(0);
    }
    auto const start = std::chrono::steady_clock::now();
    bool const is_done =
        compiled.on_device->run(std::move(inputs), grid_.box, inputs_.points, *device_, n_groups, results);
    runner_.report_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (is_done) ++runner_.report_.n_on_device, runner_.report_.n_points += static_cast<double>(grid_.box.n_points());
    return is_done;
  }

  template <typename Make>
  std::vector<PartResults> reduced_here(Sweep const& sweep, GridRunner::CompiledSweep& compiled,
                                        Make const& new_results) {
    Launch const launch = launch_of(compiled);
    std::vector<std::vector<PartResults>> threads(static_cast<std::size_t>(omp_get_max_threads()));
    FirstError error;
#pragma omp parallel
    error.run([&] {
      std::vector<PartResults>& results = threads[static_cast<std::size_t>(omp_get_thread_num())];
      results = new_results();
      visit(sweep, compiled, launch, [&](PointList const& list) {
        PointValues const values = list.values();
        std::size_t first = 0;
        for (std::size_t n = 0; n < results.size(); ++n) {
          results[n].add(values, first);
          first += sweep.parts[n].key ? 1 : 0;
          for (Sweep::Result const& result : sweep.parts[n].results) first += result.values.size();
        }
      });
    });
    error.rethrow();
    for (std::size_t t = 1; t < threads.size(); ++t)
      for (std::size_t n = 0; n < threads[t].size(); ++n) threads[0][n].add(threads[t][n]);
    return std::move(threads[0]);
  }

  void set_array(int number, std::vector<double> numbers, std::size_t n_components) {
    long const n = static_cast<long>(numbers.size() / n_components);
    slot(number).array = whole_array({.n_components = n_components, .numbers = std::move(numbers)}, {n});
  }

  void store(Sweep::Part const& part, PartResults const& results) {
    if (part.key) set_array(part.keys, results.keys(), 1);
    for (std::size_t n = 0; n < part.results.size(); ++n) {
      int const number = part.results[n].variable;
      std::vector<double> numbers = results.numbers(n);
      if (variable(number).type.is_array())
        set_array(number, std::move(numbers), std::max<std::size_t>(1, part.results[n].values.size()));
      else
        slot(number).numbers = std::move(numbers);
    }
  }

  GridRunner& runner_;
  Inputs const& inputs_;
  LocalGrid const& grid_;
  Exchange& exchange_;
  DeviceGrid const* device_; ///< null if the grid functions are on the host
  bool is_on_host_ = false;  ///< whether the values on the device have been copied
  PointSet none_, whole_grid_;
  std::map<int, PointSet> selected_{}; ///< the points of filters on this process, by variable
};

GridRunner::GridRunner(Program const& program, std::map<std::string, double> const& parameters) : source_(program) {
  if (auto const part = find_nonlocal_part(program)) {
    reason_ = base::to_text(part->where) + ": " + part->message;
    return;
  }
  NestOptions const options = options_for(program, parameters);
  program_ = grid_program(program, options);
  for (auto const& [number, sweep] : program_.sweeps)
    sweeps_[number].kernel = make_sweep_kernel(program_, sweep, fmt::format("sweep_{}", sweeps_.size()), options);
}

std::vector<SweepKernel const*> GridRunner::needed_kernels() const {
  std::vector<SweepKernel const*> result;
  for (auto const& [number, sweep] : sweeps_)
    if (sweep.kernel.is_needed()) result.push_back(&sweep.kernel);
  return result;
}

std::vector<KernelSource> GridRunner::sources() const {
  std::vector<KernelSource> result;
  for (SweepKernel const* const kernel : needed_kernels()) result.push_back(source_of(*kernel));
  return result;
}

void GridRunner::set_kernels(std::vector<std::unique_ptr<PointKernel>> kernels) {
  std::size_t n = 0;
  for (auto& [number, sweep] : sweeps_)
    if (sweep.kernel.is_needed()) sweep.loaded = std::move(kernels.at(n++));
  has_kernels_ = true;
}

std::vector<Output> GridRunner::run(Inputs const& inputs, LocalGrid const& grid, Exchange& exchange,
                                    DeviceGrid const* device) {
  bool const is_interpreted = !reason_.empty() || !has_kernels_;
  bool const reads_grid = is_interpreted || !program_.interpreted.empty();
  if (device && reads_grid) {
    device->copy_to_host();
    device = nullptr;
  }
  if (is_interpreted) return evaluate(source_, inputs, grid, exchange);
  return SweepInterpreter(*this, inputs, grid, exchange, device).run();
}

std::string GridRunner::notes() const {
  if (!reason_.empty()) return fmt::format("  interpreted: {}\n", reason_);
  if (!has_kernels_) return "  interpreted: no kernels are compiled\n";
  std::string text = fmt::format("  {} over {:.4g} points per process in {:.3g} s\n",
                                 base::counted(report_.n_sweeps, "sweep"), report_.n_points, report_.seconds);
  if (report_.n_on_device > 0)
    text += fmt::format("  {} on the device; the time contains the compilation of their kernels\n",
                        base::counted(report_.n_on_device, "sweep"));
  for (auto const& [number, sweep] : sweeps_)
    if (sweep.on_device) text += sweep.on_device->notes();
  for (auto const& [where, reason] : program_.interpreted)
    text += fmt::format("  interpreted: {}: {}\n", base::to_text(where), reason);
  return text;
}

} // namespace chemora::patterns
