import { join } from 'node:path';
import { z } from 'zod';
import { trustedProxies } from './trusted-proxies.ts';

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .refine((text) => !/[?#@]/.test(text), { error: 'must be an address without user, query and fragment' })
  .transform((text) => text.replace(/\/+$/, ''));
const origin = url.refine((text) => new URL(text).origin === text.toLowerCase(), {
  error: 'must be an address without a path',
});
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');
const whole = (error: string, max: number) =>
  z.string().regex(/^\d+$/, { error }).transform(Number).pipe(z.number().max(max, { error }));

/** Several of a kind: the first is used, all are accepted, so that a secret can be changed without a gap. */
const secrets = z.string().transform((text) => text.split(',').map((secret) => secret.trim()));

const environment = z
  .object({
    PORT: whole('must be a port number', 65_535).default(3000),
    HOST: z.string().min(1).default('localhost'),
    HEALTH_PORT: whole('must be a port number', 65_535).optional(),
    HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
      .refine(URL.canParse, { error: 'must be an address' })
      .optional(),
    PUBLIC_URL: origin.optional(),
    PUBLIC_API_URL: url.optional(),
    TRUST_PROXY: trustedProxies.default([]),
    DRAIN_SECONDS: whole('must be a whole number of seconds, 300 at most', 300).default(0),
    RATE_LIMIT_ORDERS: whole('must be a whole number', 1_000_000).default(30),
    DEMO: flag.default(false),
    DATA_DIR: z.string().min(1).default('.data'),
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_KEEP: whole('must be a whole number from 1 on', 10_000)
      .refine((count) => count > 0, { error: 'must be a whole number from 1 on' })
      .default(14),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://' })
      .refine(URL.canParse, { error: 'must be an address' })
      .optional(),
    ALERT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
    MONTONIO_ACCESS_KEY: z.string().optional(),
    MONTONIO_SECRET_KEY: secrets.optional(),
    MONTONIO_URL: url.default('https://stargate.montonio.com/api'),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: secrets.optional(),
    STRIPE_URL: url.optional(),
  })
  .superRefine((env, context) => {
    const together = (one: keyof typeof env, other: keyof typeof env) => {
      if ((env[one] === undefined) === (env[other] === undefined)) return;
      const [missing, set] = env[one] === undefined ? [one, other] : [other, one];
      context.addIssue({ code: 'custom', path: [missing], message: `must be set together with ${set}` });
    };
    together('MONTONIO_ACCESS_KEY', 'MONTONIO_SECRET_KEY');
    together('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  });

export type Config = {
  port: number;
  host: string;
  /** Where the shop tells how it is; one above its own port unless told. */
  healthPort: number;
  healthHost: string;
  /** Absent: the embedded database. */
  databaseUrl: string | undefined;
  /** Where visitors reach the pages, no slash at the end. */
  publicUrl: string;
  /** Where browsers reach the API, without `/api`; absent: the same origin as the pages. */
  publicApiUrl: string | undefined;
  /** Networks of proxies whose word on a client's address counts; empty: none, a client is who connects. */
  trustedProxies: string[];
  /** Seconds from the signal to end until the shop takes no more requests: a balancer finds out meanwhile. */
  drainSeconds: number;
  /** Order attempts per minute and address; 0: off. */
  rateLimitOrders: number;
  /** Fill an empty catalogue with the demonstration price list also in an own database. */
  demo: boolean;
  /** Where the embedded database and what belongs to it live. */
  dataDir: string;
  /** Where backups are written; how many of the nightly ones are kept. */
  backupDir: string;
  backupKeep: number;
  logLevel: string;
  /** Where letters are handed in; absent: they are written into files. */
  smtpUrl: string | undefined;
  /** Who is told what needs a person; absent: the shop's own address. */
  alertEmail: string | undefined;
  /** Null: not offered. `secretKeys`, `webhookSecrets`: the first is used, all are accepted. */
  montonio: { accessKey: string; secretKeys: string[]; baseUrl: string } | null;
  stripe: { secretKey: string; webhookSecrets: string[]; apiBase?: string } | null;
  /** Keys of suppliers, by supplier: SUPPLIER_<ID>_KEY. */
  supplierKeys: Record<string, string>;
  /** The providers are doubles on this machine: no money moves. */
  testPayments: boolean;
};

/** Reads the environment. Throws one error that names every variable that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is what compose files and shells make of one that is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(set);
  if (!read.success) {
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  const { data } = read;
  return {
    port: data.PORT,
    host: data.HOST,
    // The system chooses where it chooses the shop's own.
    healthPort: data.HEALTH_PORT ?? (data.PORT === 0 ? 0 : data.PORT + 1),
    healthHost: data.HEALTH_HOST,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    publicApiUrl: data.PUBLIC_API_URL,
    trustedProxies: data.TRUST_PROXY,
    drainSeconds: data.DRAIN_SECONDS,
    rateLimitOrders: data.RATE_LIMIT_ORDERS,
    demo: data.DEMO,
    dataDir: data.DATA_DIR,
    backupDir: data.BACKUP_DIR ?? join(data.DATA_DIR, 'backups'),
    backupKeep: data.BACKUP_KEEP,
    logLevel: data.LOG_LEVEL,
    smtpUrl: data.SMTP_URL,
    alertEmail: data.ALERT_EMAIL,
    supplierKeys: supplierKeys(set),
    testPayments: false,
    montonio:
      data.MONTONIO_ACCESS_KEY && data.MONTONIO_SECRET_KEY
        ? { accessKey: data.MONTONIO_ACCESS_KEY, secretKeys: data.MONTONIO_SECRET_KEY, baseUrl: data.MONTONIO_URL }
        : null,
    stripe:
      data.STRIPE_SECRET_KEY && data.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: data.STRIPE_SECRET_KEY,
            webhookSecrets: data.STRIPE_WEBHOOK_SECRET,
            ...stripeAt(data.STRIPE_URL),
          }
        : null,
  };
}

/** What SUPPLIER_REHVI_VAHETUS_KEY holds is the key of `rehvi-vahetus`. Throws where one is too short to be told from words. */
function supplierKeys(env: Record<string, string | undefined>): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(env)) {
    const [, id] = /^SUPPLIER_([A-Z0-9_]+)_KEY$/.exec(name) ?? [];
    if (id === undefined) continue;
    if (!/^[\x21-\x7e]{8,}$/.test(value))
      throw new Error(`${name}: must be at least 8 characters of ASCII, without spaces`);
    keys[id.toLowerCase().replaceAll('_', '-')] = value;
  }
  return keys;
}

function stripeAt(apiBase: string | undefined) {
  return apiBase === undefined ? {} : { apiBase };
}
