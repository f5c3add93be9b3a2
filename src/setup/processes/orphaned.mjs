/**
 * Calls `act` once when the parent process is gone, at once when it is gone already: npm forwards a signal only to the shell of a
 * script, which exits and does not forward it.
 * @param {() => void} act
 */
export function whenOrphaned(act) {
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
