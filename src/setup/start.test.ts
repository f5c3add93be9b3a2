import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import webProcess from './processes/web-process.json' with { type: 'json' };

/** Prints `signal` at each signal. 300 ms after the first, prints its name and the number of signals until then, and exits with code 7. */
const stubServer = `
  let count = 0;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    count += 1;
    console.log('signal');
    if (count === 1) setTimeout(() => { console.log(signal, count); process.exit(7); }, 300);
  });
  setInterval(() => {}, 60_000);
  console.log('environment', process.env.SMTP_URL, process.env.LOG_LEVEL);
  console.log('options', JSON.stringify(process.execArgv), process.env.MALLOC_ARENA_MAX);
  console.log('up', process.env.NODE_ENV, process.argv.slice(2).join(' '));
`;

/** Appends an x to the file `builds` at each build, and fails if src/page.ts contains `broken`. */
const stubBuilder = `
  const fs = require('node:fs');
  fs.appendFileSync('builds', 'x');
  fs.mkdirSync('build/client', { recursive: true });
  if (fs.readFileSync('src/page.ts', 'utf8') === 'broken') process.exit(1);
`;

/** Creates an installed project whose shop and build tool are stubs. Returns its folder. */
async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await cp(import.meta.dirname, join(folder, 'src/setup'), { recursive: true });
  await write('package-lock.json', '{}');
  await write('node_modules/.package-lock-hash', createHash('sha256').update('{}').digest('hex'));
  await mkdir(join(folder, 'node_modules/node/bin'), { recursive: true });
  await symlink(process.execPath, join(folder, 'node_modules/node/bin/node'));
  await write('node_modules/@react-router/dev/package.json', '{ "bin": "build.cjs" }');
  await write('node_modules/@react-router/dev/build.cjs', stubBuilder);
  await write('node_modules/vite/package.json', '{ "bin": "build.cjs" }');
  await write('node_modules/vite/build.cjs', `require('node:fs').mkdirSync('build/desk', { recursive: true });`);
  await write('src/page.ts', 'one');
  await write('build/server/server.js', stubServer);
  return folder;
}

type StartOptions = { variables?: Record<string, string>; args?: string[]; script?: string };

