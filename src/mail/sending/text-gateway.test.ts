import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { internationalNumber, isGatewayTemplate, textGateway } from './text-gateway.ts';

async function startGateway(status: number, headers: Record<string, string> = {}) {
  const requests: URL[] = [];
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://gateway'));
    response.writeHead(status, headers).end('{"id": 1}');
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  onTestFinished(() => void server.close());
  return {
    requests,
    template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send?key=secret&to={to}&text={text}`,
  };
}

test('inserts number and text into the URL', async () => {
  const { requests, template } = await startGateway(200);
  await textGateway(template).send('+37255551234', 'Kell 10:00 & õige aeg? 100 %');
  expect(requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { key: 'secret', to: '+37255551234', text: 'Kell 10:00 & õige aeg? 100 %' },
  ]);
});

test.each([500, 502, 403])('throws an error without number and key after a response of %s', async (status) => {
  const { template } = await startGateway(status);
  const sending = textGateway(template).send('+37255551234', 'text');
  await expect(sending).rejects.toThrow(new Error(`the gateway for text messages answered ${status}`));
});

test('returns `unclear` when the gateway answers too late or closes the connection', async () => {
  for (const respond of [() => {}, (request: IncomingMessage) => request.destroy()]) {
    const server = createServer(respond).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close().closeAllConnections());
    const template = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?to={to}&text={text}`;
    expect(await textGateway(template, { timeoutMs: 100 }).send('+37255551234', 'text')).toBe('unclear');
  }
});

test('returns `unclear` when a proxy has waited too long for the gateway', async () => {
  const { template } = await startGateway(504);
  expect(await textGateway(template).send('+37255551234', 'text')).toBe('unclear');
});

test('does not follow a redirect, which would carry the number elsewhere', async () => {
  const elsewhere = await startGateway(200);
  const { template } = await startGateway(302, { location: elsewhere.template });
  await expect(textGateway(template).send('+37255551234', 'text')).rejects.toThrow('did not answer');
  expect(elsewhere.requests).toEqual([]);
});

test('the error about an unreachable gateway contains no URL', async () => {
  const sending = textGateway('http://127.0.0.1:1/send?key=secret&to={to}&text={text}').send('+37255551234', 'text');
  await expect(sending).rejects.toThrow(/^the gateway for text messages did not answer$/);
});

test.each([
  ['https://sms.example/send?to={to}&text={text}', true],
  ['https://sms.example/{to}/{text}', true],
  ['https://sms.example/send?to={to}', false],
  ['https://{to}', false],
  ['https://sms example/{to}{text}', false],
])('accepts %s as a template: %s', (template, expected) => {
  expect(isGatewayTemplate(template)).toBe(expected);
});

test.each([
  ['+372 5555 1234', '+37255551234'],
  ['5555 1234', '+37255551234'],
  ['00358 40 123 4567', '+358401234567'],
  ['(+371) 2000-0000', '+37120000000'],
  ['372 5555 1234', '+37255551234'],
])('%s is dialled as %s', (entered, expected) => {
  expect(internationalNumber(entered)).toBe(expected);
});
