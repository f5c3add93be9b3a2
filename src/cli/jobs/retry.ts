import { listJobs, type QueuedJob, retryJob } from '../../database/queued-jobs.server.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { counted, print } from '../output.ts';
import { withShopContext } from '../with-shop-context.ts';

export const jobsRetry: Command = {
  summary: 'Retries dead jobs.',
  usage: 'ID | --all [--yes] [--json]',
  help: `Queues a dead job for another attempt by the running shop, or at its next start. See \`jobs list --dead\`.

  --all   retries all dead jobs; asks first
${yesAndJsonHelp}

Exit codes: 0 done, 1 there is no such dead job, 2 wrong arguments, 3 not all were queued, as they were no longer dead.

  npm run shop -- jobs retry 0199a1b2-…
  npm run shop -- jobs retry --all`,
  async run(call) {
    const id = idOf(call);
    return withShopContext(call, async (_, queues) => {
      const deadJobs = await listJobs(queues, { dead: true });
      const chosen = id === null ? deadJobs : deadJobs.filter((job) => job.id === id);
      if (id !== null && chosen.length === 0) throw new NotDone('unknown-job', `there is no dead job ${id}`);
      if (id === null && chosen.length > 0) await confirm(call, `Try ${counted(chosen.length, 'dead job')} once more`);
      const retried: QueuedJob[] = [];
      for (const job of chosen) {
        const isQueued = await retryJob(queues, job);
        if (isQueued) retried.push(job);
      }
      const skipped = chosen.length - retried.length;
      print(call, { ok: true, retried: retried.map((job) => job.id) }, [
        ...(chosen.length === 0 ? ['No dead jobs.'] : []),
        ...(retried.length > 0 ? [`${counted(retried.length, 'dead job')} will be tried once more.`] : []),
        ...(skipped > 0
          ? [`${counted(skipped, 'dead job')} ${skipped === 1 ? 'was' : 'were'} not queued: no longer dead.`]
          : []),
      ]);
      return skipped > 0 ? 3 : 0;
    });
  },
};

/** Returns the id, or null for --all. Throws UsageError for both, neither, or several ids. */
function idOf({ positionals, values }: Call): string | null {
  const [id, ...more] = positionals;
  const hasAll = values.all === true;
  const hasId = id !== undefined;
  if (more.length > 0 || hasAll === hasId) throw new UsageError('give the id of one job, or --all');
  return id ?? null;
}
