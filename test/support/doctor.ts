import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import shopConfig from '../../shop.config.ts';
import type { Io } from '../../src/cli/command.ts';
import type { Check } from '../../src/cli/doctor/check.ts';
import { doctorCommand } from '../../src/cli/doctor/doctor.ts';
import { backupName } from '../../src/database/backup/backup-files.server.ts';
import { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../src/payments-fake/stripe/start-stripe-fake.ts';
import type { ShopConfig } from '../../src/shop/config/shop-config.ts';
import { invitePerson } from '../../src/shop/staff/people.server.ts';
import { temporaryFolder } from './database/temporary-database.ts';
import type { shopOfOrders } from './orders/shop-of-orders.ts';
import { mailServer } from './server/mail-server.ts';
import { fridayNoon } from './shop-context.ts';

const keys = { accessKey: 'access-key-of-montonio', secretKey: 'secret-key-of-montonio', stripe: 'key-of-stripe' };

const hourMs = 60 * 60 * 1000;

const phone = '+372 740 1234';
/** A configuration without the example values of shop.config.ts. */
const realConfig: ShopConfig = {
  ...shopConfig,
  registryCode: '12345678',
  vatNumber: 'EE100931558',
  email: 'info@rehvid.ee',
  phones: [phone, phone],
  servicePricesUrl: 'https://rehvid.ee/hinnad',
  bank: { ...shopConfig.bank, iban: 'EE471000001020145685' },
  branches: shopConfig.branches.map((branch) => ({ ...branch, phone, email: 'ringtee@rehvid.ee' })),
};

export type CheckJson = Omit<Check, 'message'> & { words: string };

/** Outcome and name of the checks that are not ok, such as `fail database`. */
export const problemsOf = ({ bad }: { bad: CheckJson[] }) => bad.map(({ outcome, name }) => `${outcome} ${name}`);

export const checkMatching = (message: RegExp, advice: RegExp) => ({
  words: expect.stringMatching(message),
  advice: expect.stringMatching(advice),
});

/** Runs the `doctor` command of a shop with fakes of its mail server and payment providers, so that all checks are ok. */
export function shopWithDoctor(shop: ReturnType<typeof shopOfOrders>) {
  let mail: Awaited<ReturnType<typeof mailServer>>;
  let montonio: Awaited<ReturnType<typeof startMontonioFake>>;
  let stripe: Awaited<ReturnType<typeof startStripeFake>>;
  /** The environment of a healthy shop. */
  let env: Record<string, string>;

  beforeAll(async () => {
    const now = () => fridayNoon;
    mail = await mailServer();
    montonio = await startMontonioFake({ ...keys, now });
    stripe = await startStripeFake({ secretKey: keys.stripe, webhookSecret: 'whsec-of-stripe', now });
  });
  afterAll(async () => {
    await mail.close();
    await montonio.close();
    await stripe.close();
  });
  beforeEach(async () => {
    await enrolOwners(shop, ['kati', 'mari']);
    const folder = await temporaryFolder();
    env = {
      DATABASE_URL: shop.database.url,
      DATA_DIR: folder,
      BACKUP_DIR: join(folder, 'backups'),
      PUBLIC_URL: 'https://rehvid.ee',
      DESK_URL: 'https://desk.rehvid.ee',
      TRUST_PROXY: 'loopback',
      SMTP_URL: `smtp://${mail.host}`,
      MONTONIO_ACCESS_KEY: keys.accessKey,
      MONTONIO_SECRET_KEY: keys.secretKey,
      MONTONIO_URL: montonio.url,
      STRIPE_SECRET_KEY: keys.stripe,
      STRIPE_WEBHOOK_SECRET: 'whsec-of-stripe',
      STRIPE_URL: stripe.url,
    };
  });

  /** Runs the command; returns its exit code, output, checks, and `bad`: the checks that are not ok. */
  async function doctor(changes: Record<string, string> = {}, config = realConfig) {
    const out: string[] = [];
    const collectIn = (texts: string[]) =>
      new Writable({ write: (chunk, _, done) => done(void texts.push(String(chunk))) });
    const io: Io = {
      stdin: Readable.from([]),
      stdout: collectIn(out),
      stderr: collectIn([]),
      env: { ...env, ...changes },
      isTTY: false,
      now: () => fridayNoon,
    };
    const call = { values: { json: true }, positionals: [], io, shopConfig: config, suppliers: [], prices: null };
    const code = await doctorCommand.run(call);
    const text = out.join('');
    const checks: CheckJson[] = JSON.parse(text).checks;
    // The free disk space of the test machine is unknown.
    const bad = checks.filter(({ name, outcome }) => outcome !== 'ok' && !name.startsWith('disk of'));
    return { code, text, checks, bad };
  }

  /** Makes a backup an hour before `fridayNoon`. */
  async function makeBackup() {
    const now = () => new Date(fridayNoon.getTime() - hourMs);
    expect(await shop.run(['backup'], undefined, { env, now })).toMatchObject({ code: 0 });
  }

  /** Writes an empty file with the name of a backup made `hoursAgo` hours before `fridayNoon`. The doctor reads only the name. */
  async function addBackupFile({ hoursAgo = 1 } = {}) {
    const folder = `${env.BACKUP_DIR}`;
    await mkdir(folder, { recursive: true });
    const name = backupName(new Date(fridayNoon.getTime() - hoursAgo * hourMs), { isNightly: false });
    await writeFile(join(folder, name), '');
  }
  return {
    doctor,
    makeBackup,
    addBackupFile,
    get env() {
      return env;
    },
    get mail() {
      return mail;
    },
  };
}

async function enrolOwners({ db }: ReturnType<typeof shopOfOrders>, logins: string[]): Promise<void> {
  for (const login of logins) {
    const person = { name: login, login, role: 'owner' as const };
    const invited = await invitePerson(db, person, { at: fridayNoon, actor: 'operator' });
    if (!invited.ok) throw new Error(invited.reason);
    await db
      .insertInto('staff_passkeys')
      .values({
        id: login,
        staff_id: invited.person.id,
        public_key: Buffer.from([]),
        counter: 0,
        transports: [],
        backed_up: false,
        name: 'key',
        created_at: fridayNoon,
      })
      .execute();
  }
}
