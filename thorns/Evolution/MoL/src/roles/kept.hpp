// Something that holds as long as what it follows from is the same.
#pragma once

#include <optional>
#include <utility>

namespace mol {

template <class Basis, class Value>
class Kept {
public:
  // What make() gives, made anew when the basis is another one than at the last call.
  template <class Make>
  Value& get(Basis const& basis, Make const& make) {
    if (!made_ || !(made_->first == basis)) made_.emplace(basis, make());
    return made_->second;
  }

private:
  std::optional<std::pair<Basis, Value>> made_;
};

} // namespace mol
