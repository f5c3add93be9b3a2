import type { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import { diskSpace } from '../database/disk-space.server.ts';
import type { Tables } from '../database/tables.ts';
import { type Alert, alertOf, closeAlerts, findAlerts, sendAlerts } from '../shop/checkout/desk/alerts.server.ts';
import { newPasskeys } from '../shop/staff/new-passkeys.server.ts';
import type { ScheduledJob } from './job.ts';

export type Watch = {
  dataDir: string;
  send: (alert: Alert) => Promise<void>;
};

export function watchJob({ dataDir, send }: Watch): ScheduledJob {
  return {
    name: 'watch',
    cron: '*/5 * * * *',
    async run({ shop: { db, shopConfig, now } }) {
      const disk = await diskAlert(dataDir);
      const passkeys = await passkeyAlert(db, now());
      const alerts = [...(await findAlerts(db, shopConfig, now())), disk, passkeys].filter((alert) => alert !== null);
      // Each machine closes only the alerts of its own disk.
      await closeAlerts(db, alerts, (key) => !key.startsWith('disk ') || key === `disk ${hostname()}`);
      await sendAlerts(db, alerts, now(), send);
    },
  };
}

async function passkeyAlert(db: Kysely<Tables>, now: Date): Promise<Alert | null> {
  const passkeys = await newPasskeys(db, now);
  if (passkeys.length === 0) return null;
  return alertOf(
    'new-passkeys',
    passkeys,
    ({ name, login, role, passkey }) => `${name} (${login}, ${role}): ${passkey}`,
  );
}

export async function diskAlert(folder: string, readStats?: typeof statfs): Promise<Alert | null> {
  const space = await diskSpace(folder, readStats);
  if (!space?.isLow) return null;
  const freeMiB = Math.max(space.free, 1) / 2 ** 20;
  // Rounded up to a power of two, because each change of the details causes a mail.
  const roundedMiB = 2 ** Math.ceil(Math.log2(freeMiB));
  return { kind: 'disk', of: hostname(), count: 1, details: [`${folder}: < ${roundedMiB} MiB`] };
}
