import type { FastifyReply } from 'fastify';

// `__Host-`: only this host, only over TLS (or on localhost), for every path. OWASP ASVS 5.0, 3.3.1 to 3.3.4.
export const sessionCookie = '__Host-desk';
export const stationCookie = '__Host-station';

const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** The most that browsers allow. */
const stationCookieDays = 400;

export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie, token, attributes);
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, attributes);
}

export function setStationCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(stationCookie, token, { ...attributes, maxAge: stationCookieDays * 24 * 60 * 60 });
}
