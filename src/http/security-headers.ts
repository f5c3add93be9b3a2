import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const permissionsPolicy =
  'browsing-topics=(), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-get=(), usb=()';

const hstsMaxAge = 365 * 24 * 60 * 60;
const noSources = ["'none'"];

/** Sets the headers of the OWASP HTTP Headers Cheat Sheet. HTML pages have their own content security policy. */
export async function securityHeaders(
  app: FastifyInstance,
  { https, reportsUrl }: { https: boolean; reportsUrl: string },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: noSources, baseUri: noSources, formAction: noSources, frameAncestors: noSources },
    },
    strictTransportSecurity: https && { maxAge: hstsMaxAge, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (request.routeOptions.config.queue === 'pages') reply.header('reporting-endpoints', `default="${reportsUrl}"`);
  });
}
