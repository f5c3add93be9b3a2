import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript, which runs before anything is installed
import { verdictOf } from './audit.mjs';

const advisory = { title: 'Request smuggling', url: 'https://github.com/advisories/GHSA-x' };
const report = (severity: string) =>
  JSON.stringify({
    vulnerabilities: {
      fastify: { name: 'fastify', severity, range: '<5.12.9', via: [advisory], fixAvailable: true },
      'fastify-plugin': { name: 'fastify-plugin', severity, range: '*', via: ['fastify'], fixAvailable: false },
    },
    metadata: { vulnerabilities: { total: 2 } },
  });

test.each(['high', 'critical'])('what is %s fails the check, with what it is and where it stands', (severity) => {
  expect(verdictOf(report(severity))).toEqual({
    code: 1,
    output: [
      `fastify <5.12.9: ${severity}; Request smuggling https://github.com/advisories/GHSA-x; a newer version mends it`,
      `fastify-plugin *: ${severity}; by fastify`,
    ].join('\n'),
  });
});

test('what is moderate passes', () => expect(verdictOf(report('moderate'))).toEqual({ code: 0, output: '' }));

test.each([
  [JSON.stringify({ message: '405 Method Not Allowed' }), 'not checked: 405 Method Not Allowed'],
  ['', 'not checked: npm audit gave no report'],
])('a registry that cannot be asked passes, and it is said', (output, note) => {
  expect(verdictOf(output)).toEqual({ code: 0, output: '', note });
});
