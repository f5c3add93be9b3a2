import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import facts from '../../shop.config.ts';
import type { Io } from '../../src/cli/command.ts';
import type { Check } from '../../src/cli/doctor/check.ts';
import { doctorCommand } from '../../src/cli/doctor.ts';
import { temporaryFolder } from '../../src/database/temporary-database.ts';
import type { ShopConfig } from '../../src/shop/shop-facts.ts';
import { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { startStripeDouble } from '../../src/test-payments/stripe/start-stripe-double.ts';
import { mailServer } from './mail-server.ts';
import type { shopOfOrders } from './shop-of-orders.ts';
import { fridayNoon } from './till.ts';

const keys = { accessKey: 'access-key-of-montonio', secretKey: 'secret-key-of-montonio', stripe: 'key-of-stripe' };

const phone = '+372 740 1234';
/** The owner's facts as an owner has them. */
const ownFacts: ShopConfig = {
  ...facts,
  registryCode: '12345678',
  vatNumber: 'EE101234567',
  email: 'info@rehvid.ee',
  phones: [phone, phone],
  servicePricesUrl: 'https://rehvid.ee/hinnad',
  bank: { ...facts.bank, iban: 'EE471000001020145685' },
  branches: facts.branches.map((branch) => ({ ...branch, phone, email: 'ringtee@rehvid.ee' })),
};

/** What is not well, in short: `fail database`. */
export const ill = ({ bad }: { bad: Check[] }) => bad.map(({ outcome, name }) => `${outcome} ${name}`);

export const says = (matching: RegExp, advice: RegExp) => ({
  words: expect.stringMatching(matching),
  advice: expect.stringMatching(advice),
});

/** A shop whose environment is well, and its doctor. */
export function shopWithDoctor(shop: ReturnType<typeof shopOfOrders>) {
  let mail: Awaited<ReturnType<typeof mailServer>>;
  let montonio: Awaited<ReturnType<typeof startMontonioDouble>>;
  let stripe: Awaited<ReturnType<typeof startStripeDouble>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    const now = () => fridayNoon;
    mail = await mailServer();
    montonio = await startMontonioDouble({ ...keys, now });
    stripe = await startStripeDouble({ secretKey: keys.stripe, webhookSecret: 'whsec-of-stripe', now });
  });
  afterAll(async () => {
    await mail.close();
    await montonio.close();
    await stripe.close();
  });
  /** The environment of a shop that is well. */
  beforeEach(async () => {
    const folder = await temporaryFolder();
    env = {
      DATABASE_URL: shop.database.url,
      DATA_DIR: folder,
      BACKUP_DIR: join(folder, 'backups'),
      PUBLIC_URL: 'https://rehvid.ee',
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

  /** What the doctor says: what is not well, and all as one text. */
  async function doctor(changes: Record<string, string> = {}, itsFacts = ownFacts) {
    const out: string[] = [];
    const into = (texts: string[]) => new Writable({ write: (chunk, _, done) => done(void texts.push(String(chunk))) });
    const io: Io = {
      stdin: Readable.from([]),
      stdout: into(out),
      stderr: into([]),
      env: { ...env, ...changes },
      isTTY: false,
      now: () => fridayNoon,
    };
    const call = { values: { json: true }, positionals: [], io, shop: itsFacts, suppliers: [] };
    const code = await doctorCommand.run(call);
    const text = out.join('');
    const checks: Check[] = JSON.parse(text).checks;
    // Of the disk of the machine that tests run on nobody knows.
    const bad = checks.filter(({ name, outcome }) => outcome !== 'ok' && !name.startsWith('disk of'));
    return { code, text, checks, bad };
  }

  /** As if a backup had been made so many hours ago; before that, there is none. */
  async function backedUp(hoursAgo = 1) {
    const now = () => new Date(fridayNoon.getTime() - hoursAgo * 60 * 60 * 1000);
    expect(await shop.run(['backup'], undefined, { env, now })).toMatchObject({ code: 0 });
  }
  return {
    doctor,
    backedUp,
    get env() {
      return env;
    },
    get mail() {
      return mail;
    },
  };
}
