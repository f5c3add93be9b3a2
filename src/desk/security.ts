import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.ts';

const self = ["'self'"];
const none = ["'none'"];

const permissionsPolicy =
  'browsing-topics=(), camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()';

const hstsMaxAge = 365 * 24 * 60 * 60;

/** Sets headers, and checks that a request which changes something comes from the desk itself. */
export async function secureDesk(app: FastifyInstance, origin: () => string, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: self,
        styleSrc: self,
        imgSrc: ["'self'", 'data:'],
        connectSrc: self,
        fontSrc: self,
        // For the PDF viewer, which shows a label or a list before it is printed.
        frameSrc: self,
        manifestSrc: self,
        formAction: self,
        baseUri: none,
        frameAncestors: self,
        objectSrc: none,
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps && { maxAge: hstsMaxAge, includeSubDomains: false },
    xFrameOptions: { action: 'sameorigin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    reply.header('x-robots-tag', 'noindex, nofollow');
    reply.header('cache-control', 'no-store');
    if (request.method === 'GET' || request.method === 'HEAD') return;
    // CSRF: OWASP ASVS 5.0, 3.5.1 to 3.5.3. Bodies are JSON or files, so other sites need a preflight, which fails.
    const { origin: sentOrigin, 'sec-fetch-site': site } = request.headers;
    const isFromOtherSite = site !== undefined && site !== 'same-origin';
    if (sentOrigin !== origin() || isFromOtherSite) return refuse(reply, 403, 'other-origin');
  });
}
