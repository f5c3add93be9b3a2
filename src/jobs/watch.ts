import type { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { diskSpace } from '../database/disk-space.server.ts';
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
export async function diskTrouble(folder: string, look?: typeof statfs): Promise<Trouble | null> {
  const space = await diskSpace(folder, look);
  if (!space?.little) return null;
  // Of the free room no more than its order of size, or each look would be news.
  const details = [`${folder}: < ${2 ** Math.ceil(Math.log2(Math.max(space.free, 1) / 2 ** 20))} MiB`];
  return { kind: 'disk', of: hostname(), count: 1, details };
}
