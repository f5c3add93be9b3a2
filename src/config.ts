import { join } from 'node:path';
import { readEnvironment, type Variables } from './environment.ts';

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
export function readConfig(env: Variables): Config {
  const { data, supplierKeys, wrong } = readEnvironment(env);
  if (!data || wrong.length > 0) throw new Error(wrong.map(({ name, message }) => `${name}: ${message}`).join('\n'));
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
    supplierKeys,
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

function stripeAt(apiBase: string | undefined) {
  return apiBase === undefined ? {} : { apiBase };
}
