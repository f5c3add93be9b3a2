export const maxWaiting = 8;

/** Makes one drawing at a time. Requests with the same name share one drawing. */
export function openDrawingQueue<Drawn>(draw: (name: string, svg: string) => Promise<Drawn>) {
  const pending = new Map<string, Promise<Drawn>>();
  let last: Promise<unknown> = Promise.resolve();

  /** Has no limit. Besides `addUnlessFull`, only the job that draws missing bitmaps calls it, one drawing at a time. */
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
