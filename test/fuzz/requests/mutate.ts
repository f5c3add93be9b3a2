import type { Chance } from './chance.ts';
import type { Draft } from './draft.ts';
import { oddText } from './odd-texts.ts';
import { jsonOf, oddValue } from './odd-values.ts';

type Container = Record<string, unknown> | unknown[];

/** Returns a copy of a value in which one field, at any depth, is made hostile, removed, doubled or added. */
export function mutated(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.happens(0.05)) return oddValue(chance);
  const copy = structuredClone(value) as Container;
  const keys = Object.keys(copy);
  const key = keys.length > 0 ? chance.pick(keys) : 'nothing';
  const fields = copy as Record<string, unknown>;
  const inner = fields[key];
  const variant = chance.integerBelow(12);
  if (typeof inner === 'object' && inner !== null && variant < 7) fields[key] = mutated(inner, chance);
  else if (variant < 8) fields[key] = oddValue(chance);
  else if (variant < 9) Reflect.deleteProperty(fields, key);
  else if (variant < 10) fields[key] = [inner, inner];
  else if (variant < 11) fields[key] = { [key]: inner };
  else if (Array.isArray(copy)) copy.push(oddValue(chance));
  else defineField(fields, oddText(chance), oddValue(chance));
  return copy;
}

/** Adds a field; an assignment to `__proto__` would set the prototype instead. */
function defineField(fields: object, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** Returns a body that contradicts its type: truncated, doubled, empty, deeply nested, long, or with other bytes. */
export function malformedBody(value: unknown, chance: Chance): Buffer {
  const text = jsonOf(value);
  const at = chance.integerBelow(text.length + 1);
  const variants: (() => Buffer)[] = [
    () => bytes(text.slice(0, at)),
    () => bytes(text, text),
    () =>
      bytes(text.slice(0, at), chance.pick(['NaN', ',', '\\', '"', '\0', '}', ']', '/*x*/', '\\u12']), text.slice(at)),
    () => bytes(text.slice(0, at), [0xff, 0xfe, 0xc0, 0x80], text.slice(at)),
    () => bytes([0xef, 0xbb, 0xbf], text),
    () => bytes([0xff, 0xfe], Buffer.from(text, 'utf16le').toString('latin1')),
    () => bytes(''),
    () => bytes(chance.pick([' ', '"', '{', 'null', '[]', '0', '""', 'a=b&c=d', '<zq7/>'])),
    () => bytes('['.repeat(12_000)),
    () => bytes('{"a":'.repeat(3000), '1', '}'.repeat(3000)),
    () => bytes(text.replace('{', `{"locale":"en","locale":{},"__proto__":1,`)),
    () => bytes(text.replace('{', `{${' '.repeat(15_000)}`)),
    () => bytes(`"${'x'.repeat(chance.pick([17_000, 65_000, 300_000]))}"`),
    () => bytes(`[${'0,'.repeat(6000)}0]`),
  ];
  return chance.pick(variants)();
}

const codings = [
  '',
  '*',
  'br',
  'gzip',
  'gzip;q=0, br;q=0',
  'identity;q=0',
  'br;q=NaN',
  'gzip;q=1e9',
  ',,;;=',
  'zstd',
  `br${','.repeat(3000)}`,
];
const languages = [
  '',
  '*',
  'en',
  'ru-RU,ru;q=0.9',
  'et;q=0',
  'en;q=NaN',
  'xx-<zq7>',
  `en${',ru;q=0.1'.repeat(500)}`,
  '-',
  'EN_us',
];
const types = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/JSON',
  'APPLICATION/json;x="<zq7"',
  'application/json, text/plain',
  '*/*',
  '',
  'json',
  'application/',
  `application/json;${'a'.repeat(3000)}`,
  'application/json;charset=<zq7"\'>',
  'application/vnd.api+json',
];
const methods = ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'GET', 'POST', 'PROPFIND', 'QUERY', 'PURGE'];

