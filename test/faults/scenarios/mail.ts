import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { mailServer } from '../../support/server/mail-server.ts';
import { startTcpProxy } from '../../support/server/tcp-proxy.ts';
import { openHarness } from '../harness.ts';
import type { Scenario } from '../scenario.ts';
import { separateDatabase } from '../shop-database.ts';

const lastsMs = 6_000;

/** The shop's connections to the mail server (`smtp.ts`), each with one mail in progress: at most as many replies are lost. */
const connections = 2;

/**
 * The mail server refuses temporarily, refuses permanently, and falls silent. Afterwards every mail arrives once, or
 * twice if the reply was lost.
 */
export const mail: Scenario = {
  name: 'mail',
  async play(cleanup, { seed }) {
    const server = await mailServer();
    cleanup.defer(server.close);
    const proxy = await startTcpProxy(`smtp://${server.host}`);
    cleanup.defer(proxy.close);
    const database = await separateDatabase(cleanup);
    const harness = await openHarness(cleanup, { database, seed, environment: { SMTP_URL: proxy.url }, paceMs: 3_000 });
    await setTimeout(2_000);
    for (const code of [451, 550]) {
      await harness.inject(async () => {
        server.refuse({ at: code === 451 ? 'recipient' : 'data', code });
        await setTimeout(lastsMs);
        server.refuse(null);
      });
    }
    let silentAt = 0;
    await harness.inject(async () => {
      silentAt = performance.now();
      proxy.silence();
      await setTimeout(lastsMs);
      proxy.restore();
    });
    await harness.stopTraffic();
    const waitStart = performance.now();
    const unsent = await waitForMails(await database.url(), 180);
    const seconds = ((performance.now() - waitStart) / 1000).toFixed(0);
    if (unsent.length > 0) harness.wrong.push(...unsent);
    const { arrived, replyLost, repetitions } = countMails(server.received, silentAt);
    if (repetitions > 0) harness.wrong.push(`${repetitions} mails were sent twice without reason`);
    harness.notes.push(
      `${arrived} mails arrived, the last ${seconds} s after the last order; ${replyLost} arrived twice, because the mail server's reply was lost`,
    );
    const fault =
      'the mail server refuses temporarily (451), refuses permanently (550), and does not respond, 6 s each';
    return [{ fault, ...(await harness.finish()) }];
  },
};

/** The longest time from the last byte of a mail to the reply, in ms. */
const inProgressMs = 1_000;

/**
 * Counts the mails: `arrived` different ones; `replyLost` sent again because the connection fell silent before the reply;
 * `repetitions` sent again without a reason.
 */
function countMails(received: readonly { at: number; mail: { messageId?: string | undefined } }[], silentAt: number) {
  const firstArrival = new Map<string | undefined, number>();
  let [replyLost, repetitions] = [0, 0];
  for (const { at, mail } of received) {
    const before = firstArrival.get(mail.messageId);
    if (before === undefined) firstArrival.set(mail.messageId, at);
    else if (Math.abs(before - silentAt) < inProgressMs && replyLost < connections) replyLost += 1;
    else repetitions += 1;
  }
  return { arrived: firstArrival.size, replyLost, repetitions };
}

/** Waits up to `seconds` until all mails are sent; returns lines with the unsent ones. */
async function waitForMails(url: string, seconds: number): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const unsent = `select state || ' ' || count(*) as line from pgboss.job
    where name = 'send-letter' and state in ('created', 'retry', 'active', 'failed') group by state`;
  try {
    for (const end = performance.now() + seconds * 1000; ; await setTimeout(500)) {
      const { rows } = await client.query<{ line: string }>(unsent);
      if (rows.length === 0) return [];
      if (performance.now() > end) return rows.map(({ line }) => `unsent mails after ${seconds} s: ${line}`);
    }
  } finally {
    await client.end();
  }
}
