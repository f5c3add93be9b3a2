import { jobName } from '../../messages/job-name.ts';
import { useTexts } from '../client/texts.tsx';

/** Returns a function that names the jobs of a queue. */
export function useJobName() {
  const t = useTexts('jobs');
  return (queue: string): string => jobName(t, queue);
}
