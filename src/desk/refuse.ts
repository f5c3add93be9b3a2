import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

export function refuse(reply: FastifyReply, status: number, code: string, details: Record<string, unknown> = {}) {
  return reply.code(status).send({ ...details, code });
}

export type FieldError = { path: string; code: string };

/** Returns the first error of each field. Messages in camelCase are codes of our schemas; others become `invalid`. */
export function fieldErrors({ issues }: z.ZodError): FieldError[] {
  const errors = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = path.join('.');
    if (!errors.has(name)) errors.set(name, /^[a-z]+([A-Z][a-z]+)*$/.test(message) ? message : 'invalid');
  }
  return [...errors].map(([path, code]) => ({ path, code }));
}
