export const maxWaiting = 8;

/** Makes one drawing at a time. Requests with the same name share one drawing. */
export function openDrawingQueue<Drawn>(draw: (name: string, svg: string) => Promise<Drawn>) {
  const pending = new Map<string, Promise<Drawn>>();
  let last: Promise<unknown> = Promise.resolve();

  /** Adds without a limit: only for the job that draws missing bitmaps, which adds one drawing at a time, and for `addUnlessFull`. */
  function add(name: string, svg: string): Promise<Drawn> {
    const shared = pending.get(name);
    if (shared) return shared;
    const drawing = last.then(() => draw(name, svg)).finally(() => pending.delete(name));
    last = drawing.catch(() => {});
    pending.set(name, drawing);
    return drawing;
  }

  /** Returns null if `maxWaiting` other drawings wait already. */
  function addUnlessFull(name: string, svg: string): Promise<Drawn> | null {
    // The first pending drawing is being made.
    const waiting = pending.size - 1;
    return pending.has(name) || waiting < maxWaiting ? add(name, svg) : null;
  }

  return { add, addUnlessFull };
}
