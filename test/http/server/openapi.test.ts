import { beforeAll, describe, expect, test } from 'vitest';
import type { RequestOptions } from '../../support/server/client.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

type Schema = { $ref?: string; [key: string]: unknown };
type Operation = {
  operationId?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> };
};

const shop = wholeShop();
let document: Document;

beforeAll(async () => {
  document = (await shop.get('/api/v1/openapi.json')).json();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );

describe('the OpenAPI document', () => {
  test('has version 3.1 and the API’s URL', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe('Rehvipood API');
    expect(document.servers).toEqual([{ url: publicUrl }]);
  });

  test('contains exactly the public API calls', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'DELETE /api/v1/orders/{number}/fitting',
      'GET /api/v1/collection-days',
      'GET /api/v1/fitting/slots',
      'GET /api/v1/manufacturer',
      'GET /api/v1/orders/{number}',
      'GET /api/v1/orders/{number}/documents/{document}',
      'GET /api/v1/orders/{number}/fitting',
      'GET /api/v1/orders/{number}/fitting.ics',
      'GET /api/v1/orders/{number}/replacements',
      'GET /api/v1/payment/methods',
      'GET /api/v1/products',
      'GET /api/v1/related',
      'POST /api/v1/orders',
      'POST /api/v1/orders/{number}/cancel',
      'POST /api/v1/orders/{number}/changes',
      'POST /api/v1/orders/{number}/delay-answer',
      'POST /api/v1/orders/{number}/payments',
      'POST /api/v1/orders/{number}/withdrawal',
      'POST /api/v1/withdrawals',
      'PUT /api/v1/orders/{number}/fitting',
    ]);
  });

  test('describes every call with summary, path parameters, success response and problem responses', () => {
    for (const { name, path, operation } of operations()) {
      expect(operation.summary, name).toMatch(/\w/);
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(
        inPath.map((parameter) => `{${parameter.name}}`),
        name,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const { schema } of operation.parameters ?? []) expect(schema, name).toBeTypeOf('object');
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description, `${name} ${status}`).toBeTypeOf('string');
        const types = status.startsWith('2') ? successTypes(path) : ['application/problem+json'];
        expect(Object.keys(content ?? {}), `${name} ${status}`).toEqual(types);
      }
    }
  });

  test('refers to all of its schemas and to no others', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref);
    expect(refs.length).toBeGreaterThan(3);
    for (const ref of refs) {
      expect(ref).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(document.components.schemas).toHaveProperty(ref.split('/').at(-1) ?? '');
    }
    expect(
      Object.keys(document.components.schemas)
        .map((name) => `#/components/schemas/${name}`)
        .sort(),
    ).toEqual([...new Set(refs)].sort());
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'Product',
        'ProductList',
        'RelatedTires',
        'Manufacturer',
        'PaymentMethod',
        'Order',
        'Problem',
      ]),
    );
  });

  test('docs/openapi.json is current; npm run openapi writes it', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../../docs/openapi.json');
  });

  test('gives each call an operation id, a tag, the responses 500 and 503, and the order token where it is required', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, path, operation } of operations()) {
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z]+$/);
      expect(document.tags.map((tag) => tag.name)).toContain(operation.tags?.[0]);
      expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['500', '503']));
      expect(operation.security, name).toEqual(path.includes('{number}') ? [{ orderToken: [] }] : undefined);
    }
    expect(document.components.securitySchemes.orderToken).toMatchObject({ in: 'header', name: 'Order-Token' });
    expect(Object.keys(document.webhooks)).toEqual(['payment']);
  });

  test('contains the limits of the parameters', () => {
    const parameters = document.paths['/api/v1/products']?.get?.parameters ?? [];
    const schema = (name: string) => parameters.find((parameter) => parameter.name === name);
    expect(parameters.map(({ name }) => name).sort()).toEqual(
      [
        'branch diameter fuel grouped ice id limit load manufacturer noise offset priceFrom priceTo profile runflat',
        'season snow sort speed treadWidth van wet xl',
      ].flatMap((names) => names.split(' ')),
    );
    expect(parameters.filter(({ required }) => required)).toEqual([]);
    expect(schema('limit')?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 24 });
    expect(schema('diameter')?.schema).toMatchObject({ type: 'number', minimum: 8, maximum: 30, multipleOf: 0.5 });
    expect(schema('season')?.schema.enum).toContain('winter_studdable');
  });

  test('requires the Idempotency-Key of an order', () => {
    const { parameters = [], requestBody } = document.paths['/api/v1/orders']?.post ?? {};
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    expect(headers.map(({ name, required = false }) => [name.toLowerCase(), required])).toEqual([
      ['idempotency-key', true],
      ['device-id', false],
    ]);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json']);
  });
});

