import { type Texts, useTexts } from '../client/texts.tsx';

const feedQueue = /^fetch-supplier-(?<supplier>.+)$/;

/** Returns a function that names a job by its queue. A job of an earlier version keeps the name of its queue. */
export function useJobName() {
  const t = useTexts('jobs');
  return (queue: string): string => {
    const supplier = feedQueue.exec(queue)?.groups?.supplier;
    if (supplier) return t('fetch-supplier', { supplier });
    const name = queue as Exclude<keyof Texts['jobs'], 'fetch-supplier'>;
    return t.has(name) ? t(name) : queue;
  };
}
