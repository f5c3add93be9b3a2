import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Act, acts } from '../shop/staff/acts.ts';
import { staffActor } from '../shop/staff/people.server.ts';
import type { Session } from '../shop/staff/sessions.server.ts';
import { isAllowed, log, onlySignedIn } from './act.ts';
import type { DeskContext, DeskUser } from './context.ts';
import { DeskFile } from './desk-file.ts';
import { isBackground } from './live.ts';
import { fieldErrors, refuse } from './refuse.ts';
import type { SharedReads } from './shared-reads.ts';

/** `read` returns null when the requested thing does not exist. */
export type DeskRead<Query = unknown> = {
  path: `/api/${string}`;
  act: Act;
  query?: z.ZodType<Query>;
  /** The subject in the log: `order R26-4F7K2`. Undefined: the read is not logged. */
  loggedSubject?(query: Query): string;
  /** Screens that refresh then share one response. Never together with `loggedSubject`. */
  isSameForEverybody?: true;
  read(context: DeskContext, query: Query, user: DeskUser): Promise<unknown>;
};

/** Lets TypeScript infer the type of the query. The schema parses the query string and the path parameters together. */
export function deskRead<Query>(read: DeskRead<Query>): DeskRead {
  return read as unknown as DeskRead;
}

export function registerReads(
  app: FastifyInstance,
  context: DeskContext,
  deskReads: readonly DeskRead[],
  sharedReads: SharedReads,
): void {
  for (const definition of deskReads) {
    if (!Object.hasOwn(acts, definition.act)) throw new Error(`the act ${definition.act} has no permission rule`);
    app.get(definition.path, { onRequest: onlySignedIn }, async (request, reply) => {
      const session = request.session as Session;
      if (!isAllowed(session, definition.act)) {
        await log(context, request, session, { act: definition.act, subject: '', outcome: 'not-allowed' });
        return refuse(reply, 403, 'not-allowed');
      }
      const input = { ...(request.query as object), ...(request.params as object) };
      const query = (definition.query ?? z.object({})).safeParse(input);
      if (!query.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(query.error) });
      const read = () => definition.read(context, query.data, { session, actor: staffActor(session.person) });
      const mayShare = definition.isSameForEverybody && isBackground(request);
      const sharedKey = `${definition.path} ${JSON.stringify(query.data)}`;
      const answer = mayShare ? await sharedReads(sharedKey, read) : await read();
      if (answer === null) return refuse(reply, 404, 'unknown');
      if (definition.loggedSubject && !isBackground(request)) {
        const subject = definition.loggedSubject(query.data);
        await log(context, request, session, { act: definition.act, subject, outcome: 'opened' });
      }
      // A shared answer is JSON text, which Fastify would send as text/plain.
      if (mayShare) reply.type('application/json; charset=utf-8');
      return answer instanceof DeskFile ? sendFile(reply, answer) : reply.send(answer);
    });
  }
}

function sendFile(reply: FastifyReply, { type, name, inline, content }: DeskFile): FastifyReply {
  const disposition = `${inline ? 'inline' : 'attachment'}; filename="${name}"`;
  return reply.type(type).header('content-disposition', disposition).send(content);
}
