import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { tryEach } from '../try-each.ts';
import { type Alert, alertKey } from './alerts.server.ts';

const hourMs = 60 * 60 * 1000;
const reminderMs = 24 * hourMs;
const noText = '';

/** Sends alerts that are new, have changed (at most hourly) or were sent a day ago. Tries all, then throws; failed ones stay due. */
export async function sendAlerts(
  db: Kysely<Tables>,
  alerts: readonly Alert[],
  now: Date,
  send: (alert: Alert) => Promise<void>,
): Promise<void> {
  await tryEach(alerts, 'alerts of the owner', (alert) => sendIfDue(db, alert, now, send));
}

async function sendIfDue(
  db: Kysely<Tables>,
  alert: Alert,
  now: Date,
  send: (alert: Alert) => Promise<void>,
): Promise<void> {
  const key = alertKey(alert);
  const alertText = JSON.stringify([alert.count, alert.details]);
  const lastAlert = await db.selectFrom('owner_alerts').selectAll().where('trouble', '=', key).executeTakeFirst();
  if (lastAlert && !isDue(lastAlert, alertText, now)) return;
  // Stored first, so that no other process sends it too and no transaction waits for a mail server. After a crash, the stored `noText` differs from its text, so it is due in an hour.
  await storeAlert(db, { trouble: key, told: noText, told_at: now });
  try {
    await send(alert);
  } catch (error) {
    if (lastAlert) await storeAlert(db, lastAlert);
    else await db.deleteFrom('owner_alerts').where('trouble', '=', key).execute();
    throw error;
  }
  await storeAlert(db, { trouble: key, told: alertText, told_at: now });
}

type AlertRow = { trouble: string; told: string; told_at: Date };

function isDue(lastAlert: AlertRow, alertText: string, now: Date): boolean {
  const ageMs = now.getTime() - lastAlert.told_at.getTime();
  return ageMs >= reminderMs || (ageMs >= hourMs && lastAlert.told !== alertText);
}

async function storeAlert(db: Kysely<Tables>, row: AlertRow): Promise<void> {
  await db
    .insertInto('owner_alerts')
    .values(row)
    .onConflict((conflict) => conflict.column('trouble').doUpdateSet({ told: row.told, told_at: row.told_at }))
    .execute();
}

/** Clears the text of stored alerts that are not among `alerts`, so that they count as changed when they occur again. `mayClose`: false for an alert that another machine finds. */
export async function closeEndedAlerts(
  db: Kysely<Tables>,
  alerts: readonly Alert[],
  mayClose: (key: string) => boolean,
) {
  const present = new Set(alerts.map(alertKey));
  const rows = await db.selectFrom('owner_alerts').select('trouble').where('told', '!=', noText).execute();
  const endedKeys = rows.map(({ trouble }) => trouble).filter((key) => mayClose(key) && !present.has(key));
  if (endedKeys.length > 0)
    await db.updateTable('owner_alerts').set({ told: noText }).where('trouble', 'in', endedKeys).execute();
}
