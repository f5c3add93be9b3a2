import { join } from 'node:path';
import { z } from 'zod';
import { databaseUrlFault } from '../database/server/server-urls.ts';
import { trustedProxies } from '../http/client.ts';
import { isGatewayTemplate } from '../mail/sending/text-gateway.ts';
import { defaultArchiveDays, retention } from '../shop/privacy/retention.ts';

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .refine((text) => !/[?#@]/.test(text), { error: 'must be an address without user, query and fragment' })
  .transform((text) => text.replace(/\/+$/, ''));
const secureUrl = url.refine((text) => text.startsWith('https://'), { error: 'must be an https address' });
const origin = url.refine((text) => new URL(text).origin === text.toLowerCase(), {
  error: 'must be an address without a path',
});
/** Passkeys need TLS, except on localhost, and a host name: IP addresses are not allowed (WebAuthn, 5.1.2). */
function allowsPasskeys(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isIpAddress = /^[\d.]+$|^\[/.test(hostname);
  return hostname === 'localhost' || (protocol === 'https:' && !isIpAddress);
}
const serviceUrl = (protocols: RegExp, error: string) =>
  z.string().regex(protocols, { error }).refine(URL.canParse, { error: 'must be an address' });
const databaseUrl = z.string().superRefine((text, context) => {
  const message = databaseUrlFault(text);
  if (message) context.addIssue({ code: 'custom', message });
});
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');
const wholeNumber = (error: string, max: number, min = 0) =>
  z.string().regex(/^\d+$/, { error }).transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
const maxPort = 65_535;
const anyFreePort = 0;
const portAfter = (port: number, distance: number) => (port === anyFreePort ? anyFreePort : port + distance);
const port = wholeNumber('must be a port number', maxPort);
const asciiKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,}$/, { error: 'must be at least 8 characters of ASCII, without spaces' });

/** Comma-separated. The first signs; signatures of all are accepted, so a secret can be rotated without a gap. */
const secrets = z.string().transform((text) => text.split(',').map((secret) => secret.trim()));

/** `SUPPLIER_REHVI_VAHETUS_KEY` is for `rehvi-vahetus`. Logs mask keys, so a key must not be a short, common word. */
const supplierKeyName = /^SUPPLIER_([A-Z0-9_]+)_KEY$/;
const supplierKeys = z
  .record(z.string(), asciiKey)
  .transform((keys) => Object.fromEntries(Object.entries(keys).map(([name, key]) => [supplierIdOf(name), key])));

/** A restore to the first of ARCHIVE_DAYS begins with a base backup that may be two days older, so erased data stays that much longer. The privacy page promises `backupDays` at most. */
const maxArchiveDays = retention.backupDays - 2;
const archiveDaysMessage = `must be a whole number from 1 to ${maxArchiveDays}`;

/** docs/settings.md describes each variable. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('localhost'),
  HEALTH_PORT: port.optional(),
  HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
  DESK_PORT: port.optional(),
  DESK_HOST: z.string().min(1).default('127.0.0.1'),
  DESK_URL: origin.refine(allowsPasskeys, { error: 'must be https and a host name, or http://localhost' }).optional(),
  DATABASE_URL: databaseUrl.optional(),
  PUBLIC_URL: origin.optional(),
  PUBLIC_API_URL: url.optional(),
  TRUST_PROXY: trustedProxies.default([]),
  DRAIN_SECONDS: wholeNumber('must be a whole number of seconds, 300 at most', 300).default(0),
  RATE_LIMIT_ORDERS: wholeNumber('must be a whole number', 1_000_000).default(30),
  /** Imports the demonstration list into an empty catalogue also with DATABASE_URL, not only in embedded databases. */
  DEMO: flag.default(false),
  DATA_DIR: z.string().min(1).default('.data'),
  BACKUP_DIR: z.string().min(1).optional(),
  // The privacy page names this number.
  BACKUP_KEEP: wholeNumber('must be a whole number from 1 on', 10_000, 1).default(retention.backupDays),
  ARCHIVE_DIR: z.string().min(1).optional(),
  ARCHIVE_DAYS: wholeNumber(archiveDaysMessage, maxArchiveDays, 1).default(defaultArchiveDays),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  SMTP_URL: serviceUrl(/^smtps?:\/\//, 'must start with smtp:// or smtps://').optional(),
  SMS_URL: z
    .string()
    .regex(/^https?:\/\//, { error: 'must start with http:// or https://' })
    .refine(isGatewayTemplate, { error: 'must be an address with {to} and {text}' })
    .optional(),
  VIES_URL: url.optional(),
  EPREL_URL: secureUrl.optional(),
  EPREL_KEY: asciiKey.optional(),
  ALERT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  MONTONIO_ACCESS_KEY: z.string().optional(),
  MONTONIO_SECRET_KEY: secrets.optional(),
  MONTONIO_URL: url.default('https://stargate.montonio.com/api'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: secrets.optional(),
  STRIPE_URL: url.optional(),
  MERIT_API_ID: z.string().optional(),
  MERIT_API_KEY: z.string().optional(),
  MERIT_URL: url.default('https://aktiva.merit.ee/api'),
  supplierKeys,
});

const schema = environment.transform((env) => ({
  port: env.PORT,
  host: env.HOST,
  healthPort: env.HEALTH_PORT ?? portAfter(env.PORT, 1),
  healthHost: env.HEALTH_HOST,
  deskPort: env.DESK_PORT ?? portAfter(env.PORT, 2),
  deskHost: env.DESK_HOST,
  deskUrl: env.DESK_URL,
  databaseUrl: env.DATABASE_URL,
  publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
  publicApiUrl: env.PUBLIC_API_URL,
  trustedProxies: env.TRUST_PROXY,
  drainSeconds: env.DRAIN_SECONDS,
  rateLimitOrders: env.RATE_LIMIT_ORDERS,
  demo: env.DEMO,
  dataDir: env.DATA_DIR,
  backupDir: env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups'),
  backupKeep: env.BACKUP_KEEP,
  archiveDir: env.ARCHIVE_DIR,
  archiveDays: env.ARCHIVE_DAYS,
  logLevel: env.LOG_LEVEL,
  smtpUrl: env.SMTP_URL,
  smsUrl: env.SMS_URL,
  viesUrl: env.VIES_URL,
  eprel: env.EPREL_URL === undefined ? null : { baseUrl: env.EPREL_URL, key: env.EPREL_KEY },
  alertEmail: env.ALERT_EMAIL,
  supplierKeys: env.supplierKeys,
  /** Whether the payment providers are fakes on this machine. Only `--with-test-payments` sets it. */
  testPayments: false,
  montonio:
    env.MONTONIO_ACCESS_KEY && env.MONTONIO_SECRET_KEY
      ? { accessKey: env.MONTONIO_ACCESS_KEY, secretKeys: env.MONTONIO_SECRET_KEY, baseUrl: env.MONTONIO_URL }
      : null,
  stripe:
    env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
      ? { secretKey: env.STRIPE_SECRET_KEY, webhookSecrets: env.STRIPE_WEBHOOK_SECRET, baseUrl: env.STRIPE_URL }
      : null,
  merit:
    env.MERIT_API_ID && env.MERIT_API_KEY
      ? { apiId: env.MERIT_API_ID, apiKey: env.MERIT_API_KEY, baseUrl: env.MERIT_URL }
      : null,
}));

export type Config = z.output<typeof schema>;

/** Returns where browsers reach the desk; null if the system chooses a free port, as in tests. */
export function deskUrlOf({ deskUrl, deskPort }: Pick<Config, 'deskUrl' | 'deskPort'>): string | null {
  if (deskUrl !== undefined) return deskUrl;
  return deskPort === anyFreePort ? null : `http://localhost:${deskPort}`;
}

export type Variables = Record<string, string | undefined>;

export type WrongVariable = { name: string; message: string };

const pairedNames = [
  ['MONTONIO_ACCESS_KEY', 'MONTONIO_SECRET_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['MERIT_API_ID', 'MERIT_API_KEY'],
] as const;

export function readConfig(env: Variables): Config {
  const { config, wrong } = checkEnvironment(env);
  if (wrong.length > 0) throw new Error(wrong.map(({ name, message }) => `${name}: ${message}`).join('\n'));
  return config;
}

/** Returns the wrong variables, and the configuration without them. */
export function checkEnvironment(env: Variables): { config: Config; wrong: WrongVariable[] } {
  // Compose files and shells pass an unset variable as an empty one.
  const variables = Object.entries(env).filter(([, value]) => value !== '');
  const isSet = (name: string) => variables.some(([variable]) => variable === name);
  const issues = schema.safeParse(schemaInput(variables)).error?.issues ?? [];
  // The path of a supplier's key begins with `supplierKeys`.
  const wrong = issues.map(({ path, message }) => ({ name: String(path.at(-1)), message }));
  const valid = variables.filter(([name]) => !wrong.some((variable) => variable.name === name));
  for (const [first, second] of pairedNames) {
    if (isSet(first) === isSet(second)) continue;
    const [missing, present] = isSet(second) ? [first, second] : [second, first];
    wrong.push({ name: missing, message: `must be set together with ${present}` });
  }
  if (isSet('ARCHIVE_DIR') && isSet('DATABASE_URL'))
    wrong.push({
      name: 'ARCHIVE_DIR',
      message: 'must not be set together with DATABASE_URL: the shop archives only its embedded database',
    });
  const config = schema.parse(schemaInput(valid));
  if (Math.max(config.healthPort, config.deskPort) > maxPort)
    wrong.push({ name: 'PORT', message: 'must be 65533 at most unless HEALTH_PORT and DESK_PORT are set' });
  return { config, wrong };
}

function schemaInput(variables: [string, string | undefined][]) {
  const keys = variables.filter(([name]) => supplierKeyName.test(name));
  return { ...Object.fromEntries(variables), supplierKeys: Object.fromEntries(keys) };
}

function supplierIdOf(variable: string): string {
  return variable.replace(supplierKeyName, '$1').toLowerCase().replaceAll('_', '-');
}
