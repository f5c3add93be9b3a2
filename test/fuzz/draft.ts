import type { Chance } from './chance.ts';

/** A request before it is spoilt on its way. */
export type Draft = {
  /** What is asked, for the table. */
  endpoint: string;
  method: string;
  /** In its own spelling, percent signs and all. */
  path: string;
  /** As they mean to say; percent-encoded when they are written. */
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body: Buffer | null;
};

/** Percent-encodes what cannot stand in an address; halves of surrogate pairs too. `most`: everything that may be. */
export function encoded(text: string, most: boolean): string {
  const kept = most ? /[A-Za-z0-9._~-]/ : /[^\0-\x20\x7f#&+%]/;
  return Array.from(Buffer.from(text).toString('latin1'), (byte) =>
    kept.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  ).join('');
}

/** The target of a request, now and then with less encoded than should be, or wrongly. Each character stands for a byte. */
export function targetOf({ path, query }: Draft, chance: Chance): string {
  const most = chance.happens(0.8);
  const part = (text: string) => (chance.happens(0.02) ? `${encoded(text, most)}%zz` : encoded(text, most));
  const pairs = query.map(([name, value]) =>
    value === '' && chance.happens(0.2) ? part(name) : `${part(name)}=${part(value)}`,
  );
  return pairs.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}` : path;
}

export function getting(endpoint: string, path: string, query: Draft['query']): Draft {
  return { endpoint: `GET ${endpoint}`, method: 'GET', path, query, headers: [], body: null };
}
