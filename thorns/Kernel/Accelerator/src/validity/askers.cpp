// A stack of names.
#include "askers.hpp"

namespace accelerator {

std::size_t Askers::begin(std::string const& name, std::size_t n_running) {
  askers_.push_back({name, n_running});
  return askers_.size() - 1;
}

void Askers::end(std::size_t before) {
  if (before < askers_.size()) askers_.resize(before);
}

void Askers::leave(std::size_t n_running) {
  while (!askers_.empty() && askers_.back().n_running > n_running) askers_.pop_back();
}

std::string Askers::name(std::size_t n_running) const {
  return askers_.empty() || askers_.back().n_running != n_running ? std::string() : askers_.back().name;
}

} // namespace accelerator
