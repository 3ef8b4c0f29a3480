#include "kernels/runtime/loop_work.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::runtime {

double n_elements(ir::TypedArray const& array, std::map<std::string, long> const& integers) {
  double product = 1;
  for (ir::ArrayAxis const& axis : array.axes) product *= static_cast<double>(axis.extent.value(integers));
  return product;
}

Work work_of(CompiledLoopKernel const& compiled, std::map<std::string, long> const& integers) {
  Work work;
  work.counts = polyhedral::count(compiled.kernel, integers);
  for (ir::TypedArray const& array : compiled.kernel.arrays) {
    if (!array.is_argument) continue;
    double const n = n_elements(array, integers), size = ir::element_bytes(array.type);
    bool const is_written = base::contains(compiled.arguments.outputs, array.name);
    if (is_written) work.points = std::max(work.points, n);
    work.compulsory_bytes += n * size;
  }
  return work;
}

monitor::KernelRecord record_of(CompiledLoopKernel const& compiled, Work const& work, std::string const& reason) {
  monitor::KernelRecord record;
  record.plan = compiled.kernel.plan.empty() ? "loops as written" : base::join(compiled.kernel.plan, "; ");
  record.plan_reason = reason;
  record.bytes_per_point = static_cast<int>(work.compulsory_bytes / work.points + 0.5);
  record.flops_per_point = static_cast<int>(work.counts.operations / work.points + 0.5);
  return record;
}

std::string note_of(std::string const& name, CompiledLoopKernel const& compiled, Work const& work,
                    std::string const& reason) {
  std::string text = fmt::format("{}: {:.1f} words of arrays and {:.1f} operations per element of its largest result, "
                                 "which has {:.0f} elements on "
                                 "process 0.\n",
                                 name, (work.counts.words_read + work.counts.words_written) / work.points,
                                 work.counts.operations / work.points, work.points);
  if (reason != script_reason) text += "  # " + reason + "\n";
  for (std::string const& statement : compiled.kernel.plan) text += "  " + statement + "\n";
  if (!compiled.kernel.reassociated.empty())
    text +=
        "  Sums into " + base::join(compiled.kernel.reassociated) + " are computed in another order than written.\n";
  return text;
}

} // namespace chemora::runtime
