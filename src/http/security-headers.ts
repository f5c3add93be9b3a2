import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What no page of the shop needs of a browser; a script that got in somehow could not ask for it either. */
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

/** A year, in seconds. */
const hstsMaxAge = 365 * 24 * 60 * 60;

/**
 * What browsers are told with every answer (OWASP HTTP Headers Cheat Sheet). `https`: visitors reach the shop by TLS alone, for a
 * year from each visit on; other hosts of the owner's domain are none of the shop's business. Documents set a policy of their own
 * for scripts and styles; all other answers may load nothing.
 */
export async function securityHeaders(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
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
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
  });
}
