// What compiling once for all processes needs of a message-passing library; passed in, so that none is linked here.
#pragma once

#include <string>
#include <vector>

namespace chemora::jit {

/// A group of processes that call everything together and in the same order.
class Exchange {
public:
  virtual ~Exchange() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// The text of every process, in order of rank.
  virtual std::vector<std::string> all_gather(std::string const& mine) = 0;

  /// Gives every process the bytes that `root` has.
  virtual void broadcast(std::string& bytes, int root) = 0;
};

/// A single process.
class Alone final : public Exchange {
public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::string> all_gather(std::string const& mine) override { return {mine}; }
  void broadcast(std::string&, int) override {}
};

} // namespace chemora::jit
