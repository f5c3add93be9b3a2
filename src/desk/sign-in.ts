import rateLimit from '@fastify/rate-limit';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sha256 } from '../shop/order/order-codes.server.ts';
import { type Act, acts } from '../shop/staff/acts.ts';
import { logAct } from '../shop/staff/log.server.ts';
import {
  authenticationOptions,
  enrolmentOptions,
  invitedPerson,
  ownEnrolmentHash,
  redeemInvitation,
  storePasskey,
  verifyPasskey,
} from '../shop/staff/passkeys.server.ts';
import { isAnybodyEnrolled, type Person, staffActor } from '../shop/staff/people.server.ts';
import {
  endSession,
  endSessions,
  findSession,
  openSession,
  type Session,
  touchSession,
} from '../shop/staff/sessions.server.ts';
import {
  checkPin,
  findStation,
  openStation,
  peopleWithPin,
  redeemStationLink,
  type Station,
} from '../shop/staff/stations.server.ts';
import { isAllowed, log, onlySignedIn } from './act.ts';
import { storable } from './acts/fields.ts';
import type { DeskContext } from './context.ts';
import { clearSessionCookie, sessionCookie, setSessionCookie, setStationCookie, stationCookie } from './cookies.ts';
import { isBackground } from './live.ts';
import { fieldErrors, refuse } from './refuse.ts';
import type { SessionView } from './session-view.ts';
import { stepUpHash } from './step-up.ts';

const attemptsPerMinute = 30;

const passkeyAnswer = z.looseObject({ id: z.string(), response: z.looseObject({}) });
const passkeyName = storable(z.string().trim().min(1).max(60));

/** Returns the hash that binds the challenge for a new passkey to an invitation, so that only its token can enrol the passkey. */
const invitationHash = (token: string): Buffer => sha256(`invitation ${token}`);

