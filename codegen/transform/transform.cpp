#include "codegen/transform/transform.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

/// The table of transformations, sorted by name.
std::vector<TransformationInfo> make_transformations() {
  // A third member `false` of a parameter means that it may be omitted.
  return {
      {.name = "fuse_multiply_add", .apply = fuse_multiply_add},
      {.name = "set_loop_priority",
       .parameters = {{"loop_priority", "the names of loops, outermost first"}},
       .apply = set_loop_priority},
  };
}

TransformationInfo const& transformation(Call const& call) {
  auto const all = all_transformations();
  auto const found = std::find_if(all.begin(), all.end(), [&](auto const& info) { return info.name == call.name; });
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  for (TransformationInfo const& info : all) names.push_back(info.name);
  throw base::UserError(
      call.where, fmt::format("There is no transformation `{}`.{}", call.name, base::did_you_mean(call.name, names)));
}

std::string usage(TransformationInfo const& info) {
  std::string text = info.name + "(f";
  for (ParameterInfo const& parameter : info.parameters)
    text += fmt::format(", {}{}", parameter.name, parameter.is_required ? "" : "=...");
  if (info.accepts_any_name) text += ", NAME=VALUE";
  return text + ")";
}

/// Assigns the values of a call to the names of the parameters.
class Binding {
public:
  Binding(TransformationInfo const& info, Call const& call) : info_(info), call_(call) {
    if (call.positional.size() > info.parameters.size())
      fail(fmt::format("`{}` has at most {} arguments after the kernel; found {}.", info.name, info.parameters.size(),
                       call.positional.size()));
    for (std::size_t n = 0; n < call.positional.size(); ++n) values_[info.parameters[n].name] = call.positional[n];
    for (auto const& [name, value] : call.named) add_named(name, value);
    for (ParameterInfo const& parameter : info.parameters)
      if (parameter.is_required && !values_.contains(parameter.name))
        fail(fmt::format("`{}` needs the argument `{}`, {}.", info.name, parameter.name, parameter.expected));
  }

  std::map<std::string, Value> const& values() const { return values_; }

private:
  void add_named(std::string const& name, Value const& value) {
    std::vector<std::string> known;
    for (ParameterInfo const& parameter : info_.parameters) known.push_back(parameter.name);
    if (!info_.accepts_any_name && !base::contains(known, name))
      fail(fmt::format("`{}` has no argument `{}`.{}", info_.name, name, base::did_you_mean(name, known)));
    if (!values_.emplace(name, value).second)
      fail(fmt::format("The argument `{}` of `{}` is specified twice.", name, info_.name));
  }

  [[noreturn]] void fail(std::string const& message) const {
    throw base::UserError(call_.where, fmt::format("{} The form is `{}`.", message, usage(info_)));
  }

  TransformationInfo const& info_;
  Call const& call_;
  std::map<std::string, Value> values_;
};

} // namespace

std::span<TransformationInfo const> all_transformations() {
  static std::vector<TransformationInfo> const transformations = make_transformations();
  return transformations;
}

loops::LoopKernel apply(loops::LoopKernel const& kernel, Call const& call) {
  TransformationInfo const& info = transformation(call);
  Arguments const arguments(call, Binding(info, call).values());
  loops::LoopKernel result = info.apply(kernel, arguments);
  loops::verify(result, info.name);
  result.plan.push_back(to_text(call));
  return result;
}

} // namespace chemora::transform
