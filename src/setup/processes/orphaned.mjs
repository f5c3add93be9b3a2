/** Under npm, calls `act` when the parent process has exited: npm sends signals to a script's shell, which exits without forwarding them. */
export function whenOrphaned(/** @type {() => void} */ act) {
  if (!process.env.npm_lifecycle_event) return;
  const check = () => {
    if (process.ppid === parent) return;
    clearInterval(checking);
    act();
  };
  const checking = setInterval(check, 500);
  checking.unref();
  check();
}

const parent = process.ppid;
