export type Redact = (text: string) => string;

/** A shorter password may be a common word: `secretsOf` does not mask it alone, and logins that need a password refuse it. */
export const minSecretLength = 8;

/** Returns the texts that must be masked where `key` is used: the key itself, and also the password if the key is `user:password`. */
export function secretsOf(key: string | undefined): string[] {
  if (key === undefined) return [];
  const password = key.slice(key.indexOf(':') + 1);
  return password.length >= minSecretLength ? [key, password] : [key];
}

/** Replaces secrets in texts by `…`, also where they are encoded for URLs, JSON or base64. */
export function redactor(secrets: readonly string[]): Redact {
  if (secrets.length === 0) return (text) => text;
  const encodedSecrets = [...new Set(secrets.flatMap(encodingsOf))];
  // Longest first, because longer encodings may contain shorter ones.
  const anyEncodedSecret = new RegExp(
    encodedSecrets
      .toSorted((a, b) => b.length - a.length)
      .map(RegExp.escape)
      .join('|'),
    'gi',
  );
  return (text) => text.replace(anyEncodedSecret, '…');
}

function encodingsOf(secret: string): string[] {
  const inQuery = new URLSearchParams([['', secret]]).toString().slice(1);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inBase64 = Buffer.from(secret).toString('base64');
  return [secret, encodeURIComponent(secret), encodeURI(secret), inQuery, inJson, inBase64];
}

export function redactAll<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactAll(item, redact)])) as T;
}
