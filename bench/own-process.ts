import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Hands a job to a script of this folder, by its path, in a process of its own, and returns its answer. */
export async function inOwnProcess<Job, Answer>(script: string, job: Job): Promise<Answer> {
  const child = fork(join(import.meta.dirname, script), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const answered = once(child, 'message');
  child.send(job as object);
  const [answer] = await Promise.race([answered, ended.then(() => [])]);
  if (answer === undefined) throw new Error(`${script} ended without an answer`);
  await ended;
  return answer as Answer;
}

/** The other side of it. Ends with the process that gave the job. */
export function answerJob<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (job: Job) => {
    process.send?.(await work(job), () => process.disconnect?.());
  });
}
