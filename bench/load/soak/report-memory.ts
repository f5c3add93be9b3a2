/**
 * Memory of the shop's process after garbage collection. `--import` loads this script into that process, with `--expose-gc`; it
 * answers each message of the parent process.
 */
export type Memory = { rss: number; heapUsed: number; external: number };

/** Exists because of `--expose-gc`; the flavor `last-resort` also returns free memory to the system. */
declare const gc: ((how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void) | undefined;

const fullCollection = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

process.on('message', async () => {
  // Twice, because finalizers of the first collection release more.
  gc?.(fullCollection);
  await new Promise(setImmediate);
  gc?.(fullCollection);
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external } satisfies Memory);
});
// The channel to the parent must not keep the shop running.
process.channel?.unref();
