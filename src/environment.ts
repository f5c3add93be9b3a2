import { z } from 'zod';
import { trustedProxies } from './http/client.ts';
import { retention } from './shop/retention.ts';

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

const schema = z.object({
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
    // As the privacy page says.
    .default(retention.backupDays),
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
});

export type Variables = Record<string, string | undefined>;

/** `left`: without these variables the rest can be read. */
export type WrongVariable = { name: string; message: string; left: string[] };

const pairs = [
  ['MONTONIO_ACCESS_KEY', 'MONTONIO_SECRET_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const;

/** The environment, as far as it is right, and every variable that is not. */
export function readEnvironment(env: Variables) {
  // An empty variable is what compose files and shells make of one that is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = schema.safeParse(set);
  const wrong: WrongVariable[] = (read.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.');
    return { name, message, left: [name] };
  });
  for (const [one, other] of pairs) {
    if ((set[one] === undefined) === (set[other] === undefined)) continue;
    const [missing, present] = set[one] === undefined ? [one, other] : [other, one];
    wrong.push({ name: missing, message: `must be set together with ${present}`, left: [present] });
  }
  const suppliers = supplierKeys(set);
  wrong.push(...suppliers.wrong);
  return { data: read.data, supplierKeys: suppliers.keys, wrong };
}

/** What SUPPLIER_REHVI_VAHETUS_KEY holds is the key of `rehvi-vahetus`. One is wrong that is too short to be told from words. */
function supplierKeys(env: Variables) {
  const keys: Record<string, string> = {};
  const wrong: WrongVariable[] = [];
  for (const [name, value = ''] of Object.entries(env)) {
    const [, id] = /^SUPPLIER_([A-Z0-9_]+)_KEY$/.exec(name) ?? [];
    if (id === undefined) continue;
    keys[id.toLowerCase().replaceAll('_', '-')] = value;
    const message = 'must be at least 8 characters of ASCII, without spaces';
    if (!/^[\x21-\x7e]{8,}$/.test(value)) wrong.push({ name, message, left: [name] });
  }
  return { keys, wrong };
}
