# Shared by the scripts: messages, steps with a log, and the environment of MPI runs. Sourced, not run.

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=$(realpath -m "${CHEMORA_BUILD:-$source_dir/build}")

# The system's Python is the one that scripts/install-deps equips with numpy, h5py and matplotlib.
python=$([ -x /usr/bin/python3 ] && echo /usr/bin/python3 || echo python3)

say() { printf '\033[1m== %s\033[0m\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# show_progress LOG: now and then, how far a build has come by the [done/all] in its log, and how long it may still take.
show_progress() {
  local begin=$SECONDS pause=60 end='\n'
  [ ! -t 1 ] || { pause=5; end='\r'; }
  while sleep "$pause" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    local so_far all
    IFS=/ read -r so_far all < <(grep -o '^\[[0-9]*/[0-9]*\]' "$1" | tail -n 1 | tr -d '[]') || continue
    [ "${so_far:-0}" -gt 0 ] || continue
    printf "   %d of %d, about %d s left$end" "$so_far" "$all" $(((SECONDS - begin) * (all - so_far) / so_far))
  done
}

# step NAME COMMAND...: runs with a log; when it fails, says which step and shows errors or the end of its log.
step() {
  local name=$1 log watcher failed=""
  shift
  log=$build_dir/log/$(tr ' /' '--' <<<"$name").log
  mkdir -p "$(dirname "$log")"
  say "$name (log: $log)"
  show_progress "$log" & watcher=$!
  "$@" >"$log" 2>&1 || failed=yes
  kill "$watcher"
  wait "$watcher" 2>/dev/null || true
  if [ "$failed" ]; then
    if grep -q '^CMake Error' "$log"; then sed -n '/^CMake Error/,$p' "$log"; else tail -n 40 "$log"; fi >&2
    fail "step '$name' failed: $* (whole log: $log)"
  fi
}

# Lets MPI start as root in containers and more ranks than cores without burning time in waiting.
mpi_environment() {
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
  export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
  export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
}
