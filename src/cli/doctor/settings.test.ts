import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { readConfig, type Variables } from '../../app/config.ts';
import { writePidFile } from '../../database/open-shop-database.server.ts';
import { checkPublicUrl } from './public-address.ts';
import { checkPort } from './settings.ts';

/** Returns the public address and the warnings of doctor while a shop runs on `runningPort`; with null, no shop runs. */
async function portReport(env: Variables, runningPort: number | null) {
  const folder = await temporaryFolder();
  if (runningPort) await writePidFile(folder, { pid: process.pid, address: `http://localhost:${runningPort}` });
  const { config, checks } = await checkPort(readConfig({ DATA_DIR: folder, ...env }), env);
  return { address: checkPublicUrl(config).message.split(' ')[0], messages: checks.map(({ message }) => message) };
}

test('names the port that the running shop uses, and warns when PORT is another one', async () => {
  expect(await portReport({}, null)).toEqual({ address: 'http://localhost:3000', messages: [] });
  expect(await portReport({ PORT: '8080' }, null)).toEqual({ address: 'http://localhost:8080', messages: [] });
  expect(await portReport({ PORT: '8080' }, 8080)).toEqual({ address: 'http://localhost:8080', messages: [] });
  expect(await portReport({}, 8080)).toEqual({
    address: 'http://localhost:8080',
    messages: ['the shop runs at http://localhost:8080, but PORT is not set, 3000 by default'],
  });
  expect(await portReport({ PORT: '0' }, 41234)).toEqual({ address: 'http://localhost:41234', messages: [] });
  const withPublicUrl = await portReport({ PORT: '4000', PUBLIC_URL: 'http://127.0.0.1:5000' }, 8080);
  expect(withPublicUrl.address).toBe('http://127.0.0.1:5000');
  expect(withPublicUrl.messages).toEqual(['the shop runs at http://localhost:8080, but PORT is 4000']);
});
