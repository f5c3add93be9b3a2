export const maxWaiting = 8;

/** A queue that makes one drawing at a time. Requests with the same name share one drawing. */
export type Drawer<Drawn> = {
  /** Returns null if more than `maxWaiting` drawings wait. */
  request(name: string, svg: string): Promise<Drawn> | null;
  /** Has no limit, because only the job uses it, which adds one drawing at a time. */
  add(name: string, svg: string): Promise<Drawn>;
};

export function openDrawer<Drawn>(draw: (name: string, svg: string) => Promise<Drawn>): Drawer<Drawn> {
  const open = new Map<string, Promise<Drawn>>();
  let last: Promise<unknown> = Promise.resolve();

  function add(name: string, svg: string): Promise<Drawn> {
    const pending = open.get(name);
    if (pending) return pending;
    const turn = last.then(() => draw(name, svg)).finally(() => open.delete(name));
    last = turn.catch(() => {});
    open.set(name, turn);
    return turn;
  }

  return { add, request: (name, svg) => (open.has(name) || open.size <= maxWaiting ? add(name, svg) : null) };
}
