import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { runJobOfParent } from '../own-process.ts';
import { type Concurrency, concurrently, type Rate } from './concurrently.ts';
import type { Form } from './forms.ts';

export type BuyersJob = { address: string; forms: Form[]; concurrency: Concurrency };

export type BuyersResult = {
  rate: Rate;
  /** Numbers of the placed orders. */
  numbers: string[];
  /** Counts of the other responses, by code. */
  refused: Record<string, number>;
};

/** Number of client addresses in `X-Forwarded-For`; several, because each may use at most a quarter of the order queue. */
const addresses = 10;

/** Places each form once over HTTP with a new idempotency key, over one connection for each client. */
runJobOfParent(async ({ address, forms, concurrency }: BuyersJob): Promise<BuyersResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency.clients });
  let turn = 0;
  const { rate, results } = await concurrently(forms, concurrency, async (form) => {
    turn += 1;
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'x-forwarded-for': `198.51.100.${1 + (turn % addresses)}`,
    };
    const sent = request(`${address}/api/v1/orders`, { agent, method: 'POST', headers });
    sent.end(JSON.stringify(form));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { order, code } = (await json(answer)) as { order?: { number: string }; code?: string };
    return answer.statusCode === 201 && order ? { number: order.number } : { code: code ?? `${answer.statusCode}` };
  });
  agent.destroy();
  const refused: Record<string, number> = {};
  for (const { code } of results) if (code) refused[code] = (refused[code] ?? 0) + 1;
  return { rate, numbers: results.flatMap(({ number }) => number ?? []), refused };
});
