import { tallinnTime } from '../../shop/calendar.ts';
import { roles } from '../../shop/staff/acts.ts';
import {
  invitationLink,
  invitationMinutes,
  invitePerson,
  listPeople,
  revokePerson,
} from '../../shop/staff/people.server.ts';
import { endSessions } from '../../shop/staff/sessions.server.ts';
import { oneOf, onlyArgument, textOption } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';
import { deskUrlOf } from './desk-url.ts';

export const deskInvite: Command = {
  summary: 'Prints a one-time link with which a person registers a passkey at the desk.',
  usage: '--name NAME --role ROLE [--login LOGIN] [--again] [--json]',
  help: `Prints a link that can be used once, within ${invitationMinutes} minutes. Open it on the device that the person will use.

  --name NAME    the person's name, as the desk shows it
  --role ROLE    ${roles.join(', ')}
  --login LOGIN  the name in histories (staff:LOGIN), by default from NAME: lower case, a to z, digits, hyphens
  --again        for a listed person who needs a new passkey, such as after losing the old one
  --json         prints login, link and end of validity as JSON

  npm run shop -- desk invite --name Kati --role owner`,
  async run(call) {
    const name = textOption(call, 'name');
    const role = oneOf(textOption(call, 'role'), roles, 'role');
    if (name === undefined || !role) throw new UsageError(`give --name NAME and --role ${roles.join('|')}`);
    const invitation = { name, role, login: textOption(call, 'login'), again: call.values.again === true };
    const invited = await withDatabase(call.io, ({ kysely }) =>
      invitePerson(kysely, invitation, changeStampOf(call.io)),
    );
    if (!invited.ok) throw new NotDone(invited.reason, refusals[invited.reason]);
    const link = invitationLink(deskUrlOf(call), invited.token);
    const { person, expiresAt } = invited;
    print(call, { login: person.login, link, expiresAt }, [
      `For ${person.name} (${person.login}, ${person.role}), valid once, until ${tallinnTime(expiresAt)}:`,
      link,
    ]);
  },
};

const refusals = {
  'invalid-name':
    'the name must have 1 to 80 characters, and the login must begin with a letter and contain only a to z, digits and hyphens; if none can be made from the name, give --login LOGIN',
  'name-taken':
    'the login is taken; use --again if this person needs another passkey, or another --login if it belongs to somebody else',
  'last-owner': 'nobody else can sign in as an owner; invite another owner first',
};

export const deskPeople: Command = {
  summary: 'Lists the people who can sign in at the desk.',
  usage: '[--json]',
  help: `Lists people with their roles, the numbers of passkeys and open sessions, and whether they have a PIN.

  --json  prints JSON

  npm run shop -- desk people`,
  async run(call) {
    const people = await withDatabase(call.io, ({ kysely }) => listPeople(kysely, call.io.now()));
    const rows = people.map(({ login, name, role, passkeys, hasPin, sessions }) => [
      login,
      name,
      role,
      passkeys.length,
      hasPin ? 'yes' : 'no',
      sessions.length,
    ]);
    const headings = ['login', 'name', 'role', 'passkeys', 'PIN', 'signed in'];
    print(call, people, table(headings, rows, 'Nobody can sign in at the desk.'));
  },
};

export const deskRevoke: Command = {
  summary: 'Ends all rights of a person at the desk, at once.',
  usage: 'LOGIN [--json]',
  help: `Removes passkeys, PIN and sessions of a person. The name stays in histories, and no other person gets the login.
The last owner cannot be revoked.

  --json  prints JSON

  npm run shop -- desk revoke kati`,
  async run(call) {
    const login = onlyArgument(call, 'person');
    const revoked = await withDatabase(call.io, ({ kysely }) => revokePerson(kysely, login, call.io.now()));
    if (!revoked.ok)
      throw new NotDone(
        revoked.reason,
        revoked.reason === 'unknown' ? `nobody has the login ${login}` : `${login} is the last owner`,
      );
    print(call, { revoked: login }, [`${login} can no longer sign in.`]);
  },
};

export const deskSignOut: Command = {
  summary: 'Ends all sessions at the desk, or those of one person.',
  usage: '[LOGIN] [--json]',
  help: `Ends sessions at once on every screen. People can sign in again.

  --json  prints JSON

  npm run shop -- desk sign-out kati`,
  async run(call) {
    const [login, ...more] = call.positionals;
    if (more.length > 0) throw new UsageError('give one LOGIN, or none to end the sessions of everybody');
    const ended = await withDatabase(call.io, async ({ kysely }) => {
      if (login === undefined) return endSessions(kysely, null);
      const person = (await listPeople(kysely, call.io.now())).find((candidate) => candidate.login === login);
      if (!person) throw new NotDone('unknown', `nobody has the login ${login}`);
      return endSessions(kysely, person.id);
    });
    print(call, { ended }, [`Sessions ended: ${ended}`]);
  },
};

export const deskSessions: Command = {
  summary: 'Lists the open sessions at the desk.',
  usage: '[--json]',
  help: `Lists each open session with its person, device and last use.

  --json  prints JSON

  npm run shop -- desk sessions`,
  async run(call) {
    const people = await withDatabase(call.io, ({ kysely }) => listPeople(kysely, call.io.now()));
    const sessions = people.flatMap(({ login, sessions }) => sessions.map((session) => ({ login, ...session })));
    const rows = sessions.map(({ login, station, byPin, since, seenAt }) => [
      login,
      station ?? 'own device',
      byPin ? 'PIN' : 'passkey',
      tallinnTime(since),
      tallinnTime(seenAt),
    ]);
    print(call, sessions, table(['login', 'where', 'by', 'since', 'last used'], rows, 'Nobody is signed in.'));
  },
};
