import { hash } from 'node:crypto';
import { nextTime } from '../shop/catalog/supplier/read-suppliers.ts';

/**
 * What to ask for when a job by the clock fell due since it was last done, because no shop ran then; null when it did
 * not. The id is the same for all processes that ask: it is written once.
 */
export function missedJob(name: string, cron: string, lastAt: Date, now: Date): { name: string; id: string } | null {
  const due = nextTime(cron, lastAt);
  return due < now ? { name, id: uuidOf(`${name} ${due.toISOString()}`) } : null;
}

function uuidOf(text: string): string {
  return hash('sha256', text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
