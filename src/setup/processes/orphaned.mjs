/** Calls `act` when the parent is gone: npm signals the shell of a script, which exits without forwarding. */
export function whenOrphaned(/** @type {() => void} */ act) {
  if (!process.env.npm_lifecycle_event) return;
  const look = () => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    act();
  };
  const looking = setInterval(look, 500);
  looking.unref();
  look();
}

const parent = process.ppid;
