const parentAtStart = process.ppid;

const checkIntervalMs = 500;

/** Under npm, calls `onOrphaned` when the parent process has exited: npm sends signals to a script's shell, which exits without forwarding them. */
export function whenOrphaned(/** @type {() => void} */ onOrphaned) {
  const isRunByNpm = Boolean(process.env.npm_lifecycle_event);
  if (!isRunByNpm) return;
  const check = () => {
    if (process.ppid === parentAtStart) return;
    clearInterval(timer);
    onOrphaned();
  };
  const timer = setInterval(check, checkIntervalMs);
  timer.unref();
  check();
}
