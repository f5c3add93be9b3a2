import { beforeAll, describe, expect, test } from 'vitest';
import { publicUrl, wholeShop } from '../support/shop.ts';

type Schema = { $ref?: string; [key: string]: unknown };
type Operation = {
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
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
  test('is of version 3.1 and says where the API is', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe('Rehvipood API');
    expect(document.servers).toEqual([{ url: publicUrl }]);
  });

  test('has every call, and nothing else', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'GET /api/v1/manufacturer',
      'GET /api/v1/orders/{number}',
      'GET /api/v1/payment/methods',
      'GET /api/v1/products',
      'GET /api/v1/related',
      'POST /api/v1/orders',
      'POST /api/v1/orders/{number}/cancel',
      'POST /api/v1/orders/{number}/payments',
      'POST /api/v1/orders/{number}/withdrawal',
      'POST /api/v1/withdrawals',
    ]);
  });

  test('describes every call: what for, its path parameters, a good answer and its errors as problems', () => {
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
        const type = status.startsWith('2') ? 'application/json' : 'application/problem+json';
        expect(Object.keys(content ?? {}), `${name} ${status}`).toEqual([type]);
      }
    }
  });

  test('points only at schemas that it has, and at each of them', () => {
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

  test('tells the limits of the parameters', () => {
    const parameters = document.paths['/api/v1/products']?.get?.parameters ?? [];
    const schema = (name: string) => parameters.find((parameter) => parameter.name === name);
    expect(parameters.map(({ name }) => name).sort()).toEqual(
      [
        'branch diameter fuel ice id limit load manufacturer noise offset priceFrom priceTo profile runflat season snow',
        'sort speed treadWidth wet xl',
      ].flatMap((names) => names.split(' ')),
    );
    expect(parameters.filter(({ required }) => required)).toEqual([]);
    expect(schema('limit')?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 24 });
    expect(schema('diameter')?.schema).toMatchObject({ type: 'number', minimum: 8, maximum: 30, multipleOf: 0.5 });
    expect(schema('season')?.schema.enum).toContain('winter_studdable');
  });

  test('asks for the key of an order', () => {
    const { parameters = [], requestBody } = document.paths['/api/v1/orders']?.post ?? {};
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    expect(headers.map(({ name, required = false }) => [name.toLowerCase(), required])).toEqual([
      ['idempotency-key', true],
      ['device-id', false],
    ]);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json']);
  });
});

describe('the readable page', () => {
  test.each(['/api/docs', '/api/docs/'])('at %s is a page of HTML whose own files are there', async (path) => {
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

  test.each(['', '?a=1', `?<b"'>`])('at /api/docs/static/index.html%s leads to the page', async (query) => {
    const { status, headers } = await shop.get(`/api/docs/static/index.html${query}`);
    expect([status, headers.location]).toEqual([302, '/api/docs/']);
  });
});
