import { validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './problem.ts';

function errorsOf(schema: z.ZodType, value: unknown) {
  const result: unknown = validatorCompiler({ schema, method: 'POST', url: '/' })(value);
  return fieldErrors((result as { error: Parameters<typeof fieldErrors>[0] }).error);
}

test('keeps the codes of the shop’s schemas, and replaces zod’s own messages by `invalid`', () => {
  const schema = z.object({ a: z.object({ b: z.array(z.string({ error: 'minLength' })) }), c: z.number() });
  expect(errorsOf(schema, { a: { b: ['x', 1] }, c: 'x' })).toEqual([
    { path: 'a.b.1', code: 'minLength' },
    { path: 'c', code: 'invalid' },
  ]);
});

test('reports the first code of each field', () => {
  const schema = z.object({ a: z.string().min(5, 'minLength').regex(/^\d+$/, 'integer') });
  expect(errorsOf(schema, { a: 'x' })).toEqual([{ path: 'a', code: 'minLength' }]);
});

test('reports unrecognized fields as unknown', () => {
  const schema = z.strictObject({ in: z.strictObject({}).optional() });
  expect(errorsOf(schema, { sort: 1, page: 2, in: { x: 1 } })).toEqual([
    { path: 'in.x', code: 'unknown' },
    { path: 'sort', code: 'unknown' },
    { path: 'page', code: 'unknown' },
  ]);
});
