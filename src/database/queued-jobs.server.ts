import type { JobWithMetadata } from 'pg-boss';
import type { Queues } from './queue.server.ts';

export type QueuedJob = {
  id: string;
  queue: string;
  /** `dead`: tried as often as jobs are tried; it waits for a person. */
  state: 'waiting' | 'retrying' | 'active' | 'dead';
  tries: number;
  askedAt: Date;
  /** When it is tried next, or was tried last. */
  at: Date;
  /** What it is about: ids. */
  data: object;
  /** Why the last try failed; empty when none has. */
  error: string;
};

const states = { created: 'waiting', retry: 'retrying', active: 'active', failed: 'dead' } as const;

/** Jobs that are not done yet, oldest first. `dead`: only those that nobody tries any more. */
export async function listJobs({ boss }: Queues, { dead, queue }: { dead: boolean; queue?: string | undefined }) {
  const found: QueuedJob[] = [];
  for (const { name } of await boss.getQueues()) {
    if (queue !== undefined && name !== queue) continue;
    found.push(...(await boss.findJobs(name)).flatMap((job) => jobOf(name, job)));
  }
  return found
    .filter(({ state }) => !dead || state === 'dead')
    .sort((a, b) => a.askedAt.getTime() - b.askedAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** The names of the queues that there are. */
export async function queueNames({ boss }: Queues): Promise<string[]> {
  return (await boss.getQueues()).map(({ name }) => name).sort();
}

/** Lets a dead job be tried once more. False when it is not dead any more. */
export async function retryJob({ boss }: Queues, { queue, id }: Pick<QueuedJob, 'queue' | 'id'>): Promise<boolean> {
  const { affected } = (await boss.retry(queue, id)) as { affected: number };
  return affected === 1;
}

function jobOf(queue: string, job: JobWithMetadata<unknown>): QueuedJob[] {
  const state = job.state in states ? states[job.state as keyof typeof states] : null;
  if (!state) return [];
  return [
    {
      id: job.id,
      queue,
      state,
      // pg-boss counts from the second try on.
      tries: state === 'waiting' ? 0 : job.retryCount + 1,
      askedAt: job.createdOn,
      at: state === 'dead' ? (job.completedOn ?? job.createdOn) : job.startAfter,
      data: (job.data ?? {}) as object,
      error: errorOf(job.output),
    },
  ];
}

/** pg-boss keeps the fields of the error, and those of a time-out within `value`. */
function errorOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const told = message ?? value?.message;
  return typeof told === 'string' ? told : '';
}
