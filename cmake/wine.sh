#!/bin/sh
# Runs a program for Windows in wine, $1, without wine's own messages, and without asking the first
# time whether to install what the program does not need.
WINEDEBUG=${WINEDEBUG--all} WINEDLLOVERRIDES=${WINEDLLOVERRIDES-mscoree,mshtml=} exec "$@"
