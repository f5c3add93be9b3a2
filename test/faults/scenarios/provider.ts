import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Harness, openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import { separateDatabase } from '../shop-database.ts';

const lastsMs = 8_000;

type Outage = { fault: string; begin(harness: Harness): void; end(harness: Harness): void };

const outages: readonly Outage[] = [
  {
    fault: 'the payment provider answers after 10 s, for 8 s',
    // 5 s each way.
    begin: ({ bank }) => bank.delay(5_000),
    end: ({ bank }) => bank.restore(),
  },
  {
    fault: 'the payment provider out of reach for 8 s (connections break)',
    begin: ({ bank }) => bank.cut(),
    end: ({ bank }) => bank.restore(),
  },
];

export const provider: Scenario = {
  name: 'provider',
  async play(cleanup, { seed }) {
    const rows: Row[] = [];
    for (const { fault, begin, end } of outages) {
      const harness = await openHarness(cleanup, { database: await separateDatabase(cleanup), seed, paceMs: 500 });
      await setTimeout(2_000);
      await harness.inject(async () => {
        begin(harness);
        await setTimeout(lastsMs);
        end(harness);
      });
      rows.push({ fault, ...(await harness.finish()) });
    }
    const harness = await openHarness(cleanup, { database: await separateDatabase(cleanup), seed, paceMs: 500 });
    await setTimeout(2_000);
    await harness.inject(() => misbehave(harness, lastsMs));
    const fault =
      'the payment provider misbehaves: invalid responses, wrong amounts, false, unknown and forged webhooks';
    return [...rows, { fault, ...(await harness.finish()) }];
  },
};

/** For `lastsMs`, the bank gives some invalid responses, changes amounts and sends false webhooks. */
async function misbehave(harness: Harness, lastsMs: number): Promise<void> {
  const { montonio, notes } = harness;
  const counts = new Map<string, number>();
  let changed = 0;
  for (const end = performance.now() + lastsMs; performance.now() < end; await setTimeout(200)) {
    for (const kind of ['garbage', 'no-url', '500', 'reset-after-work'] as const)
      void montonio.fail(kind, { on: 'start' });
    for (const kind of ['garbage', 'down', '500'] as const) void montonio.fail(kind, { on: 'fetch' });
    const open = montonio.books().filter(({ status }) => status === 'open');
    const [newest, oldest] = [open.at(-1), open.at(0)];
    if (newest && harness.random() < 0.3) {
      montonio.setAmount(newest.ref, 1);
      changed += 1;
    }
    const claims = { uuid: oldest?.ref ?? randomUUID(), merchantReference: oldest?.merchantRef ?? 'R26-00000' };
    const paid = montonio.signed({ ...claims, paymentStatus: 'PAID', grandTotal: 0.01, currency: 'EUR' });
    const unknown = montonio.signed({ ...claims, uuid: randomUUID(), paymentStatus: 'PAID' });
    const messages = {
      'for an unpaid payment': paid,
      'for an unknown payment': unknown,
      forged: { ...paid, body: forged(paid.body) },
    };
    for (const [kind, message] of Object.entries(messages)) {
      const what = `webhook ${kind}: ${await send(harness, message)}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  }
  notes.push(`${changed} amounts changed after the order`, ...[...counts].map(([what, count]) => `${count} × ${what}`));
}

async function send({ address }: Harness, { headers, body }: { headers: Record<string, string>; body: string }) {
  const { status } = await fetch(`${address}/api/v1/webhooks/montonio`, { method: 'POST', headers, body });
  return status;
}

function forged(body: string): string {
  const { orderToken } = JSON.parse(body) as { orderToken: string };
  const [head, payload, signature = ''] = orderToken.split('.');
  return JSON.stringify({ orderToken: `${head}.${payload}.${[...signature].reverse().join('')}` });
}
