import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { answerJob } from '../own-process.ts';
import { atOnce, type Rate, type Way } from './at-once.ts';
import type { Form } from './forms.ts';

export type BuyersJob = { address: string; forms: Form[]; way: Way };

/** `numbers`: of the orders that were placed; `refused`: how often each other answer came. */
export type Bought = { rate: Rate; numbers: string[]; refused: Record<string, number> };

/** Places orders over HTTP, each form once under a key of its own, over as many connections as there are clients. */
answerJob(async ({ address, forms, way }: BuyersJob): Promise<Bought> => {
  const agent = new Agent({ keepAlive: true, maxSockets: way.clients });
  const { rate, done } = await atOnce(forms, way, async (form) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const asked = request(`${address}/api/v1/orders`, { agent, method: 'POST', headers });
    asked.end(JSON.stringify(form));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const { order, code } = (await json(answer)) as { order?: { number: string }; code?: string };
    return answer.statusCode === 201 && order ? { number: order.number } : { code: code ?? `${answer.statusCode}` };
  });
  agent.destroy();
  const refused: Record<string, number> = {};
  for (const { code } of done) if (code) refused[code] = (refused[code] ?? 0) + 1;
  return { rate, numbers: done.flatMap(({ number }) => number ?? []), refused };
});
