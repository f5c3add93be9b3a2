import type { Chance } from './chance.ts';
import { oddText } from './odd-texts.ts';
import { jsonOf, oddValue } from './odd-values.ts';

type Holder = Record<string, unknown> | unknown[];

/** A value with one of its fields, at any depth, made odd, taken away, doubled or joined by another. */
export function spoilt(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.happens(0.05)) return oddValue(chance);
  const copy = structuredClone(value) as Holder;
  const keys = Object.keys(copy);
  const key = keys.length > 0 ? chance.pick(keys) : 'nothing';
  const held = copy as Record<string, unknown>;
  const inner = held[key];
  const way = chance.whole(12);
  if (typeof inner === 'object' && inner !== null && way < 7) held[key] = spoilt(inner, chance);
  else if (way < 8) held[key] = oddValue(chance);
  else if (way < 9) Reflect.deleteProperty(held, key);
  else if (way < 10) held[key] = [inner, inner];
  else if (way < 11) held[key] = { [key]: inner };
  else if (Array.isArray(copy)) copy.push(oddValue(chance));
  else define(held, oddText(chance), oddValue(chance));
  return copy;
}

/** Also under the name `__proto__`, which plain assignment takes for something else. */
function define(held: object, name: string, value: unknown): void {
  Object.defineProperty(held, name, { value, enumerable: true, configurable: true, writable: true });
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** A body that is no longer what its type says: cut, doubled, of other bytes, empty, deep or long. */
export function brokenBody(value: unknown, chance: Chance): Buffer {
  const text = jsonOf(value);
  const at = chance.whole(text.length + 1);
  const ways: (() => Buffer)[] = [
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
  return chance.pick(ways)();
}
