import { randomAlphanumerics } from './random-text.ts';

const storageKey = 'device-id';

/** The random device id of 16 alphanumerics, made on first use; null where the browser keeps nothing. */
export function deviceId(): string | null {
  try {
    const known = localStorage.getItem(storageKey);
    if (known && /^[A-Za-z0-9]{16}$/.test(known)) return known;
    const id = randomAlphanumerics(16);
    localStorage.setItem(storageKey, id);
    return id;
  } catch {
    return null;
  }
}
