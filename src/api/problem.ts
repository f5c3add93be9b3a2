import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isDatabaseUnavailable } from '../shop/database-unavailable.server.ts';

/** An error of the API, RFC 9457. */
export const problemBody = z
  .looseObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), code: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

/** Describes a problem as a response in OpenAPI; `problem` sends it. */
export const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemBody } },
});

export type Problem = Partial<z.infer<typeof problemBody>> & { status: number; code: string };

export function problem(reply: FastifyReply, { status, code, title = STATUS_CODES[status], ...members }: Problem) {
  return reply
    .code(status)
    .type('application/problem+json')
    .send({ type: 'about:blank', title, status, code, ...members });
}

const problemOfFastifyError: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'too-large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported-media-type',
    detail: 'The body must be application/json.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: 'malformed-json' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'malformed-json', detail: 'The body is empty.' },
};

/** Answers errors and unknown routes below `app` with problems. Faults (500) are logged, and their problems have no details. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => problem(reply, { status: 404, code: 'not-found' }));
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const code = error.validationContext === 'body' ? 'validation' : 'invalid-parameter';
    return problem(reply, { status: 400, code, errors: fieldErrors(error.validation) });
  }
  const clientProblem = problemOfFastifyError[error.code] ?? problemOfClientError(error);
  if (clientProblem) return problem(reply, clientProblem);
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, 'the database is unreachable');
    return problem(reply.header('retry-after', 5), { status: 503, code: 'unavailable' });
  }
  request.log.error({ err: error }, 'request failed');
  return problem(reply, { status: 500, code: 'internal', instance: `urn:uuid:${request.id}` });
}

function problemOfClientError({ statusCode = 500 }: FastifyError): Problem | null {
  if (statusCode < 400 || statusCode > 499) return null;
  return { status: statusCode, code: statusCode === 429 ? 'too-many-requests' : 'bad-request' };
}

type Issue = { keyword: string; instancePath: string; message?: string; params?: Record<string, unknown> };

const codePattern = /^[a-z]+([A-Z][a-z]+)*$/;

/** Returns the first error of each field. `/items/0/count` becomes the path `items.0.count`, a message that is no code becomes `invalid`. */
export function fieldErrors(issues: readonly Issue[]): { path: string; code: string }[] {
  const codes = new Map<string, string>();
  const addFirst = (path: string, code: string) => {
    if (!codes.has(path)) codes.set(path, code);
  };
  for (const { keyword, instancePath, message = '', params } of issues) {
    const path = instancePath.slice(1).replaceAll('/', '.');
    if (keyword === 'unrecognized_keys' && Array.isArray(params?.keys)) {
      for (const key of params.keys) addFirst(path === '' ? `${key}` : `${path}.${key}`, 'unknown');
    } else addFirst(path, codePattern.test(message) ? message : 'invalid');
  }
  return [...codes].map(([path, code]) => ({ path, code }));
}
