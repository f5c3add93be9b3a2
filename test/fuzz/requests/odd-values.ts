import type { Chance } from './chance.ts';
import { oddText } from './odd-texts.ts';

const split = (text: string) => text.split(' ');

/** Numbers as text, because `JSON.stringify` could not write them; `jsonOf` inserts them unquoted. */
const numbers = [
  ...split('0 -0 -1 1.5 0.1 1e-400 1e21 1e308 1e309 -1e309 2147483648 9007199254740993 9223372036854775808'),
  ...split('1.0 4.0000000000000001 79.90 0.30000000000000004'),
  '9'.repeat(400),
];
/** Words that are not JSON. */
const invalidWords = split(`NaN Infinity -Infinity undefined 01 +1 .5 0x10 'x' 1_000`);

const unquoted = (word: string) => `#unquoted:${word}`;

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
  const variant = chance.integerBelow(10);
  if (variant < 4) return oddText(chance);
  if (variant < 8) return unquoted(chance.pick(chance.happens(0.08) ? invalidWords : numbers));
  return JSON.parse(chance.pick(structures));
}

/** JSON, except that the numbers and words of `oddValue` are written without quotes and may be invalid. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(/"#unquoted:([^"]*)"/g, '$1');
}
