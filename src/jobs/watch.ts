import type { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { diskSpace } from '../database/disk-space.server.ts';
import { type Alert, closeAlerts, findAlerts, sendAlerts } from '../shop/checkout/desk/alerts.server.ts';
import type { ScheduledJob } from './job.ts';

export type Watch = {
  dataDir: string;
  send: (alert: Alert) => Promise<void>;
};

export function watchJob({ dataDir, send }: Watch): ScheduledJob {
  return {
    name: 'watch',
    cron: '*/5 * * * *',
    async run({ shop: { db, now } }) {
      const disk = await diskAlert(dataDir);
      const alerts = [...(await findAlerts(db, now())), ...(disk ? [disk] : [])];
      // Each machine checks its own disk only.
      await closeAlerts(db, alerts, (key) => !key.startsWith('disk ') || key === `disk ${hostname()}`);
      await sendAlerts(db, alerts, now(), send);
    },
  };
}

export async function diskAlert(folder: string, look?: typeof statfs): Promise<Alert | null> {
  const space = await diskSpace(folder, look);
  if (!space?.little) return null;
  // Rounded to a power of two, so that small changes cause no mail.
  const details = [`${folder}: < ${2 ** Math.ceil(Math.log2(Math.max(space.free, 1) / 2 ** 20))} MiB`];
  return { kind: 'disk', of: hostname(), count: 1, details };
}
