/**
 * npm passes a signal on to the shell that it runs a script in, which dies of it and tells nobody. Calls `act` once when
 * that has happened; also right away, when it happened before.
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
