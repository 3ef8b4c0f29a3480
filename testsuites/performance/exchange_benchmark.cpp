// Measures an exchange of ghost zones by packed messages, as PUGH sends them, and compares it with MPI's subarray
// types.
//
// Usage: mpirun -n RANKS bench_exchange SIZE GHOSTS VARIABLES RUNS. Process 0 prints a JSON object per line (see
// scripts/benchmarks/__main__.py). The grid is a periodic cube with SIZE points per axis on each process.
#include "exchange.hpp" // of thorn PUGH

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace pugh;

/// The local part of the grid.
struct Grid {
  Grid(int size, int ghosts, int n_variables, int n_ranks, int rank)
      : decomposition(shape_of(size, ghosts, n_ranks), choose_topology(shape_of(size, ghosts, n_ranks), n_ranks)),
        box(decomposition.local_box(rank)), transfers(make_exchange(decomposition, rank)) {
    for (int v = 0; v < n_variables; ++v) {
      auto& field = fields.emplace_back(static_cast<std::size_t>(box.n_points()));
      for (std::size_t i = 0; i < field.size(); ++i) field[i] = std::sin(1e-3 * static_cast<double>(i)) + v + 10 * rank;
    }
  }

  static Shape shape_of(int size, int ghosts, int n_ranks) {
    Shape shape{
        3, {size + 2 * ghosts, size + 2 * ghosts, n_ranks * size + 2 * ghosts, 1}, {ghosts, ghosts, ghosts, 0}, {}};
    shape.periodic = {true, true, true, false};
    return shape;
  }
  std::byte* data(std::size_t variable) { return reinterpret_cast<std::byte*>(fields[variable].data()); }
  std::size_t bytes_of_message(Transfer const& t) const {
    return static_cast<std::size_t>(t.send.n_points()) * sizeof(double) * fields.size();
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (Transfer const& t : transfers) sum += bytes_of_message(t);
    return sum;
  }

  Decomposition decomposition;
  LocalBox box;
  std::vector<Transfer> transfers;
  std::vector<std::vector<double>> fields;
};

/// Exchanges ghost zones by messages that are packed into reused buffers.
class Packed {
public:
  explicit Packed(Grid& grid) : grid_(grid), outgoing_(grid.bytes()), incoming_(grid.bytes()) {}

  void pack_all() {
    for_pieces([&](Transfer const& t, std::size_t variable, std::size_t at) {
      pack(grid_.data(variable), grid_.box.shape, t.send, sizeof(double), outgoing_.data() + at);
    });
  }
  void unpack_all() {
    for_pieces([&](Transfer const& t, std::size_t variable, std::size_t at) {
      unpack(incoming_.data() + at, grid_.box.shape, t.receive, sizeof(double), grid_.data(variable));
    });
  }
  void exchange() {
    std::vector<MPI_Request> requests(2 * grid_.transfers.size());
    std::size_t at = 0, n = 0;
    for (Transfer const& t : grid_.transfers) {
      MPI_Irecv(incoming_.data() + at, length(t), MPI_BYTE, t.peer, t.receive_tag, MPI_COMM_WORLD, &requests[n++]);
      at += grid_.bytes_of_message(t);
    }
    pack_all();
    at = 0;
    for (Transfer const& t : grid_.transfers) {
      MPI_Isend(outgoing_.data() + at, length(t), MPI_BYTE, t.peer, t.send_tag, MPI_COMM_WORLD, &requests[n++]);
      at += grid_.bytes_of_message(t);
    }
    MPI_Waitall(static_cast<int>(n), requests.data(), MPI_STATUSES_IGNORE);
    unpack_all();
  }
  /// Copies as many bytes as an exchange by one memcpy, as a limit for the speed.
  void copy_plainly() { std::memcpy(incoming_.data(), outgoing_.data(), outgoing_.size()); }

private:
  int length(Transfer const& t) const { return static_cast<int>(grid_.bytes_of_message(t)); }
  template <typename Act>
  void for_pieces(Act const& act) {
    std::size_t at = 0;
    for (Transfer const& t : grid_.transfers)
      for (std::size_t v = 0; v < grid_.fields.size(); ++v) {
        act(t, v, at);
        at += static_cast<std::size_t>(t.send.n_points()) * sizeof(double);
      }
  }

