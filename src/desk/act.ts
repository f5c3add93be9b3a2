import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { orderVersion } from '../shop/desk/order-version.server.ts';
import { type Act, acts, mayDo, needsStepUp } from '../shop/staff/acts.ts';
import { findLogged, logAct } from '../shop/staff/log.server.ts';
import { verifyPasskey } from '../shop/staff/passkeys.server.ts';
import { staffActor } from '../shop/staff/people.server.ts';
import { renewSession, type Session } from '../shop/staff/sessions.server.ts';
import { sha256 } from '../shop/staff/token.ts';
import type { DeskContext, DeskUser } from './context.ts';
import { setSessionCookie } from './cookies.ts';
import { type FieldError, fieldErrors, refuse } from './refuse.ts';

/** A refusal is a 409 unless it names fields (422) or says that there is no such thing (404). */
export type ActResult =
  | ({ ok: true } & Record<string, unknown>)
  | ({ ok: false; reason: string; errors?: FieldError[]; unknown?: true } & Record<string, unknown>);

/** One act of the desk, with its own fields. */
export type DeskAct<Fields = unknown> = {
  /** The act whose rule in `acts` applies, also the name in the URL; or how to tell which of several. */
  act: Act;
  variants?: { of: readonly Act[]; choose(context: DeskContext, fields: Fields): Promise<Act> };
  /** Only says what would be: it is neither logged nor kept from being repeated. */
  changesNothing?: true;
  fields: z.ZodType<Fields>;
  /** What the log names, and what is locked while the act runs: `order R26-4F7K2`. */
  subject(fields: Fields): string;
  run(context: DeskContext, fields: Fields, user: DeskUser, key: string): Promise<ActResult>;
};

/** Infers the type of the fields. */
export function deskAct<Fields>(act: DeskAct<Fields>): DeskAct {
  return act as unknown as DeskAct;
}

/** The number of an order in an act's subject, or null. */
const orderOf = (subject: string): string | null => /^order (\S+)$/.exec(subject)?.[1] ?? null;

const envelope = z.looseObject({
  key: z.uuid(),
  /** The version of the order that the person saw. */
  seen: z.string().optional(),
  stepUp: z.looseObject({ id: z.string() }).optional(),
});

/** Acts that run at once in this process. Each holds two connections of the desk's pool. */
const maxRunning = 3;

