import { z } from 'zod';
import { roles } from '../../shop/staff/acts.ts';
import { enrolmentOptions, ownEnrolmentHash, removePasskey } from '../../shop/staff/passkeys.server.ts';
import {
  changeRole,
  invitationLink,
  invitePerson,
  type PersonResult,
  revokePerson,
} from '../../shop/staff/people.server.ts';
import { endSessions } from '../../shop/staff/sessions.server.ts';
import { closeStation, enrolStation, setPin } from '../../shop/staff/stations.server.ts';
import { type ActResult, type DeskAct, deskAct, notFound } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { branch, isBranch, storable, unknownBranch } from './fields.ts';

const login = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, { error: 'invalid' });
const name = storable(z.string().trim().min(1, { error: 'required' }).max(80, { error: 'tooLong' }));

async function staffId({ shop }: DeskContext, personLogin: string): Promise<number | null> {
  const person = await shop.db.selectFrom('staff').select('id').where('login', '=', personLogin).executeTakeFirst();
  return person?.id ?? null;
}

function resultOf(result: PersonResult): ActResult {
  const isUnknownPerson = !result.ok && result.reason === 'unknown';
  return isUnknownPerson ? notFound : result;
}

export const peopleActs: DeskAct[] = [
  deskAct({
    act: 'invite-person',
    // `again`: also invites a person who has passkeys, such as after the loss of a device.
    fields: z.object({ name, role: z.enum(roles), login: login.optional(), again: z.boolean().default(false) }),
    subject: (fields) => `person ${fields.login ?? fields.name}`,
    run: async ({ shop, relyingParty }, fields, { actor }) => {
      const invited = await invitePerson(shop.db, fields, { at: shop.now(), actor });
      if (!invited.ok) return invited;
      const link = invitationLink(relyingParty().origin, invited.token);
      return { ok: true, link, expiresAt: invited.expiresAt, subject: `person ${invited.person.login}` };
    },
  }),
  deskAct({
    act: 'change-role',
    fields: z.object({ login, role: z.enum(roles) }),
    subject: (fields) => `person ${fields.login}`,
    run: async ({ shop }, fields) => resultOf(await changeRole(shop.db, fields.login, fields.role)),
  }),
  deskAct({
    act: 'revoke-person',
    fields: z.object({ login }),
    subject: (fields) => `person ${fields.login}`,
    run: async ({ shop }, fields) => resultOf(await revokePerson(shop.db, fields.login, shop.now())),
  }),
  deskAct({
    act: 'end-sessions',
    fields: z.object({ login }),
    subject: (fields) => `person ${fields.login}`,
    run: async (context, fields) => {
      const id = await staffId(context, fields.login);
      return id === null ? notFound : { ok: true, ended: await endSessions(context.shop.db, id) };
    },
  }),
  deskAct({
    act: 'enrol-station',
    fields: z.object({ branch, name }),
    subject: (fields) => `station ${fields.name}`,
    run: async (context, { branch, name }, { actor }) => {
      if (!isBranch(context, branch)) return unknownBranch;
      const { shop, relyingParty } = context;
      const token = await enrolStation(shop.db, { branch, name }, { at: shop.now(), actor });
      return { ok: true, link: `${relyingParty().origin}/station#${token}` };
    },
  }),
  deskAct({
    act: 'close-station',
    fields: z.object({ id: z.int() }),
    subject: (fields) => `station ${fields.id}`,
    run: async ({ shop }, { id }) => ((await closeStation(shop.db, id, shop.now())) ? { ok: true } : notFound),
  }),
  deskAct({
    act: 'set-pin',
    fields: z.object({ pin: z.string() }),
    run: async ({ shop }, { pin }, { session }) =>
      (await setPin(shop.db, session.person.id, pin))
        ? { ok: true }
        : { ok: false, reason: 'invalid', errors: [{ path: 'pin', code: 'tooSimple' }] },
  }),
  deskAct({
    act: 'add-passkey',
    fields: z.object({}),
    // The browser creates a passkey with these options, and `/api/passkeys` checks it against their challenge and the same `ownEnrolmentHash`.
    run: async ({ shop, relyingParty }, _, { session: { person } }) => ({
      ok: true,
      options: await enrolmentOptions(shop.db, relyingParty(), person, shop.now(), ownEnrolmentHash(person)),
    }),
  }),
  deskAct({
    act: 'remove-passkey',
    fields: z.object({ id: storable(z.string().max(1500)) }),
    run: async ({ shop }, { id }, { session }) => {
      const removed = await removePasskey(shop.db, session.person.id, id);
      return removed === 'ok' ? { ok: true } : { ok: false, reason: removed };
    },
  }),
];
