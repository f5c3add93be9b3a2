import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { bookingVersion } from '../shop/desk/calendar/booking-version.server.ts';
import { orderVersion } from '../shop/desk/order/order-version.server.ts';
import { type Act, acts, mayDo, needsStepUp } from '../shop/staff/acts.ts';
import { findLogEntry, type LogEntry, logAct } from '../shop/staff/log.server.ts';
import { type Person, staffActor } from '../shop/staff/people.server.ts';
import { renewSession, type Session } from '../shop/staff/sessions.server.ts';
import type { DeskContext, DeskUser } from './context.ts';
import { setSessionCookie } from './cookies.ts';
import { type FieldError, fieldErrors, refuse } from './refuse.ts';
import { stepUpHash, verifyStepUp } from './step-up.ts';

/** The status of a refusal is 404 with `notFound`, 422 with `errors`, otherwise 409. */
export type ActResult =
  | ({ ok: true } & Record<string, unknown>)
  | ({ ok: false; reason: string; errors?: FieldError[]; notFound?: true } & Record<string, unknown>);

export const notFound = { ok: false, reason: 'unknown', notFound: true } as const;

export type DeskAct<Fields = unknown> = {
  /** Names the route, and the rule in `acts` that applies when there are no variants. */
  act: Act;
  /** Acts with other rules on this route, such as `cancel-unpaid` and `cancel-paid`. `choose` selects the act to do. */
  variants?: { acts: readonly Act[]; choose(context: DeskContext, fields: Fields): Promise<Act> };
  /** A preview: it changes nothing, so it is neither logged nor protected from repetition. */
  changesNothing?: true;
  fields: z.ZodType<Fields>;
  /** The subject in the log, which is locked while the act runs: `order R26-4F7K2`. */
  subject?(fields: Fields): string;
  run(context: DeskContext, fields: Fields, user: DeskUser, key: string): Promise<ActResult>;
};

export function deskAct<Fields>(act: DeskAct<Fields>): DeskAct {
  // `run` gets only fields that the act's own schema has parsed.
  return act as unknown as DeskAct;
}

const orderNumberIn = (subject: string): string | null => /^order (\S+)$/.exec(subject)?.[1] ?? null;

const envelope = z.looseObject({
  /** The idempotency key: a form that is sent again runs once. */
  key: z.uuid(),
  /** The version of the order or booking that the person saw. */
  seen: z.string().optional(),
  stepUp: z.looseObject({ id: z.string() }).optional(),
});

/** Per process, because each has its own pool. A running act uses two connections: for its locks and its queries. */
const maxRunningActs = 3;

export function registerActs(app: FastifyInstance, context: DeskContext, deskActs: readonly DeskAct[]): void {
  const waiting: (() => void)[] = [];
  let running = 0;
  for (const definition of deskActs) {
    for (const act of [definition.act, ...possibleActs(definition)])
      if (!Object.hasOwn(acts, act)) throw new Error(`the act ${act} has no permission rule`);
    // `onlySignedIn` runs before the body is read, so that strangers cannot fill the memory with uploads.
    app.post(`/api/acts/${definition.act}`, { onRequest: onlySignedIn }, async (request, reply) => {
      const session = request.session as Session;
      if (!possibleActs(definition).some((act) => mayStart(act, session)))
        return deny(context, request, reply, session, definition.act);
      if (running >= maxRunningActs) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      try {
        return await perform(context, definition, request, reply, session);
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    });
  }
}

const possibleActs = ({ act, variants }: DeskAct): readonly Act[] => variants?.acts ?? [act];

export async function onlySignedIn(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return request.session ? undefined : refuse(reply, 401, 'signed-out');
}

export const isAllowed = ({ person, byPin }: Session, act: Act): boolean => mayDo(act, { role: person.role, byPin });

/** Anybody signed in may start an act with step-up: an owner may confirm it with a passkey on a worker's screen. */
function mayStart(act: Act, session: Session): boolean {
  return needsStepUp(act) || isAllowed(session, act);
}

/** Returns a hook that refuses an upload before its body is read: only people who may do the act can fill memory. */
export function onlyAllowed(context: DeskContext, act: Act) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { session } = request;
    if (!session) return refuse(reply, 401, 'signed-out');
    if (isAllowed(session, act)) return undefined;
    return deny(context, request, reply, session, act);
  };
}

async function deny(context: DeskContext, request: FastifyRequest, reply: FastifyReply, session: Session, act: string) {
  await log(context, request, session, { act, subject: '', outcome: 'not-allowed' });
  return refuse(reply, 403, 'not-allowed');
}

export function log(
  { shop }: DeskContext,
  request: FastifyRequest,
  session: Session,
  entry: Pick<LogEntry, 'act' | 'subject' | 'outcome'> & Partial<Pick<LogEntry, 'actor' | 'key'>>,
): Promise<void> {
  const station = session.station?.name ?? null;
  return logAct(shop.db, {
    at: shop.now(),
    actor: staffActor(session.person),
    station,
    requestId: request.id,
    ...entry,
  });
}