export function registerActs(app: FastifyInstance, context: DeskContext, list: readonly DeskAct[]): void {
  const waiting: (() => void)[] = [];
  let running = 0;
  for (const entry of list) {
    for (const act of [entry.act, ...(entry.variants?.of ?? [])])
      if (!Object.hasOwn(acts, act)) throw new Error(`the act ${act} has no rule`);
    app.post(`/api/acts/${entry.act}`, async (request, reply) => {
      const { session } = request;
      if (!session) return refuse(reply, 401, 'signed-out');
      const possible = entry.variants?.of ?? [entry.act];
      if (!possible.some((act) => mayStart(act, session))) return denied(context, request, reply, session, entry.act);
      if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      try {
        return await perform(context, entry, request, reply, session);
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    });
  }
}

/** Anybody who is signed in may begin an act that a fresh touch decides: an owner may touch the key on a worker's screen. */
function mayStart(act: Act, session: Session): boolean {
  return needsStepUp(act) || mayDo(act, { role: session.person.role, byPin: session.byPin });
}

async function denied(
  { shop }: DeskContext,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  act: string,
) {
  const entry = { at: shop.now(), station: session.station?.name ?? null, act, requestId: request.id };
  await logAct(shop.db, { ...entry, actor: staffActor(session.person), subject: '', outcome: 'not-allowed' });
  return refuse(reply, 403, 'not-allowed');
}

async function perform(
  context: DeskContext,
  entry: DeskAct,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
) {
  const { shop } = context;
  const parsed = envelope.safeParse(request.body);
  if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
  const { key, seen, stepUp, ...rest } = parsed.data;
  const fields = entry.fields.safeParse(rest);
  if (!fields.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(fields.error) });
  const act = (await entry.variants?.choose(context, fields.data)) ?? entry.act;
  if (!mayStart(act, session)) return denied(context, request, reply, session, act);

  let actor = staffActor(session.person);
  if (needsStepUp(act)) {
    if (!stepUp) return refuse(reply, 403, 'step-up', { act });
    const response = stepUp as unknown as AuthenticationResponseJSON;
    const bound = boundTo(entry.act, { key, ...rest });
    const person = await verifyPasskey(shop.db, context.relyingParty(), response, shop.now(), bound);
    if (!person || !mayDo(act, { role: person.role, byPin: false })) {
      const logged = { at: shop.now(), station: session.station?.name ?? null, act, requestId: request.id };
      await logAct(shop.db, { ...logged, actor, outcome: 'step-up-failed', subject: entry.subject(fields.data) });
      return refuse(reply, 403, person ? 'not-allowed' : 'step-up-failed');
    }
    actor = staffActor(person);
    if (person.id === session.person.id) setSessionCookie(reply, await renewSession(shop.db, session, shop.now()));
  }

  const subject = entry.subject(fields.data);
  const user = { session, actor };
  if (entry.changesNothing) return answer(reply, await entry.run(context, fields.data, user, key));
  return withLock(context.pool, subject === '' ? key : subject, async () => {
    const done = await findLogged(shop.db, key);
    if (done) {
      if (done.act !== act || done.actor !== actor) return refuse(reply, 422, 'key-reused');
      return reply.send({ ok: true, repeated: true, subject: done.subject });
    }
    const changed = await changedSince(context, subject, seen);
    if (changed) return refuse(reply, 409, 'changed', changed);
    const result = await entry.run(context, fields.data, user, key);
    await logAct(shop.db, {
      at: shop.now(),
      actor,
      station: session.station?.name ?? null,
      act,
      subject: typeof result.subject === 'string' ? result.subject : subject,
      outcome: result.ok ? 'done' : result.reason,
      requestId: request.id,
      ...(result.ok && { key }),
    });
    return answer(reply, result, () => currentVersion(context, subject));
  });
}

/** `current`: the version of the order that a refusal is about. */
async function answer(
  reply: FastifyReply,
  result: ActResult,
  current: () => ReturnType<typeof currentVersion> = async () => null,
) {
  if (result.ok) return reply.send(result);
  const { ok: _, reason, unknown, ...details } = result;
  if (unknown) return refuse(reply, 404, reason, details);
  if (details.errors) return refuse(reply, 422, reason, details);
  const version = await current();
  return refuse(reply, 409, reason, { ...details, ...(version && { lastChange: version.lastChange }) });
}

/** Returns the last change of an order when it is not the one that the person saw, otherwise null. */
async function changedSince(context: DeskContext, subject: string, seen: string | undefined) {
  if (seen === undefined) return null;
  const current = await currentVersion(context, subject);
  return current && current.version !== seen ? current : null;
}

/** Returns the version of the order that an act is about; null: it is about something else. */
async function currentVersion({ shop }: DeskContext, subject: string) {
  const number = orderOf(subject);
  if (number === null) return null;
  const order = await shop.db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
  return order ? orderVersion(shop.db, order.id) : null;
}

/** What a fresh touch is good for: one act with exactly these fields. */
export function boundTo(act: string, fields: Record<string, unknown>): Buffer {
  return sha256(`${act} ${canonicalJson(fields)}`);
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Runs `work` while no other process runs an act on the same subject. */
async function withLock<T>(pool: pg.Pool, subject: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isHeld = false;
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 25))', [subject]);
    isHeld = true;
    return await work();
  } finally {
    // A connection that cannot unlock is closed, which unlocks, too.
    const unlocked = isHeld && client.query('select pg_advisory_unlock(hashtextextended($1, 25))', [subject]);
    const failed = await Promise.resolve(unlocked).then(
      () => false,
      () => true,
    );
    client.release(failed || !isHeld);
  }
}
