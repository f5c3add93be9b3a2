import { listJobs, type QueuedJob, queueNames } from '../../database/queued-jobs.server.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { oneOf, textOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { print, table } from '../output.ts';
import { withShopContext } from '../with-shop-context.ts';

export const jobsList: Command = {
  summary: 'Lists unfinished jobs, including dead ones.',
  usage: '[--dead] [--queue NAME] [--json]',
  help: `Lists jobs that are not done, oldest first, such as mails to send and refunds to submit. A failed job is retried at
growing intervals for about a day and a half; then it is dead: it is not tried again until \`jobs retry\` queues it. A mail to
an address that its mail server refuses is dead at once.

  --dead        lists only dead jobs
  --queue NAME  lists only jobs of one queue: send-letter, start-payment, sync-payment, submit-refund, …
  --json        prints JSON

  npm run shop -- jobs list --dead`,
  async run(call) {
    const onlyDead = call.values.dead === true;
    const jobs = await withShopContext(call, async (_, queues) => {
      const queue = oneOf(textOption(call, 'queue'), await queueNames(queues), 'queue');
      return listJobs(queues, { dead: onlyDead, queue });
    });
    print(call, { jobs }, table(headings, jobs.map(rowOf), onlyDead ? 'No dead jobs.' : 'No unfinished jobs.'));
  },
};

const headings = ['id', 'queue', 'state', 'tries', 'enqueued', 'due, or failed', 'data', 'error'];

function rowOf({ id, queue, state, tries, enqueuedAt, at: dueOrFailedAt, data, error }: QueuedJob) {
  return [id, queue, state, tries, tallinnTime(enqueuedAt), tallinnTime(dueOrFailedAt), JSON.stringify(data), error];
}
