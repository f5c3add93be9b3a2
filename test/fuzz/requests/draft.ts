import type { Chance } from './chance.ts';

/** A request before its transport is fuzzed. */
export type Draft = {
  /** The label of its row in the table. */
  endpoint: string;
  method: string;
  /** Already percent-encoded. */
  path: string;
  /** Not yet percent-encoded. */
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body: Buffer | null;
};

/** Percent-encodes the characters that a URL cannot contain; with `encodesAll`, every character that may be encoded. */
export function encoded(text: string, { encodesAll }: { encodesAll: boolean }): string {
  const unencoded = encodesAll ? /[A-Za-z0-9._~-]/ : /[^\0-\x20\x7f#&+%]/;
  return Array.from(Buffer.from(text).toString('latin1'), (byte) =>
    unencoded.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  ).join('');
}

/** The target of a request, sometimes encoded too little or wrongly. Each character is a byte. */
export function targetOf({ path, query }: Draft, chance: Chance): string {
  const encodesAll = chance.happens(0.8);
  const part = (text: string) =>
    chance.happens(0.02) ? `${encoded(text, { encodesAll })}%zz` : encoded(text, { encodesAll });
  const pairs = query.map(([name, value]) =>
    value === '' && chance.happens(0.2) ? part(name) : `${part(name)}=${part(value)}`,
  );
  return pairs.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}` : path;
}

/** The draft of a GET request. */
export function getDraft(endpoint: string, path: string, query: Draft['query']): Draft {
  return { endpoint: `GET ${endpoint}`, method: 'GET', path, query, headers: [], body: null };
}
