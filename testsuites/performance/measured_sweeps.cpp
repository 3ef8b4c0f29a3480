#include "testsuites/performance/measured_sweeps.hpp"

#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"

#include <cstdlib>
#include <fmt/format.h>

namespace performance {

using namespace chemora;

namespace {

constexpr char const* axes = "(axis[x] i, axis[y] j, axis[z] k)";

std::string call(std::string const& function, int axis, int offset) {
  std::string text = function;
  for (int n = 0; n < 3; ++n) {
    text += n == 0 ? "(" : ", ";
    text += "ijk"[n];
    if (n == axis && offset != 0) text += offset < 0 ? " - 1" : " + 1";
  }
  return text + ")";
}

} // namespace

std::string lines_text(int axis) {
  std::string const at = std::string("if ") + "ijk"[axis], first = at + " == 0 then ",
                    last = fmt::format("{} == points_{} - 1 then ", at, "xyz"[axis]);
  std::string const here = "(i, j, k)";
  return fmt::format("grid real u = \"Cube::u\"\nlet ratio = 0.5\n"
                     "real m{0} = {1}1 / (1 + 2 * ratio) else 1 / (1 + 2 * ratio - ratio * ratio * {3})\n"
                     "real g{0} = ratio * m{6}\n"
                     "real d{0} = {1}u[i, j, k] * m{6} else u[i, j, k] * m{6} + g{6} * {4}\n"
                     "real w{0} = {2}d{6} else d{6} + g{6} * {5}\nsweep u = w\n",
                     axes, first, last, call("m", axis, -1), call("d", axis, -1), call("w", axis, 1), here);
}

std::string eikonal_text() {
  std::string text = "grid real u = \"Cube::u\"\n";
  auto const add = [&](std::string const& name, std::string const& value) {
    text += fmt::format("real {}{} = {}\n", name, axes, value);
  };
  add("west", "if i == 0 then u[i, j, k] else t(i - 1, j, k)");
  add("east", "if i == points_x - 1 then u[i, j, k] else u[i + 1, j, k]");
  add("south", "if j == 0 then u[i, j, k] else t(i, j - 1, k)");
  add("north", "if j == points_y - 1 then u[i, j, k] else u[i, j + 1, k]");
  add("down", "if k == 0 then u[i, j, k] else t(i, j, k - 1)");
  add("up", "if k == points_z - 1 then u[i, j, k] else u[i, j, k + 1]");
  add("a", "west(i, j, k) min east(i, j, k)");
  add("b", "south(i, j, k) min north(i, j, k)");
  add("c", "down(i, j, k) min up(i, j, k)");
  add("low", "a(i, j, k) min b(i, j, k)");
  add("high", "a(i, j, k) max b(i, j, k)");
  add("first", "low(i, j, k) min c(i, j, k)");
  add("second", "low(i, j, k) max (high(i, j, k) min c(i, j, k))");
  add("third", "high(i, j, k) max c(i, j, k)");
  add("difference", "first(i, j, k) - second(i, j, k)");
  add("two", "(first(i, j, k) + second(i, j, k) + sqrt(0.0 max (2 * spacing_x * spacing_x - difference(i, j, k) * "
             "difference(i, j, k)))) * 0.5");
  add("total", "first(i, j, k) + second(i, j, k) + third(i, j, k)");
  add("squares",
      "first(i, j, k) * first(i, j, k) + second(i, j, k) * second(i, j, k) + third(i, j, k) * third(i, j, k)");
  add("three", "(total(i, j, k) + sqrt(0.0 max (total(i, j, k) * total(i, j, k) - 3 * (squares(i, j, k) - spacing_x * "
               "spacing_x)))) * (1.0 / 3)");
  add("t", "u[i, j, k] min (if first(i, j, k) + spacing_x <= second(i, j, k) then first(i, j, k) + spacing_x else if "
           "two(i, j, k) <= third(i, j, k) then two(i, j, k) else three(i, j, k))");
  return text + "sweep u = t\n";
}

/// The only process, which sends no messages.
class CubeSweeps::OneProcess final : public recursions::Processes {
public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::string> all_gather(std::string const& own_text) override { return {own_text}; }
  void broadcast(std::string&, int) override {}
  void send(int, std::vector<std::byte>) override { throw base::InternalError("The only process sends a message."); }
  void receive(int, std::span<std::byte>) override {
    throw base::InternalError("The only process receives a message.");
  }
  void finish_sends() override {}
};

CubeSweeps::CubeSweeps(std::string const& text, int n, double spacing, std::map<std::string, double> scalars)
    : device_(device::make_host_device()), process_(std::make_unique<OneProcess>()), memory_(*device_),
      function_(wavefront::read_sweep_function({"cube.rec", text})), scalars_(std::move(scalars)) {
  launch::LocalGrid grid;
  grid.extent = grid.allocated = {n, n, n};
  grid.ghosts = {1, 1, 1};
  grid.is_outer = {{{true, true}, {true, true}, {true, true}}};
  grid.scalars.global_size = {n, n, n};
  grid.scalars.spacing = {spacing, spacing, spacing};
  char const* const plan = std::getenv("CHEMORA_SWEEP_PLAN");
  sweeps_ = std::make_unique<recursions::Sweeps>(function_, "Cube", grid,
                                                 recursions::SweepTools{*device_, *process_, memory_},
                                                 recursions::SweepOptions{.plan = plan ? plan : ""});
  std::vector<device::CompileRequest> requests;
  for (auto const& source : sweeps_->sources()) requests.push_back({.kernel = source.name, .source = source.source});
  auto const compiled = device_->compile(requests, 1);
  std::vector<runtime::LoadedSource> loaded;
  for (std::size_t k = 0; k < requests.size(); ++k) {
    if (!compiled[k].error.empty()) throw device::DeviceError(compiled[k].error);
    loaded.push_back({device_->load(requests[k].kernel, compiled[k].object, sweeps_->sources()[k].shape), nullptr});
  }
  sweeps_->set_kernels(std::move(loaded));
}

void CubeSweeps::run(double* u) { sweeps_->run({{"u", u}}, scalars_); }

} // namespace performance