const fuzzedHeaders: readonly ((chance: Chance) => [name: string, value: string])[] = [
  ({ pick }) => ['accept-language', pick(languages)],
  (chance) => ['accept-language', oddText(chance)],
  (chance) => ['accept-encoding', oddText(chance)],
  ({ pick }) => ['accept', pick(['text/html', 'application/xml', '', 'image/*;q=x', '*/*'])],
  ({ pick }) => ['origin', pick(['https://evil.zq7.example', 'null', 'https://shop.example', ''])],
  ({ pick }) => [
    'cookie',
    pick(['locale=en', 'locale=ru', 'locale=<zq7"\'>', 'locale=__proto__', `a=${'x'.repeat(4000)}`]),
  ],
  ({ pick }) => ['if-none-match', pick(['*', '""', 'W/"x"', `"${'x'.repeat(3000)}"`])],
  ({ pick }) => ['if-modified-since', pick(['x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Thu, 01 Jan 99999 00:00:00 GMT'])],
  ({ pick }) => [
    'range',
    pick(['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-99999999999', 'bytes=0-0,2-3,5-6', 'x=1']),
  ],
  (chance) => ['x-forwarded-for', chance.pick(['evil.zq7.example', '::1', '1.2.3.4, 5.6.7.8', oddText(chance)])],
  () => ['x-forwarded-host', 'evil.zq7.example'],
  () => ['x-forwarded-proto', 'javascript'],
  () => ['forwarded', 'for=<zq7;host=evil.zq7.example'],
  ({ pick }) => ['x-http-method-override', pick(['DELETE', 'PUT'])],
  (chance) => ['x-request-id', oddText(chance)],
  (chance) => ['user-agent', oddText(chance)],
  ({ pick }) => ['referer', pick(['https://evil.zq7.example/<zq7', 'x'])],
  ({ pick }) => ['sec-fetch-site', pick(['cross-site', 'none', 'x'])],
  ({ pick }) => ['expect', pick(['100-continue', 'zq7'])],
  () => ['upgrade', 'websocket'],
  () => ['te', 'trailers, deflate;q=0.5'],
  (chance) => [`x-${chance.pick(['__proto__', 'constructor', 'zq7'])}`, oddText(chance)],
];

/** The same request with a fuzzed method, type, query or header. */
export function mutatedRequest(draft: Draft, chance: Chance): Draft {
  const headers: Draft['headers'] = [...draft.headers];
  let { method, query } = draft;
  if (chance.happens(0.7)) headers.push(['accept-encoding', chance.pick(codings)]);
  if (chance.happens(0.5)) headers.push(chance.pick(fuzzedHeaders)(chance));
  if (chance.happens(0.15)) headers.push(chance.pick(fuzzedHeaders)(chance));
  if (chance.happens(0.08)) method = chance.pick(methods);
  if (chance.happens(0.1)) {
    const index = headers.findIndex(([name]) => name === 'content-type');
    if (index >= 0) headers.splice(index, 1);
    if (chance.happens(0.8)) headers.push(['content-type', chance.pick(types)]);
  }
  if (headers.length > 0 && chance.happens(0.04)) headers.push([chance.pick(headers)[0], oddText(chance)]);
  if (chance.happens(0.08)) query = mutatedQuery(query, chance);
  return { ...draft, method, query, headers };
}

function mutatedQuery(query: Draft['query'], chance: Chance): Draft['query'] {
  const [name, value] = query.length > 0 ? chance.pick(query) : ['limit', '1'];
  const variants: (() => Draft['query'])[] = [
    () => [...query, [name, value]],
    () => [...query, [name, oddText(chance)]],
    () => [...query, [oddText(chance), oddText(chance)]],
    () => [...query, [`${name}[]`, value], [`${name}[x]`, value], [`${name}.x`, value]],
    () => [...query, ...Array.from({ length: 2000 }, (): [string, string] => [name, value.slice(0, 2)])],
    () => [...query, ...Array.from({ length: 1500 }, (_, index): [string, string] => [`k${index}`, ''])],
  ];
  return chance.pick(variants)();
}
