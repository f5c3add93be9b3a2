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

test.each(['high', 'critical'])('a %s vulnerability fails the check and is printed with its package', (severity) => {
  expect(verdictOf(report(severity))).toEqual({
    code: 1,
    output: [
      `fastify <5.12.9: ${severity}; Request smuggling https://github.com/advisories/GHSA-x; fixed in a newer version`,
      `fastify-plugin *: ${severity}; through fastify`,
    ].join('\n'),
  });
});

test('a moderate vulnerability passes the check', () =>
  expect(verdictOf(report('moderate'))).toEqual({ code: 0, output: '' }));

test.each([
  [JSON.stringify({ message: '405 Method Not Allowed' }), 'not checked: 405 Method Not Allowed'],
  ['', 'not checked: npm audit gave no report'],
])('the check passes with a warning if npm audit gives no report', (output, note) => {
  expect(verdictOf(output)).toEqual({ code: 0, output: '', note });
});
