import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registrationsOfList } from '../../suppliers-fake/registrations-of-list.ts';
import { startEprelFake } from '../../suppliers-fake/start-eprel-fake.ts';
import type { Config } from '../config.ts';
import type { StartOptions } from '../start-options.ts';

const host = 'eprel.fake';
const key = 'key-of-the-demonstration';

/** Much shorter than the pause for the real EPREL, with which thousands of tires would take hours. */
const pauseMs = 20;

/** Starts a fake EPREL with the demonstration tires. Returns the settings and options of a shop that requests it. */
export async function startFakeEprel(projectFolder: string): Promise<{
  config: Pick<Config, 'eprel'>;
  options: Required<Pick<StartOptions, 'eprel'>>;
  stop(): Promise<void>;
}> {
  const list = await readFile(join(projectFolder, 'data/price-list.csv'), 'utf8');
  const fake = await startEprelFake({ registrations: registrationsOfList(list), labels: 'svg', key });
  return {
    config: { eprel: { baseUrl: `https://${host}`, key } },
    options: { eprel: { connection: { fakes: { [host]: fake.origin } }, pauseMs } },
    stop: fake.close,
  };
}
