import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { findTroubles } from '../shop/checkout/find-troubles.server.ts';
import { forgetOver, tellOwner } from '../shop/checkout/tell-owner.server.ts';
import type { Trouble } from '../shop/checkout/trouble.ts';
import type { ScheduledJob } from './job.ts';

export type Watch = {
  /** The folder whose disk is watched. */
  dataDir: string;
  /** Sends the owner the letter of a trouble. */
  tell: (trouble: Trouble) => Promise<void>;
};

/** Less than this is little: PostgreSQL writes as much within a busy day. */
const leastFree = { bytes: 2 ** 30, share: 0.05 };

/** Looks every five minutes for what a person has to see to, and writes to the owner. */
export function watchJob({ dataDir, tell }: Watch): ScheduledJob {
  return {
    name: 'watch',
    cron: '*/5 * * * *',
    async run({ till: { db, now } }) {
      const disk = await diskTrouble(dataDir);
      const troubles = [...(await findTroubles(db, now())), ...(disk ? [disk] : [])];
      // Of another machine's disk this one knows nothing.
      await forgetOver(db, troubles, (key) => !key.startsWith('disk ') || key === `disk ${hostname()}`);
      await tellOwner(db, troubles, now(), tell);
    },
  };
}

/** Null where there is room enough, or no such folder: then this process keeps nothing on a disk. */
export async function diskTrouble(folder: string, look: typeof statfs = statfs): Promise<Trouble | null> {
  const disk = await look(folder).catch(() => null);
  if (!disk) return null;
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  if (free >= leastFree.bytes && free >= leastFree.share * total) return null;
  // Of the free room no more than its order of size, or each look would be news.
  const details = [`${folder}: < ${2 ** Math.ceil(Math.log2(Math.max(free, 1) / 2 ** 20))} MiB`];
  return { kind: 'disk', of: hostname(), count: 1, details };
}
