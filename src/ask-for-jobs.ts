import { openQueues, type Queues } from './database/queue.server.ts';
import { laterJobNames } from './jobs/later-jobs.ts';

/** The queues for a process that only asks for jobs, as a command does: the running shop does them. */
export function openQueuesToAsk(url: string, onError: (error: unknown) => void): Promise<Queues> {
  return openQueues(url, laterJobNames, { works: false, onError });
}
