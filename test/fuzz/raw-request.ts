import type { Chance } from './requests/chance.ts';
import { type Draft, targetOf } from './requests/draft.ts';
import { marker } from './requests/odd-texts.ts';

export type RawRequest = {
  endpoint: string;
  method: string;
  target: string;
  bytes: Buffer;
  /** Whether HTTP requires a response; otherwise the server may close the connection. */
  wellFormed: boolean;
};

export const host = 'shop.example';

/** Bytes of a request head that the shop accepts, less a margin. */
const maxHeadBytes = 15_000;

/** Characters that a header value must not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const forbidden = /[\0-\x08\x0a-\x1f\x7f]/g;

const startOf = (method: string, target: string, version = '1.1') => `${method} ${target} HTTP/${version}\r\n`;
const linesOf = (headers: readonly (readonly [string, string])[]) =>
  headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/** The bytes of a request; one in twenty violates HTTP, and a few use rare forms of it. */
export function rawRequestOf(draft: Draft, chance: Chance): RawRequest {
  const { endpoint, method } = draft;
  const target = targetOf(draft, chance);
  const headers = draft.headers.map(([name, value]): [string, string] => [name, value.replace(forbidden, '')]);
  const length: [string, string][] =
    draft.body || method === 'POST' ? [['content-length', `${draft.body?.length ?? 0}`]] : [];
  const all: [string, string][] = [['host', host], ['connection', 'close'], ...headers, ...length];
  const body = draft.body ?? Buffer.alloc(0);
  const sent = (start: string, lines: string, content = body): Buffer =>
    Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(`${lines}\r\n`), content]);
  const request = (bytes: Buffer, { isValidHttp }: { isValidHttp: boolean }): RawRequest => {
    // A target must be ASCII, and an oversized head has no readable target.
    const wellFormed = isValidHttp && !/[^\x21-\x7e]/.test(target) && bytes.length - body.length < maxHeadBytes;
    return { endpoint, method, target, bytes, wellFormed };
  };
  const start = startOf(method, target);
  const lines = linesOf(all);
  const variant = chance.integerBelow(200);

  if (variant < 2)
    return request(sent(startOf(method, `http://evil.zq7.example${target}`), lines), { isValidHttp: true });
  if (variant < 4) return request(sent(startOf(method, target, '1.0'), lines), { isValidHttp: true });
  if (variant < 6 && draft.body) {
    const chunked = linesOf([...all.slice(0, -1), ['transfer-encoding', 'chunked']]);
    const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
    return body.length > 0
      ? request(sent(start, chunked, chunks), { isValidHttp: true })
      : request(sent(start, lines), { isValidHttp: true });
  }
  if (variant < 16)
    return request(chance.pick(broken({ draft, target, start, all, lines, body, sent })), { isValidHttp: false });
  return request(sent(start, lines), { isValidHttp: true });
}

type Parts = {
  draft: Draft;
  target: string;
  start: string;
  all: [string, string][];
  lines: string;
  body: Buffer;
  sent(start: string, lines: string, content?: Buffer): Buffer;
};

/** HTTP violations of attackers and broken clients. */
function broken({ draft: { method, headers }, target, start, all, lines, body, sent }: Parts): Buffer[] {
  const without = (name: string) => linesOf(all.filter(([known]) => known !== name));
  return [
    // Header values with line breaks, which add headers or end the head.
    sent(start, linesOf([...all, ...headers])),
    sent(start, `${lines}x-zq7: a\r\nx-zq7-more: b\r\n`),
    sent(start, `${lines}x-zq7: a\nb: c\n`),
    sent(start, `${lines}x-\0zq7: a\r\n`),
    sent(start, `${lines}x-zq7: a\0b\r\n`),
    sent(start, `${lines}no colon in it ${marker}\r\n`),
    sent(start, `${lines}x-zq7: a\r\n b\r\n`),
    sent(start, `${lines} : ${marker}\r\n`),
    sent(start, `${lines}x-zq7: ${'x'.repeat(20_000)}\r\n`),
    sent(start, lines + 'x-zq7: 1\r\n'.repeat(1500)),
    sent(start, without('host')),
    sent(start, `${lines}host: evil.zq7.example\r\n`),
    sent(start.replace('HTTP/1.1', 'HTTP/9.9'), lines),
    sent(start.replace(' HTTP/1.1', ''), lines),
    sent(start.replace(' ', '  '), lines),
    sent(`${method} ${target}\t${marker} HTTP/1.1\r\n`, lines),
    sent(startOf(method, '*'), lines),
    sent(startOf(method, ':99999/x'), lines),
    sent(startOf(method, '@evil.zq7.example/'), lines),
    sent(startOf(method, `//evil.zq7.example/%2e%2e`), lines),
    sent(startOf('CONNECT', 'evil.zq7.example:443'), lines),
    sent(startOf('get', target), lines),
    sent(startOf('ZQ7', target), lines),
    sent(startOf(method, `/${'x'.repeat(20_000)}`), lines),
    sent(start, `${without('content-length')}content-length: ${body.length + 10}\r\n`),
    sent(start, `${without('content-length')}content-length: -1\r\n`),
    sent(start, `${without('content-length')}content-length: 5, 6\r\n`),
    sent(start, `${lines}content-length: 3\r\n`),
    sent(start, `${lines}transfer-encoding: chunked\r\n`),
    sent(start, `${without('content-length')}transfer-encoding: gzip\r\n`),
    sent(start, `${without('content-length')}transfer-encoding: chunked\r\n`, Buffer.from('zz\r\nabc')),
    sent(start, `${without('content-length')}content-length: 0\r\n`, Buffer.from(`GET /zq7 HTTP/1.1\r\n\r\n`)),
    Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01]),
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from('\r\n\r\n'),
  ];
}
