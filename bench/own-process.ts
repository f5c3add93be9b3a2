import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs a script of `bench` in a child process, sends it a job, and returns its result. */
export async function runInChild<Job, Answer>(script: string, job: Job): Promise<Answer> {
  const child = fork(join(import.meta.dirname, script), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const answered = once(child, 'message');
  child.send(job as object);
  const [answer] = await Promise.race([answered, ended.then(() => [])]);
  if (answer === undefined) throw new Error(`${script} ended without an answer`);
  await ended;
  return answer as Answer;
}

/** Runs the job of the parent process and sends back the result; for a script that `runInChild` starts. Exits with the parent. */
export function runJobOfParent<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (job: Job) => {
    process.send?.(await work(job), () => process.disconnect?.());
  });
}
