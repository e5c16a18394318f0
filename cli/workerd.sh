#!/bin/sh
# Starts workerd so that it cannot outlive the server. Node hands file descriptor 3 as one end of a socket pair: a
# small watcher reads from it, and an end of file means that the server is gone, kill -9 included.
# `exec` keeps the process id, so Miniflare's own handle still names workerd itself.

runtime=$$
if [ -n "$VSKILL_WORKERD_PID_FILE" ]; then
  echo "$runtime" >"$VSKILL_WORKERD_PID_FILE"
fi

# Ctrl-C reaches the whole foreground group: only the server reacts to it.
trap '' INT HUP

(
  read -r _ <&3
  # The process id may have been reused: end only a workerd.
  case "$(tr '\0' ' ' <"/proc/$runtime/cmdline" 2>/dev/null || ps -p "$runtime" -o args=)" in
    *workerd*) kill -9 "$runtime" ;;
  esac
) </dev/null >/dev/null 2>&1 &

exec "$VSKILL_WORKERD_PATH" "$@"
