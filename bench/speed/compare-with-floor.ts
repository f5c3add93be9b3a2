import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LoadOptions, measure as measureWithAutocannon, type RequestRate } from '../measure.ts';
import { type Figure, percentOfFloor } from '../results/figure.ts';
import { type Server, startBareServer } from '../servers.ts';

type Comparison = {
  id: string;
  what: string;
  path: string;
  seconds: number;
  language?: string;
  coding?: string;
  /** Target in % of the floor. */
  atLeast?: number;
  measure?: (url: string, options: LoadOptions) => Promise<RequestRate>;
};

/**
 * Measures requests per second of one URL of the shop in % of the floor server, a bare `node:http` server that answers the same bytes. The
 * floor server is measured before and after the shop, which shows whether the machine became slower.
 */
export async function compareWithFloor(
  shop: Server,
  { id, what, path, seconds, language, coding = 'br', atLeast = 70, measure = measureWithAutocannon }: Comparison,
): Promise<Figure> {
  const headers = { 'accept-encoding': coding, ...(language && { 'accept-language': language }) };
  const answer = await answerOf(shop.address + path, headers);
  const measureUrl = (url: string) => measure(url, { seconds, headers });
  await using floor = await startBareServer(answer.body, answer.headers);
  const { rates, beside } = await measureBetween(
    () => measureUrl(floor.address),
    () => measureUrl(shop.address + path),
  );
  return {
    id,
    what,
    measured: percentOfFloor(rates),
    unit: '%',
    target: { atLeast },
    floor: rates,
    beside: { ...beside, bytes: answer.body.length },
  };
}

/** Measures the floor server, the shop, and the floor server again. Rates are requests per second. */
export async function measureBetween(
  measureFloor: () => Promise<RequestRate>,
  measureShop: () => Promise<RequestRate>,
) {
  const before = await measureFloor();
  const shop = await measureShop();
  const after = await measureFloor();
  return {
    rates: { before: before.requestsPerSecond, shop: shop.requestsPerSecond, after: after.requestsPerSecond },
    beside: { 'median ms': shop.ms.median, 'p99 ms': shop.ms.p99 },
  };
}

/** The answer with its body as sent, without decompression. */
async function answerOf(url: string, headers: Record<string, string>) {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers;
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
  return { body, headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) } };
}
