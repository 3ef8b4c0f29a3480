/// Records the compilers of all processes, and for each process the rank of the process that compiles for it.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/jit/disk_cache.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::jit {

/// A group of processes that call these functions together and in the same order. The caller implements the interface
/// with a message-passing library, so that this folder depends on none.
class ProcessGroup {
public:
  virtual ~ProcessGroup() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Returns the texts of all processes, indexed by rank.
  virtual std::vector<std::string> all_gather(std::string const& own_text) = 0;

  /// Copies `bytes` from process `root` to every process.
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
  std::string processor;   ///< identity of the processor and device; objects are valid only where this text is equal
  std::string compiler;    ///< identity of the compiler
  std::string no_compiler; ///< why this process cannot compile; empty if it can
};

/// The compilers of all processes. Processes with equal processors share objects. One process per kind of processor,
/// the leader, searches its cache and compiles. The leader is the first process that has a compiler, otherwise the
/// first process.
struct CompilerPool {
  struct Member {
    int leader = 0;
    std::string no_compiler; ///< why the leader cannot compile, as a sentence; empty if it can
  };
  std::vector<Member> members; ///< members of the pool, indexed by rank
  std::string processor;       ///< identity of the processor of this process
  /// The compiler whose objects this process uses; it is part of the keys of objects. If no process of this kind has a
  /// compiler, this is the compiler that last filled the leader's cache, or empty if the cache is empty.
  std::string compiler;

  bool is_leader(int rank) const { return members[static_cast<std::size_t>(rank)].leader == rank; }
  std::string const& no_compiler(int rank) const { return members[static_cast<std::size_t>(rank)].no_compiler; }
};

/// Creates the pool; all processes must call the function. Only leaders call `open_cache`, so that other processes
/// access no folder. `open_cache` may return null.
CompilerPool open_compiler_pool(LocalCompiler const& local, ProcessGroup& group,
                                std::function<DiskCache*()> const& open_cache);

/// Returns the pool of a process that compiles only for itself.
CompilerPool single_compiler_pool(LocalCompiler const& local);

/// Stores the identity of the pool's compiler in the cache, for later runs without a compiler.
void store_compiler(DiskCache& cache, CompilerPool const& pool);

/// Returns a sentence for each reason why processes have no compiler. The text is empty if every process has a compiler
/// or another process that compiles for it.
std::string to_text(CompilerPool const& pool);

} // namespace chemora::jit
