import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { clientErrorsPath } from './client-errors.ts';

/** Features that no page of the shop uses. */
const permissions = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'publickey-credentials-get',
  'usb',
];

const permissionsPolicy = permissions.map((feature) => `${feature}=()`).join(', ');

const hstsMaxAge = 365 * 24 * 60 * 60;

/**
 * Sets security headers on every answer (OWASP HTTP Headers Cheat Sheet). `https`: visitors reach the shop by TLS, so HSTS for a
 * year. Documents set a policy of their own for scripts and styles; other answers may load nothing.
 */
export async function securityHeaders(
  app: FastifyInstance,
  { https, apiOrigin = '' }: { https: boolean; apiOrigin?: string },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https && { maxAge: hstsMaxAge, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (request.routeOptions.config.queue === 'pages')
      reply.header('reporting-endpoints', `default="${apiOrigin}${clientErrorsPath}"`);
  });
}
