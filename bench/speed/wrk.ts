import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadOptions, RequestRate } from '../measure.ts';
import { type Figure, percentOfFloor, rounded, type Section } from '../results/figure.ts';
import { type Server, startBareServer, startShopProcess } from '../servers.ts';
import { defaultListPath } from './api.ts';
import { compareWithFloor, measureBetween } from './compare-with-floor.ts';
import { allTires } from './uncached.ts';

const run = promisify(execFile);

const paths = { 'cached page: home': '/en', 'GET /v1/products, default filter': defaultListPath };

/** Measures cached pages, lists and pages rendered anew in % of the floor with wrk, which uses less CPU than autocannon. */
export const wrk: Section = async ({ seconds }) => {
  const isInstalled = await run('wrk', ['-v']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  );
  if (!isInstalled) {
    console.log('\nwrk\n\nskipped: no wrk on the PATH');
    return [];
  }
  const figures: Figure[] = [];
  await using shop = await startShopProcess();
  for (const [what, path] of Object.entries(paths)) {
    for (const coding of ['br', 'gzip']) {
      figures.push(
        await compareWithFloor(shop, {
          id: `wrk/${path.split('?')[0]} ${coding}`,
          what: `${what}, ${coding}`,
          path,
          seconds,
          coding,
          atLeast: 65,
          measure: measureWithWrk,
        }),
      );
    }
  }
  figures.push(await pagesRenderedAnew(shop, seconds));
  return figures;
};

/** Home pages at an address that nobody requested before. The floor server answers two bytes. */
async function pagesRenderedAnew(shop: Server, seconds: number): Promise<Figure> {
  const options: WrkOptions = { seconds, connections: 4, headers: { 'accept-encoding': 'br' } };
  const script = join(import.meta.dirname, 'every-address-another.lua');
  await using floor = await startBareServer(Buffer.from('ok'), { 'content-type': 'text/plain' });
  const { rates, beside } = await measureBetween(
    () => measureWithWrk(floor.address, options),
    () => measureWithWrk(`${shop.address}/en${allTires}`, { ...options, script }),
  );
  return {
    id: 'wrk/rendered anew br',
    what: 'pages rendered anew, every address another, br',
    measured: percentOfFloor(rates, 3),
    unit: '%',
    target: { atLeast: 0.5 },
    floor: rates,
    beside,
  };
}

type WrkOptions = LoadOptions & { script?: string };

/** Requests `url` from one thread, after a warm-up. Throws on an answer other than 2xx or 3xx or a missing one. */
async function measureWithWrk(
  url: string,
  { seconds, connections = 16, headers = {}, script }: WrkOptions,
): Promise<RequestRate> {
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  if (script) options.push('-s', script);
  const wrkFor = (duration: number) =>
    run('wrk', ['-t1', `-c${connections}`, '--latency', `-d${duration}s`, ...options, url]);
  await wrkFor(Math.ceil(seconds / 4));
  const { stdout } = await wrkFor(seconds);
  const { failed, ...rate } = readWrk(stdout);
  if (failed > 0) throw new Error(`${url}: ${failed} requests without an answer or rejected`);
  return rate;
}

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

/** Reads the output of `wrk --latency`. `failed`: answers other than 2xx or 3xx, and missing ones. Throws on other text. */
export function readWrk(text: string): RequestRate & { failed: number } {
  const at = (percent: number) => {
    const [, value, unit = ''] = new RegExp(`^ +${percent}% +([\\d.]+)(us|ms|s|m)$`, 'm').exec(text) ?? [];
    return rounded(Number(value) * (milliseconds[unit] ?? Number.NaN), 3);
  };
  const requestsPerSecond = Number(/^Requests\/sec: +([\d.]+)$/m.exec(text)?.[1]);
  const ms = { median: at(50), p99: at(99) };
  if (![requestsPerSecond, ms.median, ms.p99].every(Number.isFinite)) throw new Error(`wrk printed:\n${text}`);
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
  const errors = /Socket errors: .*/.exec(text)?.[0].match(/\d+/g) ?? [];
  return { requestsPerSecond, ms, failed: errors.reduce((sum, count) => sum + Number(count), refused) };
}
