export type Redact = (text: string) => string;

/** Replaces a key in texts by `…`, also where it is encoded for URLs, JSON or base64. */
export function redactor(key: string | null): Redact {
  if (key === null) return (text) => text;
  const inQuery = new URLSearchParams([['', key]]).toString().slice(1);
  const inJson = JSON.stringify(key).slice(1, -1);
  const encodedKeys = [
    ...new Set([key, encodeURIComponent(key), encodeURI(key), inQuery, inJson, Buffer.from(key).toString('base64')]),
  ];
  // Longest first, because longer encodings may contain shorter ones.
  const anyEncodedKey = new RegExp(
    encodedKeys
      .toSorted((a, b) => b.length - a.length)
      .map(RegExp.escape)
      .join('|'),
    'gi',
  );
  return (text) => text.replace(anyEncodedKey, '…');
}

export function redactAll<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactAll(item, redact)])) as T;
}