const json = { 'content-type': 'application/json' };

const withBody = [
  ['POST', '/api/v1/orders'],
  ['POST', '/api/v1/orders/{number}/payments'],
  ['POST', '/api/v1/orders/{number}/changes'],
  ['PUT', '/api/v1/orders/{number}/fitting'],
  ['POST', '/api/v1/orders/{number}/delay-answer'],
  ['POST', '/api/v1/orders/{number}/withdrawal'],
  ['POST', '/api/v1/withdrawals'],
] as const;

const badBodies: [status: number, code: string, Pick<RequestOptions, 'headers' | 'body'>][] = [
  [400, 'malformed-json', { headers: json, body: '{' }],
  [400, 'malformed-json', { headers: json, body: '' }],
  [413, 'too-large', { headers: json, body: JSON.stringify('x'.repeat(300_000)) }],
  [415, 'unsupported-media-type', { headers: { 'content-type': 'text/xml' }, body: '<order/>' }],
];

const badParameters: [method: string, path: string, query: string, RequestOptions][] = [
  ['POST', '/api/v1/orders/{number}/payments', '', { headers: json, body: '{"paymentMethod":"pay_at_branch"}' }],
  ['POST', '/api/v1/orders/{number}/changes', '', { headers: json, body: '{}' }],
  ['GET', '/api/v1/orders/{number}/documents/{document}', '?format=xls', {}],
  ['GET', '/api/v1/orders/{number}/fitting', '?vehicle=boat', {}],
  ['GET', '/api/v1/products', '?limit=0', {}],
];

describe('the OpenAPI document on refusals', () => {
  const documented = (method: string, path: string, status: number) =>
    document.paths[path]?.[method.toLowerCase()]?.responses[status]?.description;

  async function expectDocumentedRefusal(
    [method, path]: readonly [string, string],
    query: string,
    request: RequestOptions,
    [status, code]: [number, string],
  ) {
    const answer = await shop.request(path.replaceAll(/[{}]/g, '') + query, { method, ...request });
    expect(answer.json()).toMatchObject({ status, code });
    expect(documented(method, path, status)).toContain(`\`${code}\``);
  }

  test.each(withBody)('names the refusal of a bad body of %s %s', async (...call) => {
    for (const [status, code, request] of badBodies) await expectDocumentedRefusal(call, '', request, [status, code]);
  });

  test.each(badParameters)('names the refusal of a bad parameter or header of %s %s', (method, path, query, request) =>
    expectDocumentedRefusal([method, path], query, request, [400, 'invalid-parameter']),
  );

  test('names busy for a new order', () => expect(documented('POST', '/api/v1/orders', 503)).toContain('`busy`'));

  test('names neither too-many-attempts for a cancellation nor handed-over for a change', () => {
    expect(documented('POST', '/api/v1/orders/{number}/cancel', 409)).not.toContain('too-many-attempts');
    expect(documented('POST', '/api/v1/orders/{number}/changes', 409)).not.toContain('`handed-over`');
  });
});

describe('the API reference page', () => {
  test.each(['/api/docs', '/api/docs/'])('at %s is HTML whose scripts and styles exist', async (path) => {
    const answer = await shop.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    const files = [...answer.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const { pathname } = new URL(file, `http://shop${path}`);
      expect((await shop.get(pathname)).status, pathname).toBe(200);
    }
  });

  test.each(['', '?a=1', `?<b"'>`])('is the target of a redirect from /api/docs/static/index.html%s', async (query) => {
    const { status, headers } = await shop.get(`/api/docs/static/index.html${query}`);
    expect([status, headers.location]).toEqual([302, '/api/docs/']);
  });
});

function successTypes(path: string): string[] {
  if (path.endsWith('.ics')) return ['text/calendar'];
  return path.endsWith('/documents/{document}') ? ['application/pdf', 'application/xml'] : ['application/json'];
}
