// Copies between host and device: executes, counts and reports them, and copies data back for output.
#include "copies.hpp"
#include "Kernel/Devices/src/processes.hpp"
#include "array_requests.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "current_call.hpp"
#include "tracked_arrays.hpp"
#include "validity/traffic.hpp"

#include <chrono>
#include <map>
#include <utility>

namespace accelerator {

namespace {

Traffic total_traffic;
std::map<std::string, double> copy_seconds; ///< by reader

/// Adds the time of its scope to the copies for a reader.
class ScopedTimer {
public:
  explicit ScopedTimer(std::string reader) : reader_(std::move(reader)) {}
  ~ScopedTimer() {
    copy_seconds[reader_] += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  ScopedTimer(ScopedTimer const&) = delete;
  ScopedTimer& operator=(ScopedTimer const&) = delete;

private:
  std::string reader_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

constexpr char const* exchange = "exchange of ghost zones";

void check(CCTK_INT code, char const* call) {
  if (code < 0) CCTK_VERROR("%s failed with code %d.", call, static_cast<int>(code));
}

/// Boxes to copy in one direction.
struct BoxList {
  ArrayLists arrays;
  std::vector<CCTK_INT> lower, upper;

  void add(ArrayId const& array, Box const& box) {
    arrays.add(array);
    lower.insert(lower.end(), box.lower.begin(), box.lower.end());
    upper.insert(upper.end(), box.upper.begin(), box.upper.end());
  }
};

void copy_whole_arrays(cGH const* cctkGH, Side to, ArrayLists const& l) {
  if (l.size() == 0) return;
  CCTK_INT moved = 0;
  auto const *const v = l.variables.data(), *const r = l.levels.data(), *const t = l.time_levels.data();
  if (to == Side::device)
    check(Device_CopyToDevice(cctkGH, v, r, t, l.size(), &moved), "Device_CopyToDevice");
  else
    check(Device_CopyToHost(cctkGH, v, r, t, l.size(), &moved), "Device_CopyToHost");
}

void copy_boxes(cGH const* cctkGH, Side to, BoxList const& b) {
  if (b.arrays.size() == 0) return;
  check(Device_CopyBoxes(cctkGH, b.arrays.variables.data(), b.arrays.levels.data(), b.arrays.time_levels.data(),
                         b.lower.data(), b.upper.data(), b.arrays.size(), to == Side::device),
        "Device_CopyBoxes");
}

void count(cGH const* cctkGH, Copy const& copy, std::int64_t bytes) {
  DECLARE_CCTK_PARAMETERS
  std::string const parts = partition_of(cctkGH, copy.array.variable).to_text(copy.parts);
  total_traffic.add({name_of(copy.array), parts, copy.to, copy.reader}, {1, bytes});
  if (verbose || veryverbose)
    CCTK_VINFO("copying %s (%s, %lld bytes) to the %s for %s", name_of(copy.array).c_str(), parts.c_str(),
               static_cast<long long>(bytes), name_of(copy.to), copy.reader.c_str());
}

/// Counts the boxes of a variable together, because an exchange has up to 26 of them.
void count(cGH const* cctkGH, DeviceBoxes const& boxes, Side to) {
  std::map<int, std::pair<Parts, std::int64_t>> by_variable;
  for (CCTK_INT i = 0; i < boxes.n; ++i) {
    Box box;
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] = boxes.lower[3 * i + static_cast<CCTK_INT>(d)];
      box.upper[d] = boxes.upper[3 * i + static_cast<CCTK_INT>(d)];
    }
    auto& [parts, n_points] = by_variable[boxes.variables[i]];
    parts |= partition_of(cctkGH, boxes.variables[i]).covering(box);
    n_points += box.n_points();
  }
  for (auto const& [variable, moved] : by_variable)
    count(cctkGH, {{variable, refinement_level(cctkGH), 0}, moved.first, to, exchange},
          moved.second * CCTK_VarTypeSize(CCTK_VarTypeI(variable)));
}

struct Levels {
  explicit Levels(cGH const* cctkGH, CCTK_INT n)
      : refinement(static_cast<std::size_t>(n), refinement_level(cctkGH)), time(static_cast<std::size_t>(n), 0) {}
  std::vector<CCTK_INT> refinement, time;
};

} // namespace

void pack(cGH const* cctkGH, DeviceBoxes const& boxes, void* packed) {
  ScopedTimer const timer(exchange);
  Levels const levels(cctkGH, boxes.n);
  count(cctkGH, boxes, Side::host);
  check(Device_PackBoxes(cctkGH, boxes.variables, levels.refinement.data(), levels.time.data(), boxes.lower,
                         boxes.upper, boxes.n, packed),
        "Device_PackBoxes");
}

void unpack(cGH const* cctkGH, DeviceBoxes const& boxes, void const* packed) {
  ScopedTimer const timer(exchange);
  Levels const levels(cctkGH, boxes.n);
  count(cctkGH, boxes, Side::device);
  check(Device_UnpackBoxes(cctkGH, boxes.variables, levels.refinement.data(), levels.time.data(), boxes.lower,
                           boxes.upper, boxes.n, packed),
        "Device_UnpackBoxes");
}

void copy_within(cGH const* cctkGH, DeviceBoxes const& boxes, CCTK_INT const* to_lower) {
  Levels const levels(cctkGH, boxes.n);
  check(Device_CopyWithin(cctkGH, boxes.variables, levels.refinement.data(), levels.time.data(), boxes.lower,
                          boxes.upper, to_lower, boxes.n),
        "Device_CopyWithin");
}

void make_copies(cGH const* cctkGH, std::vector<Copy> const& copies) {
  CurrentCall::copied(copies);
  if (copies.empty()) return;
  ScopedTimer const timer(copies.front().reader); // copies made together have one reader
  for (Side const to : {Side::host, Side::device}) {
    ArrayLists whole;
    BoxList boxes;
    for (auto const& copy : copies) {
      if (copy.to != to) continue;
      Partition const& partition = partition_of(cctkGH, copy.array.variable);
      count(cctkGH, copy, partition.n_points(copy.parts) * CCTK_VarTypeSize(CCTK_VarTypeI(copy.array.variable)));
      if (partition.is_everywhere(copy.parts))
        whole.add(copy.array);
      else
        for (auto const& box : partition.boxes(copy.parts)) boxes.add(copy.array, box);
    }
    copy_whole_arrays(cctkGH, to, whole);
    copy_boxes(cctkGH, to, boxes);
  }
}

} // namespace accelerator

