import { expect, test } from 'vitest';
import { checkProxy } from './proxy.ts';

const behindProxy = { host: 'localhost', port: 3000, publicUrl: 'https://rehvid.ee', trustedProxies: ['loopback'] };

test.each([
  ['the proxy runs on this machine', {}],
  ['the proxy runs on this machine, and the shop has a loopback address of its own', { host: '127.0.0.2' }],
  ['the proxy is in another container', { host: '0.0.0.0', trustedProxies: ['uniquelocal'] }],
  ['the proxy is on another machine', { host: '10.0.0.2', trustedProxies: ['10.0.0.1', 'loopback'] }],
  ['no proxy', { host: '0.0.0.0', port: 80, publicUrl: 'http://rehvid.ee', trustedProxies: [] }],
  ['no proxy, on this machine', { publicUrl: 'http://localhost:3000', trustedProxies: [] }],
  ['no proxy, on a port that the system chooses', { port: 0, publicUrl: 'http://localhost:0', trustedProxies: [] }],
])('accepts: %s', (_, changes) => {
  expect(checkProxy({ ...behindProxy, ...changes })).toMatchObject({ name: 'proxy', outcome: 'ok' });
});

const bypassWarning = /lets other machines connect without the proxy/;

test.each(['0.0.0.0', '::', '192.0.2.7'])(
  'behind TLS without TRUST_PROXY, warns of one limit for all visitors and that HOST %s can be reached without the proxy',
  (host) => {
    const check = checkProxy({ ...behindProxy, host, trustedProxies: [] });
    expect(check).toMatchObject({
      outcome: 'warn',
      message: expect.stringMatching(/^PUBLIC_URL is https, .* count all visitors as one client/),
    });
    expect(check.message).toMatch(bypassWarning);
  },
);

test.each(['localhost', '127.0.0.1', '::1'])(
  'behind TLS without TRUST_PROXY, warns only of one limit for all visitors when HOST is %s',
  (host) => {
    const check = checkProxy({ ...behindProxy, host, trustedProxies: [] });
    expect(check).toMatchObject({
      outcome: 'warn',
      message: expect.stringMatching(/^PUBLIC_URL is https, .* count all visitors as one client/),
    });
    expect(check.message).not.toMatch(bypassWarning);
  },
);

test('warns: TRUST_PROXY is not set, and visitors use another port than that of the shop', () => {
  expect(checkProxy({ ...behindProxy, publicUrl: 'http://rehvid.ee', trustedProxies: [] })).toMatchObject({
    outcome: 'warn',
    message: expect.stringMatching(/^PUBLIC_URL has port 80 and PORT is 3000, but TRUST_PROXY is not set/),
  });
});

test.each(['loopback', '127.0.0.1', '127.0.0.0/8', '::1'])(
  'warns: the proxy is %s and other machines can connect without it',
  (network) => {
    expect(checkProxy({ ...behindProxy, host: '0.0.0.0', trustedProxies: [network] })).toMatchObject({
      outcome: 'warn',
      advice: expect.stringMatching(/^Set HOST to 127\.0\.0\.1/),
    });
  },
);
