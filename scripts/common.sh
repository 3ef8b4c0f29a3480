# Functions for the scripts, which source this file: messages, build folders, steps with a log, and the environment of MPI runs.

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
users_build_dir=${CHEMORA_BUILD:-}
build_dir=$(realpath -m "${users_build_dir:-$source_dir/build}")

# scripts/install-deps installs numpy, h5py, matplotlib and Pillow for the system's Python.
python=$([ -x /usr/bin/python3 ] && echo /usr/bin/python3 || echo python3)
export PYTHONPATH=$source_dir/scripts/python${PYTHONPATH:+:$PYTHONPATH} # the package chemora

# Messages are bold on a terminal, unless NO_COLOR is set; CHEMORA_QUIET=yes suppresses them.
bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\033[1m' plain=$'\033[0m'; fi
print_step() { [ "${CHEMORA_QUIET:-}" = yes ] || printf '%s== %s%s\n' "$bold" "$*" "$plain"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

default_thornlist=$source_dir/thorns/default.th

# cached NAME: prints the value of the variable NAME in the CMake cache of the build folder, or nothing if it is not set.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build_dir/CMakeCache.txt" 2>/dev/null || true; }

# is_default LIST: succeeds if LIST is the default ThornList of the project.
is_default() { [ "$(realpath -m "$1")" = "$(realpath -m "$default_thornlist")" ]; }

# choose_build_folder THORNLIST DIR: sets build_dir; both arguments may be empty. Without DIR, each ThornList has its own folder:
# build-NAME for NAME.th, and build for the default ThornList. It is an error if the folder is configured for another ThornList,
# unless the caller requests the default ThornList explicitly.
choose_build_folder() {
  local thornlist=$1 name configured
  [ -z "$thornlist" ] || [ -f "$thornlist" ] || fail "there is no ThornList $thornlist"
  if [ -n "$2" ]; then build_dir=$(realpath -m "$2"); return; fi
  if [ -n "$thornlist" ] && ! is_default "$thornlist"; then
    name=$(basename "$thornlist" .th)
    build_dir=$build_dir-${name//[^A-Za-z0-9_.+-]/-}
  elif [ -n "$thornlist" ] || [ -n "$users_build_dir" ]; then
    return
  fi
  configured=$(cached THORNLIST)
  [ -n "$configured" ] && [ "$(realpath -m "$configured")" != "$(realpath -m "${thornlist:-$default_thornlist}")" ] || return 0
  [ -n "$thornlist" ] || fail "$build_dir is configured for $configured, not for $default_thornlist." \
    "Run \`scripts/build --thornlist thorns/default.th\` to configure it for the default ThornList again," \
    "or choose another folder with --dir."
  fail "$build_dir is configured for $configured, not for $thornlist. Choose another folder with --dir."
}

# thorn_path THORN: prints the absolute path of a thorn, which the user specifies by its folder or by an equation file. A file in
# the folder `equations` of a thorn denotes this thorn; any other equation file is a thorn of its own.
thorn_path() {
  local path
  path=$(realpath -m "$1")
  if [ -f "$path" ] && [ "$(basename "$(dirname "$path")")" = equations ]; then path=$(dirname "$(dirname "$path")"); fi
  [ -f "$path" ] || [ -e "$path/interface.ccl" ] || compgen -G "$path/equations/*.edl" >/dev/null ||
    compgen -G "$path/equations/*.kranc" >/dev/null ||
    fail "$1 is not a thorn: expected an equation file *.edl, or a folder with interface.ccl or equations/*.edl"
  echo "$path"
}

# added_folder PATH: prints the folder in which scripts/build --add builds the library thorn.so of the thorn with this path.
added_folder() { echo "$build_dir/added/$(basename "${1%.edl}")"; }

# check_equations PATH: prints the errors in the equations and loops of a thorn, and ends the script if there are any. Does nothing if edlc
# is missing or older than its sources, because the build then compiles edlc before the equations.
check_equations() {
  local edlc=$build_dir/bin/edlc file files=("$1")
  if [ -d "$1" ]; then files=("$1"/equations/*.edl); fi
  if [ ! -x "$edlc" ] || [ "$(find "$source_dir/codegen" "$source_dir/framework/base" -newer "$edlc" -name '*pp' -print -quit)" ]; then return; fi
  for file in "${files[@]}"; do
    [ ! -e "$file" ] || "$edlc" "$file" || exit 1
  done
  [ ! -d "$1/loops" ] || "$edlc" --loops "$1" || exit 1
  [ ! -d "$1/recursions" ] || "$edlc" --recursions "$1" || exit 1
}

# require_tests: fails if the build folder does not contain the tests and benchmarks of the project.
require_tests() {
  local configured tests
  choose_build_folder "" ""
  configured=$(cached THORNLIST) tests=$(cached CHEMORA_TESTS)
  if [ -n "$configured" ] && [ "$tests" != ON ] && ! is_default "$configured"; then
    fail "the tests and benchmarks belong to the default configuration, but $build_dir is configured for $configured." \
      "Unset CHEMORA_BUILD, or set it to another folder; \`scripts/test-thorns --dir $build_dir\` runs the tests of" \
      "that configuration's thorns."
  fi
  [ "$tests" != OFF ] || fail "$build_dir is configured without tests and benchmarks (CHEMORA_TESTS is OFF)." \
    "Run \`scripts/build --thornlist thorns/default.th\` to configure it with them."
}

# show_progress LOG: prints at intervals the progress of a build and an estimate of the remaining time, from the lines [done/all] in
# the log. The function ends when its standard input is closed.
show_progress() {
  local begin=$SECONDS pause=60 end='\n' status
  [ "${CHEMORA_QUIET:-}" != yes ] || return 0
  [ ! -t 1 ] || { pause=5; end='\r'; }
  while true; do
    read -r -t "$pause" && status=0 || status=$?
    [ "$status" -gt 128 ] || return 0 # standard input was closed
    local so_far all
    IFS=/ read -r so_far all < <(grep -o '^\[[0-9]*/[0-9]*\]' "$1" | tail -n 1 | tr -d '[]') || continue
    [ "${so_far:-0}" -gt 0 ] || continue
    printf "   %d of %d, about %d s left$end" "$so_far" "$all" $(((SECONDS - begin) * (all - so_far) / so_far))
  done
}

# equation_errors LOG: prints the errors in equations that a build has written to its log. Ninja precedes them by two lines, of which
# the second contains the command.
equation_errors() {
  awk '/^FAILED: / { prints = 0; getline; prints = /\/edlc --thorn /; next }
       /^\[[0-9]+\/[0-9]+\] / || /^ninja: / { prints = 0 }
       prints' "$1"
}

# step NAME COMMAND...: runs a command and writes its output to a log. If the command fails, the function prints the errors in
# equations, otherwise the name of the step, and the errors or the end of the log.
step() {
  local name=$1 log progress watcher failed=""
  shift
  log=$build_dir/log/$(tr ' /' '--' <<<"$name").log
  mkdir -p "$(dirname "$log")"
  print_step "$name (log: $log)"
  exec {progress}> >(show_progress "$log")
  watcher=$!
  "$@" >"$log" 2>&1 {progress}>&- || failed=yes # the command must not keep show_progress running
  exec {progress}>&-
  wait "$watcher" || true
  if [ "$failed" ]; then
    equation_errors "$log" | grep . >&2 && exit 1
    if grep -q '^CMake Error' "$log"; then sed -n '/^CMake Error/,$p' "$log"; else tail -n 40 "$log"; fi >&2
    fail "step '$name' failed: $* (whole log: $log)"
  fi
}

# Exports environment variables that allow MPI to start as root and with more processes than cores.
mpi_environment() {
  set -a
  . "$source_dir/scripts/mpi.env"
  set +a
  export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
}

# choose_launcher RANKS: sets `launcher` to the command and options that start a program of the build folder on RANKS processes. In
# a build without MPI the launcher is empty. scripts/launcher.py implements this for Python programs.
choose_launcher() {
  local mpirun
  mpirun=$(cached CHEMORA_LAUNCHER)
  read -ra launcher <<<"${mpirun:-mpirun}"
  launcher+=(-n "$1")
  [ "$mpirun" = none ] || return 0
  [ "$1" = 1 ] || fail "$build_dir is a build without MPI (CHEMORA_WITH_MPI=OFF), which runs one process; $1 are requested"
  launcher=()
}

# chemora_processes PROCESS: prints PROCESS if it runs chemora, else those of its descendants on this machine that do.
chemora_processes() {
  local child
  if [ "$(cat "/proc/$1/comm")" = chemora ]; then echo "$1"; return; fi
  for child in $(cat "/proc/$1/task/"*/children); do chemora_processes "$child"; done
}

# launch COMMAND...: runs a command that starts chemora, such as mpirun, and returns its exit code. The first signal to this
# script (Ctrl-C, SIGTERM, ...) reaches the processes of chemora as SIGUSR2, after which they end cleanly. They receive it
# directly, because the mpirun of MPICH ends at SIGUSR2, and that of Open MPI kills them one second after SIGTERM. If none of
# them is on this machine, the command receives SIGUSR2 and has to forward it. The second signal has no effect: it could kill
# an mpirun that is about to end. The third stops the command.
launch() {
  local n_signals=0 n_delivered=0 is_interrupted status launched="" processes
  deliver() {
    while [ "$launched" ] && [ $n_delivered -lt $n_signals ]; do
      n_delivered=$((n_delivered + 1))
      case $n_delivered in
        1) processes=$(chemora_processes "$launched"); kill -USR2 ${processes:-"$launched"} ;;
        2) ;;
        *) if [ "$processes" = "$launched" ]; then kill -KILL "$launched"; else kill -TERM "$launched"; fi ;;
      esac 2>/dev/null || true
    done
  }
  pass_on() { is_interrupted=yes n_signals=$((n_signals + 1)); deliver; }
  trap pass_on INT TERM HUP USR1 USR2 # installed before the start, so that a signal cannot end this script while mpirun continues
  setsid "$@" & # in a session without the terminal, whose Ctrl-C would otherwise reach mpirun
  launched=$!
  deliver # signals that arrived before the process was started
  while true; do
    is_interrupted=no status=0
    wait "$launched" || status=$?
    [ $is_interrupted = yes ] || break
  done
  trap - INT TERM HUP USR1 USR2
  return $status
}
