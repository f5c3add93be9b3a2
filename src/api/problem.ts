import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { databaseUnavailable } from '../shop/database-unavailable.server.ts';
import { fieldErrors } from './field-errors.ts';

/** An error as every call of the API answers it, RFC 9457. */
export const problemBody = z
  .looseObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    /** What went wrong, for programs. */
    code: z.string(),
    detail: z.string().optional(),
    /** The fields, parameters or headers that were wrong. */
    errors: z.array(z.object({ path: z.string(), code: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

/** A problem as a route's `response` names it. */
export const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemBody } },
});

export type Problem = {
  status: number;
  code: string;
  title?: string;
  detail?: string;
  errors?: { path: string; code: string }[];
  [member: string]: unknown;
};

/** Answers with a problem. `title` is the status in words unless given; further members are sent as they are. */
export function problem(reply: FastifyReply, { status, code, title = STATUS_CODES[status], ...members }: Problem) {
  return reply
    .code(status)
    .type('application/problem+json')
    .send({ type: 'about:blank', title, status, code, ...members });
}

/** What Fastify itself refuses, by its error code. */
const refusals: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'too-large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported-media-type',
    detail: 'The body must be application/json.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: 'malformed-json' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'malformed-json', detail: 'The body is empty.' },
};

/** Makes every error and unknown route below `app` a problem. Faults are logged and answered without their details. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => problem(reply, { status: 404, code: 'not-found' }));
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const code = error.validationContext === 'body' ? 'validation' : 'invalid-parameter';
    return problem(reply, { status: 400, code, errors: fieldErrors(error.validation) });
  }
  const refusal = refusals[error.code] ?? clientError(error);
  if (refusal) return problem(reply, refusal);
  if (databaseUnavailable(error)) {
    request.log.warn({ err: error }, 'the database is out of reach');
    return problem(reply.header('retry-after', 5), { status: 503, code: 'unavailable' });
  }
  request.log.error({ err: error }, 'request failed');
  // Under this id the log says what it was.
  return problem(reply, { status: 500, code: 'internal', instance: `urn:uuid:${request.id}` });
}

/** Other mistakes of the client. */
function clientError({ statusCode = 500 }: FastifyError): Problem | null {
  if (statusCode < 400 || statusCode > 499) return null;
  return { status: statusCode, code: statusCode === 429 ? 'too-many-requests' : 'bad-request' };
}
