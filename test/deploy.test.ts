import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('the container runs the Node that the project pins', () => {
  const pinned = JSON.parse(read('package.json')).devDependencies.node;
  const images = [...read('Dockerfile').matchAll(/^FROM \S+\/node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(images).toEqual([pinned, pinned]);
});

/** Of Node, Caddy and PostgreSQL. */
const others = /^(NODE_ENV|DOMAIN|WEB_\d|POSTGRES_\w+)$/;

test.each([
  ['compose.yaml', /^\s+([A-Z][A-Z0-9_]+): /gm],
  ['deploy/env.example', /^([A-Z][A-Z0-9_]+)=/gm],
  ['deploy/systemd/rehvipood@.service', /(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm],
  ['Dockerfile', /(?<=^ENV .*)\b([A-Z][A-Z0-9_]+)=/gm],
])('what %s sets is a setting that the README explains', (file, setting) => {
  const readme = read('README.md');
  const names = [...read(file).matchAll(setting)].map(([, name = '']) => name).filter((name) => !others.test(name));
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