/** Routes to sign in by passkey or PIN, enrol people and devices, and prepare step-ups. Limited per IP address. */
export async function registerSignIn(app: FastifyInstance, context: DeskContext): Promise<void> {
  const { shop, relyingParty } = context;
  const { db, now } = shop;
  await app.register(rateLimit, { global: false });
  const withRateLimit = { config: { rateLimit: { max: attemptsPerMinute, timeWindow: '1 minute' } } };

  const logSignIn = (
    request: FastifyRequest,
    station: Station | null,
    entry: { act: 'sign-in' | 'enrol'; outcome: string; actor: string },
  ) => logAct(db, { ...entry, at: now(), station: station?.name ?? null, subject: '', requestId: request.id });

  const stationOf = async (request: FastifyRequest): Promise<Station | null> => {
    const token = request.cookies[stationCookie];
    return token ? findStation(db, token, now()) : null;
  };

  const signIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
    { station, byPin }: { station: Station | null; byPin: boolean },
  ) => {
    if (request.session) await endSession(db, request.session);
    // From then on, people may sign in on the station by PIN.
    if (station && !byPin) await openStation(db, station.id, person, now());
    const token = await openSession(db, { person, stationId: station?.id ?? null, byPin }, now());
    setSessionCookie(reply, token);
    const outcome = byPin ? 'pin' : 'passkey';
    await logSignIn(request, station, { act: 'sign-in', outcome, actor: staffActor(person) });
    return reply.send({ ok: true });
  };

  app.get('/api/session', async (request): Promise<SessionView> => {
    const { session } = request;
    const station = await stationOf(request);
    const { shopConfig } = shop;
    return {
      shop: shopConfig.name,
      branches: shopConfig.branches.map(({ id, name }) => ({ id, name })),
      enrolled: session !== null || (await isAnybodyEnrolled(db)),
      station: station && {
        name: station.name,
        branch: station.branch,
        open: station.open,
        people: station.open ? (await peopleWithPin(db)).map(({ login, name }) => ({ login, name })) : [],
      },
      person: session && {
        login: session.person.login,
        name: session.person.name,
        role: session.person.role,
        byPin: session.byPin,
        acts: (Object.keys(acts) as Act[]).filter((act) => isAllowed(session, act)),
      },
    };
  });

  app.post('/api/sign-in/options', withRateLimit, async () => authenticationOptions(db, relyingParty(), now()));

  app.post('/api/sign-in', withRateLimit, async (request, reply) => {
    const parsed = passkeyAnswer.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
    const response = parsed.data as unknown as AuthenticationResponseJSON;
    const station = await stationOf(request);
    const person = await verifyPasskey(db, relyingParty(), response, now());
    if (person) return signIn(request, reply, person, { station, byPin: false });
    await logSignIn(request, station, { act: 'sign-in', outcome: 'passkey-refused', actor: 'unknown' });
    return refuse(reply, 403, 'passkey-refused');
  });

  app.post('/api/sign-in/pin', withRateLimit, async (request, reply) => {
    const parsed = z.object({ login: z.string().max(31), pin: z.string().max(12) }).safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
    const station = await stationOf(request);
    if (!station) return refuse(reply, 403, 'no-station');
    const result = await checkPin(db, station, parsed.data);
    if (result.ok) return signIn(request, reply, result.person, { station, byPin: true });
    const outcome = `pin-${result.reason}`;
    await logSignIn(request, station, { act: 'sign-in', outcome, actor: `staff:${parsed.data.login}` });
    return refuse(reply, 403, outcome);
  });

  const oneTimeLinkFields = z.object({ token: z.string().min(20).max(100) });

  app.post('/api/enrol/options', withRateLimit, async (request, reply) => {
    const parsed = oneTimeLinkFields.safeParse(request.body);
    const person = parsed.success ? await invitedPerson(db, parsed.data.token, now()) : null;
    if (!parsed.success || !person) return refuse(reply, 403, 'invitation-refused');
    const options = await enrolmentOptions(db, relyingParty(), person, now(), invitationHash(parsed.data.token));
    return { options, person: { name: person.name, role: person.role } };
  });

  app.post('/api/enrol', withRateLimit, async (request, reply) => {
    const parsed = oneTimeLinkFields.extend({ answer: passkeyAnswer, name: passkeyName }).safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
    const { token, name } = parsed.data;
    const person = await invitedPerson(db, token, now());
    if (!person) return refuse(reply, 403, 'invitation-refused');
    const response = parsed.data.answer as unknown as RegistrationResponseJSON;
    // The invitation is used up first: two devices with the same link must not both enrol.
    if (!(await redeemInvitation(db, token, now()))) return refuse(reply, 403, 'invitation-refused');
    if (!(await storePasskey(db, relyingParty(), person, { response, name }, now(), invitationHash(token))))
      return refuse(reply, 403, 'passkey-refused');
    await logSignIn(request, null, { act: 'enrol', outcome: 'done', actor: staffActor(person) });
    const station = await stationOf(request);
    return signIn(request, reply, person, { station, byPin: false });
  });

  app.post('/api/sign-out', async (request, reply) => {
    const { session } = request;
    if (session) {
      await endSession(db, session);
      await log(context, request, session, { act: 'sign-out', subject: '', outcome: 'done' });
    }
    clearSessionCookie(reply);
    return reply.send({ ok: true });
  });

  app.post('/api/sign-out-elsewhere', { onRequest: onlySignedIn }, async (request, reply) => {
    const session = request.session as Session;
    await endSessions(db, session.person.id, session);
    await log(context, request, session, { act: 'sign-out-elsewhere', subject: '', outcome: 'done' });
    return reply.send({ ok: true });
  });

  app.post('/api/passkeys', { ...withRateLimit, onRequest: onlySignedIn }, async (request, reply) => {
    const session = request.session as Session;
    const parsed = z.object({ answer: passkeyAnswer, name: passkeyName }).safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
    const { person } = session;
    const passkey = { response: parsed.data.answer as unknown as RegistrationResponseJSON, name: parsed.data.name };
    if (!(await storePasskey(db, relyingParty(), person, passkey, now(), ownEnrolmentHash(person))))
      return refuse(reply, 403, 'passkey-refused');
    await log(context, request, session, { act: 'enrol', subject: '', outcome: 'done' });
    return reply.send({ ok: true });
  });

  app.post('/api/station', withRateLimit, async (request, reply) => {
    const parsed = oneTimeLinkFields.safeParse(request.body);
    const token = parsed.success ? await redeemStationLink(db, parsed.data.token, now()) : null;
    if (!token) return refuse(reply, 403, 'invitation-refused');
    if (request.session) await endSession(db, request.session);
    clearSessionCookie(reply);
    setStationCookie(reply, token);
    return reply.send({ ok: true });
  });

  // `key`: the idempotency key of the act, which binds the step-up to one run of it.
  const stepUpFields = z.object({ act: z.string(), fields: z.looseObject({ key: z.uuid() }) });

  app.post('/api/step-up', { ...withRateLimit, onRequest: onlySignedIn }, async (request, reply) => {
    const parsed = stepUpFields.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
    const { act, fields } = parsed.data;
    return authenticationOptions(db, relyingParty(), now(), stepUpHash(act, fields));
  });
}

/** Sets `request.session`, and extends the session unless the request only refreshes a screen. */
export function registerSessionHook(app: FastifyInstance, { shop }: DeskContext): void {
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    const token = request.url.startsWith('/api/') ? request.cookies[sessionCookie] : undefined;
    if (!token) return;
    request.session = await findSession(shop.db, token, shop.now());
    if (request.session && !isBackground(request)) await touchSession(shop.db, request.session, shop.now());
  });
}
