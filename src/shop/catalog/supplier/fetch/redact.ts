export type Redact = (text: string) => string;

/** Removes a key from texts, also as written in URLs, JSON and base64. */
export function redactor(key: string | null): Redact {
  if (key === null) return (text) => text;
  const inQuery = new URLSearchParams([['', key]]).toString().slice(1);
  const inJson = JSON.stringify(key).slice(1, -1);
  const forms = [
    ...new Set([key, encodeURIComponent(key), encodeURI(key), inQuery, inJson, Buffer.from(key).toString('base64')]),
  ];
  // Longer forms may contain shorter ones.
  const found = new RegExp(
    forms
      .toSorted((a, b) => b.length - a.length)
      .map(RegExp.escape)
      .join('|'),
    'gi',
  );
  return (text) => text.replace(found, '…');
}

export function redactAll<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((one) => redactAll(one, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [redact(name), redactAll(one, redact)])) as T;
}