function start(
  folder: string,
  { variables = {}, args = [], script = 'start' }: StartOptions = {},
): ChildProcess & { output: () => string } {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  const child = spawn(process.execPath, [join(folder, `src/setup/${script}.mjs`), ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return Object.assign(child, { output: () => output });
}

async function untilPrinted(child: ReturnType<typeof start>, word: string): Promise<void> {
  while (!child.output().includes(word)) await once(child.stdout ?? child, 'data');
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'forwards %s to the shop once, even if it is sent twice, and exits with the shop’s exit code',
  async (signal) => {
    const child = start(await project(), { args: ['--one', '--two'] });
    await untilPrinted(child, 'up');
    child.kill(signal);
    await untilPrinted(child, 'signal');
    child.kill(signal);
    expect((await once(child, 'close'))[0]).toBe(7);
    expect(child.output()).toContain('up production --one --two');
    expect(child.output()).toContain(`${signal} 1\n`);
  },
);

test('starts the web process with the options and environment of web-process.json', async () => {
  const child = start(await project());
  await untilPrinted(child, 'up');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(child.output()).toContain(
    `options ${JSON.stringify(webProcess.nodeOptions)} ${webProcess.env.MALLOC_ARENA_MAX}\n`,
  );
});

test('reads .env; variables that are already set keep their value', async () => {
  const folder = await project();
  await writeFile(join(folder, '.env'), 'SMTP_URL=smtp://from-file\nLOG_LEVEL=debug\n');
  const child = start(folder, { variables: { LOG_LEVEL: 'error' } });
  await untilPrinted(child, 'up');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(child.output()).toContain('environment smtp://from-file error\n');
});

test('builds the shop when its sources have changed, but not for changed tests or set-up scripts', async () => {
  const folder = await project();
  const startOnce = async () => {
    const child = start(folder);
    await untilPrinted(child, 'up');
    child.kill('SIGTERM');
    await once(child, 'close');
    return (await readFile(join(folder, 'builds'), 'utf8')).length;
  };
  expect(await startOnce()).toBe(1);
  await writeFile(join(folder, 'src/page.test.ts'), 'a test');
  await writeFile(join(folder, 'src/setup/more.mjs'), '');
  expect(await startOnce()).toBe(1);
  await writeFile(join(folder, 'src/page.ts'), 'two');
  expect(await startOnce()).toBe(2);
  await writeFile(join(folder, 'shop.local.ts'), 'export default {};');
  expect(await startOnce()).toBe(3);
});

test('builds again at the next start after a failed build', async () => {
  const folder = await project();
  await writeFile(join(folder, 'src/page.ts'), 'broken');
  for (const builds of ['x', 'xx']) {
    const child = start(folder);
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(child.output()).toContain('The build failed.');
    expect(await readFile(join(folder, 'builds'), 'utf8')).toBe(builds);
  }
});

test.each(['start', 'shop'])(
  'npm run %s reports a settings file that cannot be loaded, in one line',
  async (script) => {
    const folder = await project();
    const outputOf = async (file: string, source: string) => {
      await writeFile(join(folder, file), source);
      const child = start(folder, { args: ['help'], script });
      expect((await once(child, 'close'))[0]).toBe(1);
      return child.output();
    };
    expect(await outputOf('shop.local.ts', "export default {\n  name: 'A' b: 1,\n};\n")).toMatch(
      /^shop\.local\.ts:2:13: .+\n$/,
    );
    expect(await outputOf('shop.local.ts', 'export default {\n  name: nam,\n};\n')).toBe(
      'shop.local.ts:2:9: nam is not defined\n',
    );
    await rm(join(folder, 'shop.local.ts'));
    expect(await outputOf('suppliers.local.ts', 'export default [\n')).toMatch(/^suppliers\.local\.ts:\d+:\d+: .+\n$/);
  },
);

/** Serves HTTP like a running shop, and writes its pid file into a data folder. Returns its address. */
async function runningShop(dataFolder: string): Promise<string> {
  const shop = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  onTestFinished(() => void shop.close());
  const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  await mkdir(dataFolder, { recursive: true });
  await writeFile(join(dataFolder, 'shop.json'), JSON.stringify({ pid: process.pid, address }));
  return address;
}

test.each(['.data', 'elsewhere'])(
  'prints one line, and neither builds nor starts the shop, while the shop already runs with its data in %s',
  async (data) => {
    const folder = await project();
    const address = await runningShop(join(folder, data));
    const variables: Record<string, string> = data === '.data' ? {} : { DATA_DIR: join(folder, data) };
    const child = start(folder, { variables });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(child.output()).toBe(`The shop already runs from this folder: ${address} (process ${process.pid}).\n`);
  },
);

test('a command builds the shop only where no shop can be running from the build', async () => {
  const folder = await project();
  const entry = join(folder, 'build/server/main.js');
  await writeFile(entry, `console.log('command', process.argv.slice(2).join(' '));`);
  const data = join(folder, 'elsewhere');
  const run = async (variables: Record<string, string>) => {
    const child = start(folder, { variables, args: ['suppliers', 'list'], script: 'shop' });
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(child.output()).toContain('command suppliers list\n');
    return (await readFile(join(folder, 'builds'), 'utf8').catch(() => '')).length;
  };
  await runningShop(data);
  expect(await run({ DATA_DIR: data })).toBe(0);
  expect(await run({ DATABASE_URL: 'postgres://localhost/shop' })).toBe(0);
  expect(await run({})).toBe(1);
});

test('a command beside a running shop does not replace the packages that the shop uses', async () => {
  const folder = await project();
  await writeFile(join(folder, 'build/server/main.js'), `console.log('command');`);
  await runningShop(join(folder, '.data'));
  await writeFile(
    join(folder, 'package-lock.json'),
    '{ "packages": { "node_modules/newer": { "version": "1.0.0" } } }',
  );
  const child = start(folder, { args: ['backup'], script: 'shop' });
  expect([(await once(child, 'close'))[0], child.output()]).toEqual([0, 'command\n']);
});

test('a command with DATABASE_URL builds the shop where there is no build', async () => {
  const folder = await project();
  const variables = { DATABASE_URL: 'postgres://localhost/shop' };
  const child = start(folder, { variables, args: ['suppliers', 'list'], script: 'shop' });
  await once(child, 'close');
  expect(await readFile(join(folder, 'builds'), 'utf8')).toBe('x');
});
