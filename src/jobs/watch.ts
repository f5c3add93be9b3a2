import type { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { archiveHealth, archiveTroubles, archivingState } from '../database/archive/archive-health.server.ts';
import { systemIdentifier } from '../database/archive/archive-setting.server.ts';
import { diskSpace } from '../database/disk-space.server.ts';
import { dataFolder } from '../database/embedded/data-directory.server.ts';
import type { Tables } from '../database/tables.ts';
import { lostPhotos } from '../shop/catalog/photos/list-photos.server.ts';
import { photoFolder } from '../shop/catalog/photos/photo-files.server.ts';
import { alertOf } from '../shop/checkout/desk/alert-of.ts';
import { type Alert, findAlerts } from '../shop/checkout/desk/alerts.server.ts';
import { closeEndedAlerts, sendAlerts } from '../shop/checkout/desk/send-alerts.server.ts';
import { newPasskeys } from '../shop/staff/people.server.ts';
import type { ScheduledJob } from './job.ts';

/** `archive`: the folder of the WAL archive; undefined without an archive. */
export type Watch = {
  dataDir: string;
  archive?: string | undefined;
  send: (alert: Alert) => Promise<void>;
};

/** Kinds of alerts that each machine finds and closes for itself. Their key is the kind and the host name. */
const machineKinds: readonly Alert['kind'][] = ['disk', 'lost-photos'];

const isOfOtherMachine = (key: string) =>
  machineKinds.some((kind) => key.startsWith(`${kind} `) && key !== `${kind} ${hostname()}`);

export function watchJob({ dataDir, archive, send }: Watch): ScheduledJob {
  return {
    name: 'watch',
    cron: '*/5 * * * *',
    async run({ shop: { db, shopConfig, now } }) {
      const disk = await diskAlert(dataDir);
      const passkeys = await passkeyAlert(db, now());
      const archiving = archive === undefined ? null : await archiveAlert(db, { archive, dataDir }, now());
      const photos = await lostPhotosAlert(db, photoFolder(dataDir));
      const alerts = [...(await findAlerts(db, shopConfig, now())), disk, passkeys, archiving, photos].filter(
        (alert) => alert !== null,
      );
      await closeEndedAlerts(db, alerts, (key) => !isOfOtherMachine(key));
      await sendAlerts(db, alerts, now(), send);
    },
  };
}

async function passkeyAlert(db: Kysely<Tables>, now: Date): Promise<Alert | null> {
  const passkeys = await newPasskeys(db, now);
  if (passkeys.length === 0) return null;
  return alertOf('new-passkeys', passkeys, ({ name, login, role, passkey }) => [
    `${name} (${login}, ${role}): ${passkey}`,
  ]);
}

async function lostPhotosAlert(db: Kysely<Tables>, folder: string): Promise<Alert | null> {
  const { lost } = await lostPhotos(db, folder);
  if (lost.length === 0) return null;
  const alert = alertOf('lost-photos', lost, ({ manufacturer_id, model, id }) => [
    `${manufacturer_id} ${model} (${id})`,
  ]);
  return { ...alert, subject: hostname() };
}

/** The alert also states the free space: WAL that is not archived stays on the disk of the database. */
async function archiveAlert(
  db: Kysely<Tables>,
  { archive, dataDir }: { archive: string; dataDir: string },
  now: Date,
): Promise<Alert | null> {
  const query = async <Row>(text: string): Promise<Row[]> => {
    const { rows } = await sql.raw<Row>(text).execute(db);
    return rows;
  };
  const state = await archivingState(query);
  const system = await systemIdentifier(await dataFolder(dataDir));
  const troubles = archiveTroubles(state, await archiveHealth(archive, system), now);
  if (troubles.length === 0) return null;
  const free = (await diskSpace(dataDir))?.freeBytes ?? 0;
  const sizes = `WAL: ${roundedSize(state.walBytes)}; ${dataDir}: ${roundedSize(free)}`;
  return { kind: 'archive', subject: '', count: 1, details: [`${archive}:`, ...troubles, sizes] };
}

/** Returns the next power of two in MiB as an upper limit, because each change of the details causes a mail. */
function roundedSize(bytes: number): string {
  const mebibytes = Math.max(bytes, 1) / 2 ** 20;
  return `< ${2 ** Math.ceil(Math.log2(mebibytes))} MiB`;
}

export async function diskAlert(folder: string, readStats?: typeof statfs): Promise<Alert | null> {
  const space = await diskSpace(folder, readStats);
  if (!space?.isLow) return null;
  return { kind: 'disk', subject: hostname(), count: 1, details: [`${folder}: ${roundedSize(space.freeBytes)}`] };
}
