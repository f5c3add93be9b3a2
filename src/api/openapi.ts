import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { queueRoutes } from '../http/admission/admission.ts';
import { compareTexts } from '../shop/catalog/compare-texts.ts';

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const faults = {
  500: problem('`internal`: a fault of the shop; `instance` is the id of its line in the log'),
  503: problem(
    '`overloaded` or `unavailable`: too many requests, or no database; try again after `Retry-After` seconds',
  ),
};

const bodyProblems = {
  413: problem('`too-large`: the body is too large'),
  415: problem('`unsupported-media-type`: the body is not application/json'),
};

const openApi: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  tags: [
    { name: 'Tires', description: 'Tires on sale' },
    { name: 'Orders', description: 'Placing an order, paying and cancelling it' },
    { name: 'Fitting', description: 'Free times to have tires fitted, and the appointment of an order' },
    { name: 'Withdrawals', description: 'Declarations of withdrawal (Võlaõigusseadus § 56)' },
  ],
  components: {
    securitySchemes: {
      orderToken: {
        type: 'apiKey',
        in: 'header',
        name: 'Order-Token',
        description: 'The token of one order, from the answer to `placeOrder` or from a link in a mail',
      },
    },
  },
  webhooks: {
    payment: {
      post: {
        operationId: 'receivePaymentWebhook',
        tags: ['Orders'],
        summary:
          'Sent by the payment providers to /api/v1/webhooks/montonio and /api/v1/webhooks/stripe, signed with their secret',
        responses: {
          200: { description: 'Stored, or ignored; the shop then asks the provider for the state of the payment' },
          400: problem('`malformed`: cannot be read'),
          401: problem('The signature is not the provider’s, or too old'),
          404: problem('`not-found`: the shop has no keys of this provider'),
          413: problem('`too-large`: the body is too large'),
          429: problem('`too-many-requests`: too many refused webhooks of one client'),
        },
      },
    },
  },
};

type Operations = Record<string, Record<string, { requestBody?: object; responses: object }>>;

function addCommonProblems<T extends object>(document: T): T {
  const { paths = {}, webhooks = {} } = document as { paths?: Operations; webhooks?: Operations };
  for (const methods of [...Object.values(paths), ...Object.values(webhooks)])
    for (const operation of Object.values(methods))
      operation.responses = { ...faults, ...(operation.requestBody && bodyProblems), ...operation.responses };
  return document;
}

export async function registerOpenapi(
  app: FastifyInstance,
  { title, publicUrl }: { title: string; publicUrl: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      ...openApi,
      info: {
        title,
        description:
          'Money is euros with at most two decimals, VAT included. Errors are RFC 9457 problems with a code.',
        version: '1.0.0',
      },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
    transformObject: (input) => addCommonProblems(removeUnusedSchemas(input)),
  });
  await app.register(async (docs) => {
    queueRoutes(docs, 'files');
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      // The URL /api/docs has no trailing slash, so relative paths would start one level too high.
      indexPrefix: '/api',
      staticCSP:
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      theme: { title },
      uiHooks: {
        // The plug-in's own redirect of this URL does not change it if it has a query, so the browser would follow it endlessly.
        onRequest: async (request, reply) => {
          if (request.routeOptions.url?.endsWith('/static/index.html')) await reply.redirect('/api/docs/');
        },
      },
    });
  });
  app.get('/v1/openapi.json', { config: { queue: 'files' }, schema: { hide: true } }, () => app.swagger());
}

type TransformObject = typeof jsonSchemaTransformObject;
type Document = { paths?: object; components?: { schemas?: Record<string, unknown> } };

/** The transform makes two schemas of each type, for requests and for responses. Removes unreferenced ones, until every schema has a reference. */
const removeUnusedSchemas: TransformObject = (input) => {
  const document = jsonSchemaTransformObject(input) as Document;
  const { components } = document;
  let schemas = Object.entries(components?.schemas ?? {});
  let countBefore: number;
  do {
    countBefore = schemas.length;
    const references = JSON.stringify([document.paths, Object.fromEntries(schemas)]);
    schemas = schemas.filter(([name]) => references.includes(`"#/components/schemas/${name}"`));
  } while (schemas.length < countBefore);
  return {
    ...document,
    // Sorted, so that the document does not depend on the order of imports.
    components: { ...components, schemas: Object.fromEntries(schemas.sort(([a], [b]) => compareTexts(a, b))) },
  } as ReturnType<TransformObject>;
};