using namespace accelerator;

namespace {

/// Collective. The copies so far on all processes: sums, and a line for each variable, part, direction and reader.
std::string traffic_report() {
  auto const of_processes = devices::gather(serialise(total_traffic));
  std::string const scope =
      of_processes.size() == 1 ? "" : ", sum of " + std::to_string(of_processes.size()) + " processes";
  return "Between host and device" + scope + ":\n  " + to_text(sum_of(of_processes));
}

struct Selection {
  cGH const* cctkGH;
  std::vector<Access> accesses;
};

void select(int variable, char const*, void* data) {
  DECLARE_CCTK_PARAMETERS
  auto& selection = *static_cast<Selection*>(data);
  int const n_time_levels = copy_back_all_timelevels ? CCTK_ActiveTimeLevelsVI(selection.cctkGH, variable) : 1;
  for (int time_level = 0; time_level < n_time_levels; ++time_level) {
    ArrayId const array{variable, refinement_level(selection.cctkGH), time_level};
    if (is_tracked(selection.cctkGH, array))
      selection.accesses.push_back({array, partition_of(selection.cctkGH, variable).all()});
  }
}

} // namespace

extern "C" void Accelerator_CopyBack(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (copy_back_every == 0 || cctk_iteration % copy_back_every != 0) return;
  Selection selection{cctkGH, {}};
  if (*copy_back_vars && CCTK_TraverseString(copy_back_vars, select, &selection, CCTK_GROUP_OR_VAR) < 0)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "Accelerator::copy_back_vars = \"%s\" contains a name that is neither a variable nor a group. Correct "
               "the name.",
               copy_back_vars);
  fetch(cctkGH, selection.accesses, Side::host, "output");
}

extern "C" void Accelerator_Report(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  if (!report) return;
  CCTK_VINFO("%s", traffic_report().c_str());
  for (auto const& [reader, seconds] : copy_seconds)
    CCTK_VINFO("Copies for %s on this process: %.6f s", reader.c_str(), seconds);
}
