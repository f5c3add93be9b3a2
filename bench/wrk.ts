import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defaultFilter } from './api.ts';
import { besideFloor } from './beside-floor.ts';
import type { Asked, Rate } from './measure.ts';
import type { Section } from './options.ts';
import type { Figure } from './results/figure.ts';
import { startShopProcess } from './servers.ts';
import { readWrk } from './wrk-output.ts';

const run = promisify(execFile);

const paths = { 'kept page: home': '/en', 'GET /v1/products, default filter': defaultFilter };

/** The kept page and the list beside their floor, asked by wrk, which takes less of the machine than autocannon does. */
export const wrk: Section = async ({ seconds }) => {
  const present = await run('wrk', ['-v']).catch((error) => (error.code === 'ENOENT' ? null : error));
  if (present === null) {
    console.log('\nwrk\n\nnot measured: there is no wrk on the PATH');
    return [];
  }
  const figures: Figure[] = [];
  const shop = await startShopProcess();
  try {
    for (const [what, path] of Object.entries(paths)) {
      for (const coding of ['br', 'gzip']) {
        figures.push(
          await besideFloor(shop, {
            ...{ id: `wrk/${path.split('?')[0]} ${coding}`, what: `${what}, ${coding}`, path, seconds },
            ...{ coding, atLeast: 65, measure: measureWithWrk },
          }),
        );
      }
    }
  } finally {
    await shop.stop();
  }
  return figures;
};

/** Asks `url` from one thread over 16 connections, after a warm-up. Throws when an answer is not 2xx, or does not come. */
async function measureWithWrk(url: string, { seconds, headers = {} }: Asked): Promise<Rate> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const ask = (duration: number) => run('wrk', ['-t1', '-c16', '--latency', `-d${duration}s`, ...given, url]);
  await ask(Math.ceil(seconds / 4));
  const { stdout } = await ask(seconds);
  const { failed, ...rate } = readWrk(stdout);
  if (failed > 0) throw new Error(`${url}: ${failed} requests without an answer or refused`);
  return rate;
}
