/// The compilers of all processes, and the process that compiles for each of them.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/jit/disk_cache.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::jit {

/// A group of processes that call these functions together and in the same order. The caller implements it by a
/// message-passing library, so that this folder links none.
class ProcessGroup {
public:
  virtual ~ProcessGroup() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// The texts of all processes by rank.
  virtual std::vector<std::string> all_gather(std::string const& own_text) = 0;

  /// Sets `bytes` on every process to those of `root`.
  virtual void broadcast(std::string& bytes, int root) = 0;
};

/// A group of one process.
class SingleProcess final : public ProcessGroup {
public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::string> all_gather(std::string const& own_text) override { return {own_text}; }
  void broadcast(std::string&, int) override {}
};

/// The compiler that is available to this process.
struct LocalCompiler {
  std::string processor;   ///< identity of the processor and device; objects are valid for equal identities
  std::string compiler;    ///< identity of the compiler
  std::string no_compiler; ///< why this process cannot compile; empty if it can
};

/// The compilers of all processes. Processes with equal processors share objects. One of them, the leader, searches its
/// cache and compiles: the first that has a compiler, otherwise the first.
struct CompilerPool {
  struct Member {
    int leader = 0;
    std::string no_compiler; ///< why the leader cannot compile, as a sentence; empty if it can
  };
  std::vector<Member> members; ///< by rank
  std::string processor;       ///< of this process
  /// The compiler whose objects this process uses; part of their keys. If no process of this kind has a compiler, the
  /// one that last filled the leader's cache; empty if there is none.
  std::string compiler;

  bool is_leader(int rank) const { return members[static_cast<std::size_t>(rank)].leader == rank; }
  std::string const& no_compiler(int rank) const { return members[static_cast<std::size_t>(rank)].no_compiler; }
};

/// Collective. Only leaders call `open_cache`, so that other processes touch no folder. It may return null.
CompilerPool open_compiler_pool(LocalCompiler const& local, ProcessGroup& group,
                                std::function<DiskCache*()> const& open_cache);

/// The pool of a process that compiles for itself only.
CompilerPool single_compiler_pool(LocalCompiler const& local);

/// Stores the identity of the pool's compiler in the cache, for later runs without a compiler.
void store_compiler(DiskCache& cache, CompilerPool const& pool);

/// One sentence for each reason why processes have no compiler; empty if all have one.
std::string to_text(CompilerPool const& pool);

} // namespace chemora::jit
