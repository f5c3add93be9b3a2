import { createHmac, timingSafeEqual } from 'node:crypto';

// By hand: what the shop does with a library is to be checked by something else.

export function sign(payload: object, secret: string): string {
  const data = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${data}.${signature(data, secret)}`;
}

/** Null where it is no JWT. `genuine`: by HS256 and this secret. */
export function read(token: string, secret: string): { payload: Record<string, unknown>; genuine: boolean } | null {
  const [header = '', payload = '', given = ''] = token.split('.');
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const expected = Buffer.from(signature(`${header}.${payload}`, secret));
    const same = expected.length === given.length && timingSafeEqual(expected, Buffer.from(given));
    return { payload: JSON.parse(Buffer.from(payload, 'base64url').toString()), genuine: alg === 'HS256' && same };
  } catch {
    return null;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signature(data: string, secret: string): string {
  return createHmac('sha256', secret).update(data).digest('base64url');
}
