#!/bin/sh
# One line: compiler, system, processor and its cores.
echo "$(swift --version 2>/dev/null | sed -n 's/.*\(Swift version [^ ]*\).*/\1/p' | head -n 1); $(uname -sm);" \
  "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)," \
  "$(getconf _NPROCESSORS_ONLN) cores"
