import type { createTranslator } from 'use-intl/core';
import type english from './en.json';

type Texts = typeof english;

const feedQueue = /^fetch-supplier-(?<supplier>.+)$/;

/** Returns the name of a queue's jobs. A job of an earlier version keeps the name of its queue. */
export function jobName(t: ReturnType<typeof createTranslator<Texts, 'jobs'>>, queue: string): string {
  const supplier = feedQueue.exec(queue)?.groups?.supplier;
  if (supplier) return t('fetch-supplier', { supplier });
  const name = queue as Exclude<keyof Texts['jobs'], 'fetch-supplier'>;
  return t.has(name) ? t(name) : queue;
}
