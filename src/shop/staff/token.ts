import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}
