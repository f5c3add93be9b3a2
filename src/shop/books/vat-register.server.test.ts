import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { viesRegister } from './vat-register.server.ts';

/** `content` null: the register does not respond. */
async function startRegister(content: object | string | null, status = 200) {
  const requests: unknown[] = [];
  const server = createServer(async (request, response) => {
    requests.push([request.method, request.url, JSON.parse(await text(request))]);
    if (content === null) return;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const timeout = () => AbortSignal.timeout(content === null ? 50 : 10_000);
  const { port } = server.address() as AddressInfo;
  return { requests, register: viesRegister({ baseUrl: `http://127.0.0.1:${port}/api`, timeout }) };
}

test('sends the country code and the number without it', async () => {
  const { requests, register } = await startRegister({ valid: true, userError: 'VALID', name: 'VEOD OÜ' });
  expect(await register.check('ee 100421628')).toEqual({ state: 'valid', name: 'VEOD OÜ' });
  expect(requests).toEqual([['POST', '/api/check-vat-number', { countryCode: 'EE', vatNumber: '100421628' }]]);
});

test.each([
  ['a number that is not registered', { valid: false, userError: 'INVALID', name: '---' }, 200, { state: 'invalid' }],
  ['a country that hides names', { valid: true, name: '---' }, 200, { state: 'valid', name: null }],
  ['a country that does not answer', { valid: false, userError: 'MS_UNAVAILABLE' }, 200, { state: 'unknown' }],
  [
    'a refused request',
    { actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] },
    400,
    { state: 'unknown' },
  ],
  ['a response that is not JSON', '<html>', 200, { state: 'unknown' }],
  ['no answer', null, 200, { state: 'unknown' }],
] as const)('returns the state for %s', async (_, content, status, check) => {
  const { register } = await startRegister(content, status);
  expect(await register.check('DE136695976')).toEqual(check);
});

test('does not ask about a number from outside the EU; an unreachable register gives the state unknown', async () => {
  const { requests, register } = await startRegister({ valid: true });
  expect(await register.check('NO123456789')).toEqual({ state: 'unknown' });
  expect(requests).toEqual([]);
  expect(await viesRegister({ baseUrl: 'http://127.0.0.1:1' }).check('EE100421628')).toEqual({ state: 'unknown' });
});
