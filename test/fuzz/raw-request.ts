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
  const contentLength: [string, string][] =
    draft.body || method === 'POST' ? [['content-length', `${draft.body?.length ?? 0}`]] : [];
  const allHeaders: [string, string][] = [['host', host], ['connection', 'close'], ...headers, ...contentLength];
  const body = draft.body ?? Buffer.alloc(0);
  const message = (start: string, lines: string, content = body): Buffer =>
    Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(`${lines}\r\n`), content]);
  const request = (bytes: Buffer, { isValidHttp }: { isValidHttp: boolean }): RawRequest => {
    // A target must be ASCII, and an oversized head has no readable target.
    const wellFormed = isValidHttp && !/[^\x21-\x7e]/.test(target) && bytes.length - body.length < maxHeadBytes;
    return { endpoint, method, target, bytes, wellFormed };
  };
  const start = startOf(method, target);
  const lines = linesOf(allHeaders);
  const variant = chance.integerBelow(200);

  // Rare but valid forms: a whole URL as the target, HTTP/1.0, and a chunked body in place of the last header, Content-Length.
  if (variant < 2)
    return request(message(startOf(method, `http://evil.zq7.example${target}`), lines), { isValidHttp: true });
  if (variant < 4) return request(message(startOf(method, target, '1.0'), lines), { isValidHttp: true });
  if (variant < 6 && draft.body) {
    const chunked = linesOf([...allHeaders.slice(0, -1), ['transfer-encoding', 'chunked']]);
    const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
    return body.length > 0
      ? request(message(start, chunked, chunks), { isValidHttp: true })
      : request(message(start, lines), { isValidHttp: true });
  }
  if (variant < 16)
    return request(chance.pick(invalidMessages({ draft, target, start, allHeaders, lines, body, message })), {
      isValidHttp: false,
    });
  return request(message(start, lines), { isValidHttp: true });
}

type Parts = {
  draft: Draft;
  target: string;
  start: string;
  allHeaders: [string, string][];
  lines: string;
  body: Buffer;
  message(start: string, lines: string, content?: Buffer): Buffer;
};

/** Messages that violate HTTP as attackers and faulty clients do. */
function invalidMessages({
  draft: { method, headers },
  target,
  start,
  allHeaders,
  lines,
  body,
  message,
}: Parts): Buffer[] {
  const headersWithout = (name: string) => linesOf(allHeaders.filter(([known]) => known !== name));
  return [
    // The headers of the draft, whose values still have the line breaks that `rawRequestOf` removes: they add headers or end the head.
    message(start, linesOf([...allHeaders, ...headers])),
    message(start, `${lines}x-zq7: a\r\nx-zq7-more: b\r\n`),
    message(start, `${lines}x-zq7: a\nb: c\n`),
    message(start, `${lines}x-\0zq7: a\r\n`),
    message(start, `${lines}x-zq7: a\0b\r\n`),
    message(start, `${lines}no colon in it ${marker}\r\n`),
    message(start, `${lines}x-zq7: a\r\n b\r\n`),
    message(start, `${lines} : ${marker}\r\n`),
    message(start, `${lines}x-zq7: ${'x'.repeat(20_000)}\r\n`),
    message(start, lines + 'x-zq7: 1\r\n'.repeat(1500)),
    message(start, headersWithout('host')),
    message(start, `${lines}host: evil.zq7.example\r\n`),
    message(start.replace('HTTP/1.1', 'HTTP/9.9'), lines),
    message(start.replace(' HTTP/1.1', ''), lines),
    message(start.replace(' ', '  '), lines),
    message(`${method} ${target}\t${marker} HTTP/1.1\r\n`, lines),
    message(startOf(method, '*'), lines),
    message(startOf(method, ':99999/x'), lines),
    message(startOf(method, '@evil.zq7.example/'), lines),
    message(startOf(method, `//evil.zq7.example/%2e%2e`), lines),
    message(startOf('CONNECT', 'evil.zq7.example:443'), lines),
    message(startOf('get', target), lines),
    message(startOf('ZQ7', target), lines),
    message(startOf(method, `/${'x'.repeat(20_000)}`), lines),
    message(start, `${headersWithout('content-length')}content-length: ${body.length + 10}\r\n`),
    message(start, `${headersWithout('content-length')}content-length: -1\r\n`),
    message(start, `${headersWithout('content-length')}content-length: 5, 6\r\n`),
    message(start, `${lines}content-length: 3\r\n`),
    message(start, `${lines}transfer-encoding: chunked\r\n`),
    message(start, `${headersWithout('content-length')}transfer-encoding: gzip\r\n`),
    message(start, `${headersWithout('content-length')}transfer-encoding: chunked\r\n`, Buffer.from('zz\r\nabc')),
    message(
      start,
      `${headersWithout('content-length')}content-length: 0\r\n`,
      Buffer.from(`GET /zq7 HTTP/1.1\r\n\r\n`),
    ),
    Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01]),
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from('\r\n\r\n'),
  ];
}
