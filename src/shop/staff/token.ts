import { createHash, randomBytes } from 'node:crypto';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}
