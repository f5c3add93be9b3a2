import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Stage } from '../stage.ts';

/** For so long the bank answers nonsense now and then, takes other amounts than asked for, and webhooks say what is not so. */
export async function lie(stage: Stage, lastsMs: number): Promise<void> {
  const { montonio, notes } = stage;
  const said = new Map<string, number>();
  let changed = 0;
  for (const end = performance.now() + lastsMs; performance.now() < end; await setTimeout(200)) {
    for (const kind of ['garbage', 'no-url', '500', 'reset-after-send'] as const)
      void montonio.fail(kind, { on: 'start' });
    for (const kind of ['garbage', 'down', '500'] as const) void montonio.fail(kind, { on: 'fetch' });
    const open = montonio.books().filter(({ status }) => status === 'open');
    const [one, other] = [open.at(-1), open.at(0)];
    if (one && stage.random() < 0.3) {
      montonio.setAmount(one.ref, 1);
      changed += 1;
    }
    const claims = { uuid: other?.ref ?? randomUUID(), merchantReference: other?.merchantRef ?? 'R26-00000' };
    const paid = montonio.signed({ ...claims, paymentStatus: 'PAID', grandTotal: 0.01, currency: 'EUR' });
    const unknown = montonio.signed({ ...claims, uuid: randomUUID(), paymentStatus: 'PAID' });
    const messages = {
      'paid, which is not so': paid,
      'of a payment unknown': unknown,
      forged: { ...paid, body: forged(paid.body) },
    };
    for (const [kind, message] of Object.entries(messages)) {
      const what = `webhook ${kind}: ${await send(stage, message)}`;
      said.set(what, (said.get(what) ?? 0) + 1);
    }
  }
  notes.push(`${changed} amounts changed after the order`, ...[...said].map(([what, count]) => `${count} × ${what}`));
}

async function send({ address }: Stage, { headers, body }: { headers: Record<string, string>; body: string }) {
  const { status } = await fetch(`${address}/api/v1/webhooks/montonio`, { method: 'POST', headers, body });
  return status;
}

/** Another signature of the same length. */
function forged(body: string): string {
  const { orderToken } = JSON.parse(body) as { orderToken: string };
  const [head, payload, signature = ''] = orderToken.split('.');
  return JSON.stringify({ orderToken: `${head}.${payload}.${[...signature].reverse().join('')}` });
}
