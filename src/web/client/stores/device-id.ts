const storageKey = 'device-id';

/** The device id of 16 random alphanumerics, created on first use; null without storage. */
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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomAlphanumerics(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 in a byte: larger values would favour the first letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
