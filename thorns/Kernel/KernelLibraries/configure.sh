#!/bin/bash
# Prints the folders and names of the installed kernel libraries for the configuration of Cactus.
set -e

fail() {
  printf 'BEGIN ERROR\n%s\nEND ERROR\n' "$*"
  exit 1
}

# An installed thorn is in PREFIX/share/chemora/thorns/Kernel/KernelLibraries; arrangements may be links to it.
if [ -z "$CHEMORA_DIR" ]; then
  CHEMORA_DIR=$(cd "$(dirname "$(readlink -f "$0")")/../../../../.." && pwd)
fi

libraries=$CHEMORA_DIR/lib/chemora/libraries.txt
[ -r "$libraries" ] ||
  fail "There is no installed Chemora in $CHEMORA_DIR (no file $libraries). Install it by" \
    "'cmake --install build --prefix P' and set CHEMORA_DIR = P in the option list of this configuration."

printf 'BEGIN MESSAGE\nFound Chemora in %s\nEND MESSAGE\n' "$CHEMORA_DIR"
echo "INCLUDE_DIRECTORY $CHEMORA_DIR/include/chemora"
echo "LIBRARY_DIRECTORY $CHEMORA_DIR/lib/chemora"
cat "$libraries"