async function perform(
  context: DeskContext,
  definition: DeskAct,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
) {
  const { shop } = context;
  const parsed = envelope.safeParse(request.body);
  if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
  const { key, seen, stepUp, ...input } = parsed.data;
  const fields = definition.fields.safeParse(input);
  if (!fields.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(fields.error) });
  const subject = definition.subject?.(fields.data) ?? '';
  if (definition.changesNothing) {
    const user = { session, actor: staffActor(session.person) };
    return sendResult(reply, await definition.run(context, fields.data, user, key));
  }
  return withLocks(context.pool, subject === '' ? [key] : [key, subject], async () => {
    // Chosen under the lock, because another act could otherwise book a payment of the order in between.
    const act = (await definition.variants?.choose(context, fields.data)) ?? definition.act;
    if (!mayStart(act, session)) return deny(context, request, reply, session, act);
    const logged = await findLogEntry(shop.db, key);
    if (logged) {
      const isRepetition = isSameAct(definition, logged, { subject, actor: staffActor(session.person) });
      if (!isRepetition) return refuse(reply, 422, 'key-reused');
      return reply.send({ ok: true, repeated: true, subject: logged.subject });
    }
    const laterChange = await changedSince(context, subject, seen);
    if (laterChange) return refuse(reply, 409, 'changed', laterChange);

    let confirmedBy: Person | null = null;
    if (needsStepUp(act)) {
      if (!stepUp) return refuse(reply, 403, 'step-up', { act });
      const hash = stepUpHash(definition.act, { key, ...input });
      const verified = await verifyStepUp(context, stepUp, hash, { act, session });
      if (!verified.ok) {
        await log(context, request, session, { act, subject, outcome: 'step-up-failed' });
        return refuse(reply, 403, verified.reason);
      }
      confirmedBy = verified.person;
    }
    const actor = staffActor(confirmedBy ?? session.person);
    const result = await definition.run(context, fields.data, { session, actor }, key);
    // Logged before the response: if the client sends the act again, the key in this log entry shows that it is done.
    await log(context, request, session, {
      act,
      actor,
      subject: typeof result.subject === 'string' ? result.subject : subject,
      outcome: result.ok ? 'done' : result.reason,
      ...(result.ok && { key }),
    });
    const usedOwnPasskey = confirmedBy?.id === session.person.id;
    if (usedOwnPasskey) setSessionCookie(reply, await renewSession(shop.db, session, shop.now()));
    return sendResult(reply, result, () => currentVersion(context, subject));
  });
}

type SubjectAndActor = Pick<LogEntry, 'subject' | 'actor'>;

function isSameAct(
  definition: DeskAct,
  logged: SubjectAndActor & { act: string },
  { subject, actor }: SubjectAndActor,
): boolean {
  const act = possibleActs(definition).find((possible) => possible === logged.act);
  if (act === undefined) return false;
  // Subjects other than orders are not compared: some acts create theirs, so the log has it, but the request does not.
  if (orderNumberIn(subject) !== null && logged.subject !== subject) return false;
  // With a step-up, the logged actor is the person who confirmed it, not necessarily the one who sent the form.
  return needsStepUp(act) || logged.actor === actor;
}

async function sendResult(
  reply: FastifyReply,
  result: ActResult,
  readVersion: () => ReturnType<typeof currentVersion> = async () => null,
) {
  if (result.ok) return reply.send(result);
  const { ok: _, reason, notFound: isNotFound, ...details } = result;
  if (isNotFound) return refuse(reply, 404, reason, details);
  if (details.errors) return refuse(reply, 422, reason, details);
  const version = await readVersion();
  return refuse(reply, 409, reason, { ...details, ...(version?.lastChange && { lastChange: version.lastChange }) });
}

/** Returns the version of the order or booking if it differs from `seen`. Null: no change, or no `seen`. */
async function changedSince(context: DeskContext, subject: string, seen: string | undefined) {
  if (seen === undefined) return null;
  const current = await currentVersion(context, subject);
  return current && current.version !== seen ? current : null;
}

async function currentVersion({ shop }: DeskContext, subject: string) {
  const [, booking] = /^fitting (\S+)$/.exec(subject) ?? [];
  if (booking !== undefined) return bookingVersion(shop.db, booking);
  const number = orderNumberIn(subject);
  if (number === null) return null;
  const order = await shop.db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
  return order ? orderVersion(shop.db, order.id) : null;
}

/** Keeps these locks apart from other advisory locks. */
const deskLockSeed = 25;

/** Runs `work` under advisory locks, which other processes respect too. Takes them in the order of `names`. */
async function withLocks<T>(pool: pg.Pool, names: string[], work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let holdsAll = false;
  try {
    for (const name of names)
      await client.query('select pg_advisory_lock(hashtextextended($1, $2))', [name, deskLockSeed]);
    holdsAll = true;
    return await work();
  } finally {
    const isUnlocked = holdsAll && (await unlockAll(client));
    // `release(true)` closes the connection, which releases its locks.
    client.release(!isUnlocked);
  }
}

function unlockAll(client: pg.PoolClient): Promise<boolean> {
  return client.query('select pg_advisory_unlock_all()').then(
    () => true,
    () => false,
  );
}
