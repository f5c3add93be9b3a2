import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { readConfig, type Variables } from '../../app/config.ts';
import { writePidFile } from '../../database/open-shop-database.server.ts';
import { checkPublicUrl } from './public-address.ts';
import { checkPort } from './settings.ts';

/** What doctor makes of the port while a shop runs at this one, or none. */
async function portOf(env: Variables, running: number | null) {
  const folder = await temporaryFolder();
  if (running) await writePidFile(folder, { pid: process.pid, address: `http://localhost:${running}` });
  const { config, checks } = await checkPort(readConfig({ DATA_DIR: join(folder), ...env }), env);
  return { address: checkPublicUrl(config).words.split(' ')[0], words: checks.map(({ words }) => words) };
}

test('names the port that the running shop uses, and warns when PORT is another one', async () => {
  expect(await portOf({}, null)).toEqual({ address: 'http://localhost:3000', words: [] });
  expect(await portOf({ PORT: '8080' }, null)).toEqual({ address: 'http://localhost:8080', words: [] });
  expect(await portOf({ PORT: '8080' }, 8080)).toEqual({ address: 'http://localhost:8080', words: [] });
  expect(await portOf({}, 8080)).toEqual({
    address: 'http://localhost:8080',
    words: ['the shop runs at http://localhost:8080, but PORT is not set, 3000 by default'],
  });
  expect(await portOf({ PORT: '0' }, 41234)).toEqual({ address: 'http://localhost:41234', words: [] });
  const own = await portOf({ PORT: '4000', PUBLIC_URL: 'http://127.0.0.1:5000' }, 8080);
  expect(own.address).toBe('http://127.0.0.1:5000');
  expect(own.words).toEqual(['the shop runs at http://localhost:8080, but PORT is 4000']);
});
