import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('the container and .nvmrc have the Node version that the project pins', () => {
  const pinned = JSON.parse(read('package.json')).devDependencies.node;
  const images = [...read('Dockerfile').matchAll(/^FROM \S+\/node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(images).toEqual([pinned, pinned]);
  expect(read('.nvmrc')).toBe(`${pinned}\n`);
});

test('the owner’s .env is neither committed nor sent to the image builder', () => {
  for (const file of ['.gitignore', '.dockerignore']) expect(read(file).split('\n')).toContain('.env');
});

test('the containers run images with full version numbers', () => {
  const images = [...read('compose.yaml').matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image);
  const foreignImages = images.filter((image) => !image.startsWith('rehvipood:'));
  expect(foreignImages).toEqual([
    expect.stringMatching(/^postgres:\d+\.\d+-[a-z]+$/),
    expect.stringMatching(/^caddy:\d+\.\d+\.\d+-[a-z]+$/),
  ]);
  const embedded = Object.values<string>(JSON.parse(read('package.json')).optionalDependencies);
  expect(embedded.map((version) => /^\d+\.\d+/.exec(version)?.[0])).toEqual(
    embedded.map(() => /^postgres:([\d.]+)/.exec(foreignImages[0] ?? '')?.[1]),
  );
});

/** The services of compose.yaml and their shared part, each with its lines. */
function containers(): Record<string, string> {
  const [, settings = '', services = ''] =
    /^x-web: &web\n(.*?)^services:\n(.*?)^networks:/ms.exec(read('compose.yaml')) ?? [];
  const named = [...services.matchAll(/^ {2}(\S+):(.*\n(?: {4}.*\n|\n)*)/gm)];
  return Object.fromEntries([['x-web', settings], ...named.map(([, name, lines]) => [name, lines])]);
}

test('every container has memory and process limits, and log rotation', () => {
  const { 'web-1': first, 'web-2': second, ...others } = containers();
  expect([first, second]).toEqual([expect.stringContaining('*web\n'), expect.stringContaining('*web\n')]);
  expect(Object.keys(others)).toEqual(['x-web', 'db', 'caddy']);
  for (const lines of Object.values(others)) {
    expect(lines).toMatch(/^ +mem_limit: \d+[mg]$/m);
    expect(lines).toMatch(/^ +pids_limit: \d+$/m);
    expect(lines).toMatch(/^ +logging: \*logging$/m);
  }
  expect(read('compose.yaml')).toMatch(
    /^x-logging: &logging\n +driver: local\n +options: \{ max-size: \w+, max-file: "\d+" \}$/m,
  );
});

test('only Caddy has published ports', () => {
  const published = Object.entries(containers()).filter(([, lines]) => /^ +ports:|network_mode: host/m.test(lines));
  expect(published.map(([name]) => name)).toEqual(['caddy']);
});

test('systemd and containers limit a web process to the same memory', () => {
  const unit = read('deploy/systemd/rehvipood@.service');
  const limit = /^MemoryMax=(\w+)$/m.exec(unit)?.[1];
  expect(limit?.toLowerCase()).toBe(/^ +mem_limit: (\w+)$/m.exec(containers()['x-web'] ?? '')?.[1]);
  expect(unit).toMatch(/^MemoryHigh=\d+M$/m);
  expect(unit).toMatch(/^TasksMax=\d+$/m);
});

test.each(['Dockerfile', 'deploy/systemd/rehvipood@.service'])('%s starts a web process like npm start', (file) => {
  const { nodeOptions, env } = JSON.parse(read('src/setup/processes/web-process.json'));
  const command = /^(CMD|ExecStart=).*build\/server\/server\.js.*$/m.exec(read(file))?.[0] ?? '';
  expect(command.match(/--[\w-]+(=\w+)?/g)).toEqual(nodeOptions);
  const settings = [...read(file).matchAll(/(?<=^(?:ENV |Environment=).*)\b([A-Z][A-Z0-9_]+)=(\S+)/gm)];
  expect(Object.fromEntries(settings.map(([, name, value]) => [name, value]))).toMatchObject(env);
});

/** Settings of Node, glibc, Caddy and PostgreSQL, which docs/settings.md need not explain. */
const otherSettings = /^(NODE_ENV|MALLOC_\w+|DOMAIN|WEB_\d|POSTGRES_\w+)$/;

test.each([
  ['compose.yaml', /^\s+([A-Z][A-Z0-9_]+): /gm],
  ['deploy/env.example', /^([A-Z][A-Z0-9_]+)=/gm],
  ['deploy/systemd/rehvipood@.service', /(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm],
  ['Dockerfile', /(?<=^ENV .*)\b([A-Z][A-Z0-9_]+)=/gm],
])('docs/settings.md explains every setting of %s', (file, setting) => {
  const settings = read('docs/settings.md');
  const names = [...read(file).matchAll(setting)]
    .map(([, name = '']) => name)
    .filter((name) => !otherSettings.test(name));
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
});