  Grid& grid_;
  std::vector<std::byte> outgoing_, incoming_;
};

/// Messages of MPI's subarray types, without buffers. Either all neighbours are exchanged at once, or one direction
/// after the other; then each face includes the ghost points that earlier directions have filled.
class Subarrays {
public:
  Subarrays(Grid& grid, bool by_direction) {
    auto const direction_of = [](Transfer const& t) { // -1 for an edge or a corner
      int direction = -1, n = 0;
      for (int d = 0, digits = t.receive_tag; d < max_dimension; ++d, digits /= 3)
        if (digits % 3 != 1) direction = d, ++n;
      return n == 1 ? direction : -1;
    };
    for (int phase = 0; phase < (by_direction ? 3 : 1); ++phase) {
      auto& messages = phases_.emplace_back();
      for (Transfer const& t : grid.transfers) {
        if (by_direction && direction_of(t) != phase) continue;
        Range send = t.send, receive = t.receive;
        for (int d = 0; by_direction && d < phase; ++d) // includes ghost points that earlier directions have filled
          for (Range* range : {&send, &receive}) range->lower[d] = 0, range->upper[d] = grid.box.shape[d];
        messages.push_back({type_of(grid, send), type_of(grid, receive), t.peer, t.send_tag, t.receive_tag});
      }
    }
  }
  ~Subarrays() {
    for (auto& messages : phases_)
      for (Message& m : messages) MPI_Type_free(&m.send), MPI_Type_free(&m.receive);
  }
  Subarrays(Subarrays const&) = delete;
  Subarrays& operator=(Subarrays const&) = delete;

  void exchange() {
    for (auto const& messages : phases_) {
      std::vector<MPI_Request> requests(2 * messages.size());
      std::size_t n = 0;
      for (Message const& m : messages)
        MPI_Irecv(MPI_BOTTOM, 1, m.receive, m.peer, m.receive_tag, MPI_COMM_WORLD, &requests[n++]);
      for (Message const& m : messages)
        MPI_Isend(MPI_BOTTOM, 1, m.send, m.peer, m.send_tag, MPI_COMM_WORLD, &requests[n++]);
      MPI_Waitall(static_cast<int>(n), requests.data(), MPI_STATUSES_IGNORE);
    }
  }

private:
  struct Message {
    MPI_Datatype send, receive;
    int peer, send_tag, receive_tag;
  };

  static MPI_Datatype type_of(Grid& grid, Range const& range) {
    int sizes[3], parts[3], starts[3];
    for (int d = 0; d < 3; ++d) sizes[d] = grid.box.shape[d], parts[d] = range.extent(d), starts[d] = range.lower[d];
    MPI_Datatype one = MPI_DATATYPE_NULL, all = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_DOUBLE, &one);
    std::vector<MPI_Aint> addresses(grid.fields.size());
    for (std::size_t v = 0; v < addresses.size(); ++v) MPI_Get_address(grid.data(v), &addresses[v]);
    std::vector<int> const ones(addresses.size(), 1);
    std::vector<MPI_Datatype> const types(addresses.size(), one);
    MPI_Type_create_struct(static_cast<int>(addresses.size()), ones.data(), addresses.data(), types.data(), &all);
    MPI_Type_commit(&all);
    MPI_Type_free(&one);
    return all;
  }

  std::vector<std::vector<Message>> phases_;
};

struct Candidate {
  std::string name;
  std::function<void()> run;
  int n_times = 1;
  std::vector<double> seconds{}; ///< seconds of a run, by measurement; sorted after the last one
};

