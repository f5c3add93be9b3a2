const storageKey = 'device-id';

/** Returns the device id, 16 random alphanumerics, which is created at the first call. Null without local storage. */
export function deviceId(): string | null {
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored && /^[A-Za-z0-9]{16}$/.test(stored)) return stored;
    const id = randomAlphanumerics(16);
    localStorage.setItem(storageKey, id);
    return id;
  } catch {
    return null;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomAlphanumerics(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 below 256. Larger values are skipped, because they would favour the first letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
