import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { mailServer } from '../../support/mail-server.ts';
import { wireTo } from '../../support/wire.ts';
import type { Scenario } from '../scenario.ts';
import { beside } from '../shop-database.ts';
import { setStage } from '../stage.ts';

const lastsMs = 6_000;

/** Connections to the mail server, each with one letter under way (`smtp.ts`). */
const connections = 2;

/** The mail server refuses for now, refuses for good, and says nothing; afterwards every letter comes, once unless its answer was lost. */
export const mail: Scenario = {
  name: 'mail',
  async play(closing, { seed }) {
    const server = await mailServer();
    closing.defer(server.close);
    const line = await wireTo(`smtp://${server.host}`);
    closing.defer(line.close);
    const database = await beside(closing);
    const stage = await setStage(closing, { database, seed, environment: { SMTP_URL: line.url }, paceMs: 3_000 });
    await setTimeout(2_000);
    for (const code of [451, 550]) {
      await stage.hurt(async () => {
        server.refuse({ at: code === 451 ? 'recipient' : 'data', code });
        await setTimeout(lastsMs);
        server.refuse(null);
      });
    }
    let silentAt = 0;
    await stage.hurt(async () => {
      silentAt = performance.now();
      line.silence();
      await setTimeout(lastsMs);
      line.mend();
    });
    await stage.quiet();
    const begun = performance.now();
    const unsent = await lettersDone(await database.url(), 180);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    if (unsent.length > 0) stage.wrong.push(...unsent);
    const { once, answerLost, again } = howOften(server.received, silentAt);
    if (again > 0) stage.wrong.push(`${again} letters came again`);
    stage.notes.push(
      `${once} letters came, the last of them ${seconds} s after the last order; ${answerLost} came twice, because the line fell silent before the mail server's answer`,
    );
    const fault = 'the mail server refuses for now (451), for good (550), and says nothing, 6 s each';
    return [{ fault, ...(await stage.finish()) }];
  },
};

/** Milliseconds that a letter is under way at most, from its last byte to the answer. */
const underWayMs = 1_000;

/**
 * How many letters came, and how many of them once more: because the line fell silent between the mail server's taking it and its answer,
 * so that nobody can know, or for no reason.
 */
function howOften(received: readonly { at: number; mail: { messageId?: string | undefined } }[], silentAt: number) {
  const first = new Map<string | undefined, number>();
  let [answerLost, again] = [0, 0];
  for (const { at, mail } of received) {
    const before = first.get(mail.messageId);
    if (before === undefined) first.set(mail.messageId, at);
    else if (Math.abs(before - silentAt) < underWayMs && answerLost < connections) answerLost += 1;
    else again += 1;
  }
  return { once: first.size, answerLost, again };
}

/** Waits until no letter is left to be sent; what is left after so many seconds, a line each. */
async function lettersDone(url: string, seconds: number): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const left = `select state || ' ' || count(*) as line from pgboss.job
    where name = 'send-letter' and state in ('created', 'retry', 'active', 'failed') group by state`;
  try {
    for (const end = performance.now() + seconds * 1000; ; await setTimeout(500)) {
      const { rows } = await client.query<{ line: string }>(left);
      if (rows.length === 0) return [];
      if (performance.now() > end) return rows.map(({ line }) => `letters left ${seconds} s later: ${line}`);
    }
  } finally {
    await client.end();
  }
}
