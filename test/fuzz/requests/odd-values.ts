import type { Chance } from './chance.ts';
import { oddText } from './odd-texts.ts';

const split = (text: string) => text.split(' ');

/** Numbers that `JSON.stringify` cannot write, and words outside JSON; see `jsonOf`. */
const numbers = [
  ...split('0 -0 -1 1.5 0.1 1e-400 1e21 1e308 1e309 -1e309 2147483648 9007199254740993 9223372036854775808'),
  ...split('1.0 4.0000000000000001 79.90 0.30000000000000004'),
  '9'.repeat(400),
];
const noNumbers = split(`NaN Infinity -Infinity undefined 01 +1 .5 0x10 'x' 1_000`);

const asItIs = (word: string) => `#as-it-is:${word}`;

const structures = [
  ...split('null true false [] {} [null] [[]] [{}] {"":""} ["x"] [1,2,3] {"0":"a","length":1} {"then":1} {"toJSON":1}'),
  ...split('{"__proto__":{"admin":true}} {"constructor":{"prototype":{"admin":true}}} {"toString":1,"valueOf":1}'),
  ...split('{"id":"x","count":-1,"price":0} {"$ref":"#"} {"type":"Buffer","data":[1]}'),
  `${'['.repeat(900)}${']'.repeat(900)}`,
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  `[${Array.from({ length: 70 }, (_, index) => index).join(',')}]`,
  `{${Array.from({ length: 300 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
];

/** A value of a wrong type, an extreme number, or a hostile text. */
export function oddValue(chance: Chance): unknown {
  const way = chance.integerBelow(10);
  if (way < 4) return oddText(chance);
  if (way < 8) return asItIs(chance.pick(chance.happens(0.08) ? noNumbers : numbers));
  return JSON.parse(chance.pick(structures));
}

/** JSON, or nearly: raw numbers and words are written as they are. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(/"#as-it-is:([^"]*)"/g, '$1');
}
