export const maxWaiting = 8;

/** Makes one drawing at a time. Requests of the same name share one drawing. */
export type Drawer<Drawn> = {
  request(name: string, svg: string): Promise<Drawn> | null;
  /** Waits for its turn however many wait: for the job, which adds one at a time. */
  add(name: string, svg: string): Promise<Drawn>;
};

export function openDrawer<Drawn>(draw: (name: string, svg: string) => Promise<Drawn>): Drawer<Drawn> {
  const open = new Map<string, Promise<Drawn>>();
  let last: Promise<unknown> = Promise.resolve();

  function add(name: string, svg: string): Promise<Drawn> {
    const known = open.get(name);
    if (known) return known;
    const turn = last.then(() => draw(name, svg)).finally(() => open.delete(name));
    last = turn.catch(() => {});
    open.set(name, turn);
    return turn;
  }

  return { add, request: (name, svg) => (open.has(name) || open.size <= maxWaiting ? add(name, svg) : null) };
}
