/**
 * Loaded before the shop by `--import`, with `--expose-gc`: tells who started it what the process holds once nothing is left to be
 * collected. A bench's own; the shop knows nothing of it.
 */
export type Memory = { rss: number; heapUsed: number; external: number };

/** What `--expose-gc` gives; `last-resort` also hands the pages that are free then back to the system. */
declare const gc: ((how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void) | undefined;

const whole = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

process.on('message', async () => {
  // Twice, with a turn between: what finalizers let go is collected the second time.
  gc?.(whole);
  await new Promise(setImmediate);
  gc?.(whole);
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external } satisfies Memory);
});
// Who started it may go; the shop then ends as it always does.
process.channel?.unref();