/// Returns the time in seconds on the slowest process. The result is equal on all processes.
double seconds(Candidate const& contestant) {
  MPI_Barrier(MPI_COMM_WORLD);
  double const start = MPI_Wtime();
  for (int n = 0; n < contestant.n_times; ++n) contestant.run();
  double const mine = MPI_Wtime() - start;
  double slowest = 0;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

/// Measures the candidates in turns after a warm-up; each measurement takes at least a twentieth of a second.
void measure(std::vector<Candidate>& candidates, int n_runs) {
  constexpr double min_seconds = 0.05;
  for (Candidate& c : candidates) {
    c.run();
    while (seconds(c) < min_seconds) c.n_times *= 2;
  }
  for (int run = 0; run < n_runs; ++run)
    for (Candidate& c : candidates) c.seconds.push_back(seconds(c) / c.n_times);
  for (Candidate& c : candidates) std::sort(c.seconds.begin(), c.seconds.end());
}

double median(Candidate const& c) { return c.seconds[c.seconds.size() / 2]; }

void check_equal(Grid const& grid, std::vector<std::vector<double>> const& expected, std::string const& name) {
  if (grid.fields != expected)
    throw std::runtime_error(name + " fills ghost zones with other values than packed messages");
}

void benchmark(int size, int ghosts, int n_variables, int n_runs, int n_ranks, int rank) {
  Grid grid(size, ghosts, n_variables, n_ranks, rank);
  Packed packed(grid);
  Subarrays at_once(grid, false), by_direction(grid, true);
  packed.exchange();
  auto const expected = grid.fields;
  for (auto const& [name, run] : {std::pair<std::string, std::function<void()>>{"at once", [&] { at_once.exchange(); }},
                                  {"by direction", [&] { by_direction.exchange(); }}}) {
    for (auto& field : grid.fields)
      for (std::size_t i = 0; i < field.size(); ++i) {
        Index const at = {static_cast<int>(i) % grid.box.shape[0],
                          static_cast<int>(i) / grid.box.shape[0] % grid.box.shape[1],
                          static_cast<int>(i) / grid.box.shape[0] / grid.box.shape[1], 0};
        for (int d = 0; d < 3; ++d)
          if (at[d] < grid.box.owned.lower[d] || at[d] >= grid.box.owned.upper[d]) field[i] = -1;
      }
    MPI_Barrier(MPI_COMM_WORLD);
    run();
    check_equal(grid, expected, name);
  }
  std::vector<Candidate> candidates{{"exchange", [&] { packed.exchange(); }},
                                    {"subarrays", [&] { at_once.exchange(); }},
                                    {"subarrays_by_direction", [&] { by_direction.exchange(); }},
                                    {"pack", [&] { packed.pack_all(); }},
                                    {"unpack", [&] { packed.unpack_all(); }},
                                    {"copy", [&] { packed.copy_plainly(); }}};
  measure(candidates, n_runs);
  if (rank != 0) return;
  auto const bytes = static_cast<double>(grid.bytes());
  double const copy = bytes / median(candidates[5]);
  constexpr double copies = 3; // each byte is copied into the message, to the other process and out of the message
  auto const print = [&](Candidate const& c, double limit, std::string const& peers) {
    fmt::print(
        R"({{"case": "{} ranks={} n={} ghosts={} variables={}", "unit": "bytes/s", "ours": {:.6g}, "min": {:.6g}, )"
        R"("max": {:.6g}, "runs": {}, "samples": {{"seconds": [{:.6g}]}}, "limit": {:.6g}, "peers": {{{}}}}})"
        "\n",
        c.name, n_ranks, size, ghosts, n_variables, bytes / median(c), bytes / c.seconds.back(),
        bytes / c.seconds.front(), c.seconds.size(), fmt::join(c.seconds, ", "), limit, peers);
  };
  print(candidates[0], copy / copies,
        fmt::format(R"("subarrays": {:.6g}, "subarrays_by_direction": {:.6g})", bytes / median(candidates[1]),
                    bytes / median(candidates[2])));
  print(candidates[3], copy, "");
  print(candidates[4], copy, "");
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int n_ranks = 1, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    if (argc != 5) throw std::runtime_error("usage: bench_exchange SIZE GHOSTS VARIABLES RUNS");
    benchmark(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]), n_ranks, rank);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
