import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { withFakePayments } from './demo/with-fake-payments.ts';

const defaults = {
  port: 3000,
  host: 'localhost',
  healthPort: 3001,
  healthHost: '127.0.0.1',
  deskPort: 3002,
  deskHost: '127.0.0.1',
  deskUrl: undefined,
  databaseUrl: undefined,
  publicUrl: 'http://localhost:3000',
  publicApiUrl: undefined,
  trustedProxies: [],
  drainSeconds: 0,
  rateLimitOrders: 30,
  demo: false,
  dataDir: '.data',
  backupDir: '.data/backups',
  backupKeep: 14,
  archiveDir: undefined,
  archiveDays: 7,
  logLevel: 'warn',
  smtpUrl: undefined,
  smsUrl: undefined,
  viesUrl: undefined,
  alertEmail: undefined,
  montonio: null,
  stripe: null,
  merit: null,
  eprel: null,
  supplierKeys: {},
  testPayments: false,
};

const proxiesMessage =
  'must be addresses or networks of proxies, or loopback, linklocal, uniquelocal, separated by commas';

describe('the environment', () => {
  test('may be empty', () => expect(readConfig({})).toEqual(defaults));

  test('treats an empty variable as unset', () => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'PUBLIC_URL', 'PUBLIC_API_URL', 'RATE_LIMIT_ORDERS', 'DEMO'];
    expect(readConfig(Object.fromEntries([...names, 'DATA_DIR', 'LOG_LEVEL'].map((name) => [name, ''])))).toEqual(
      defaults,
    );
  });

  test('may contain variables of other programs', () => {
    expect(readConfig({ PATH: '/bin', npm_config_port: 'x' })).toEqual(defaults);
  });

  test.each([
    ['PORT', '0', { port: 0, healthPort: 0, deskPort: 0, publicUrl: 'http://localhost:0' }],
    ['PORT', '8080', { port: 8080, healthPort: 8081, deskPort: 8082, publicUrl: 'http://localhost:8080' }],
    ['PORT', '65533', { port: 65_533, healthPort: 65_534, deskPort: 65_535, publicUrl: 'http://localhost:65533' }],
    ['DESK_PORT', '9100', { deskPort: 9100 }],
    ['DESK_HOST', '10.0.0.5', { deskHost: '10.0.0.5' }],
    ['DESK_URL', 'https://desk.shop.example/', { deskUrl: 'https://desk.shop.example' }],
    ['DESK_URL', 'http://localhost:3002', { deskUrl: 'http://localhost:3002' }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HEALTH_PORT', '9000', { healthPort: 9000 }],
    ['HEALTH_HOST', '0.0.0.0', { healthHost: '0.0.0.0' }],
    ['DATABASE_URL', 'postgres://shop@db/shop', { databaseUrl: 'postgres://shop@db/shop' }],
    ['DATABASE_URL', 'postgresql://shop@db/shop', { databaseUrl: 'postgresql://shop@db/shop' }],
    [
      'DATABASE_URL',
      'postgres://shop@a,b:5433/shop?target_session_attrs=read-write',
      { databaseUrl: 'postgres://shop@a,b:5433/shop?target_session_attrs=read-write' },
    ],
    ['PUBLIC_URL', 'https://shop.example/', { publicUrl: 'https://shop.example' }],
    ['PUBLIC_API_URL', 'https://api.shop.example//', { publicApiUrl: 'https://api.shop.example' }],
    ['TRUST_PROXY', 'loopback', { trustedProxies: ['loopback'] }],
    ['TRUST_PROXY', '10.0.0.0/8, fd00::/8,192.0.2.1', { trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] }],
    ['DRAIN_SECONDS', '5', { drainSeconds: 5 }],
    ['RATE_LIMIT_ORDERS', '0', { rateLimitOrders: 0 }],
    ['DEMO', '1', { demo: true }],
    ['DEMO', '0', { demo: false }],
    ['DATA_DIR', '/var/lib/rehvipood', { dataDir: '/var/lib/rehvipood', backupDir: '/var/lib/rehvipood/backups' }],
    ['BACKUP_DIR', '/mnt/backups', { backupDir: '/mnt/backups' }],
    ['BACKUP_KEEP', '30', { backupKeep: 30 }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['ALERT_EMAIL', 'owner@shop.example', { alertEmail: 'owner@shop.example' }],
    ['SMTP_URL', 'smtps://shop:secret@mail.example', { smtpUrl: 'smtps://shop:secret@mail.example' }],
    ['SMS_URL', 'https://sms.example/?to={to}&text={text}', { smsUrl: 'https://sms.example/?to={to}&text={text}' }],
  ])('reads %s=%s', (name, value, changes) => {
    expect(readConfig({ [name]: value })).toEqual({ ...defaults, ...changes });
  });

  test.each([
    ['PORT', '65536', 'PORT: must be a port number'],
    ['PORT', '65534', 'PORT: must be 65533 at most unless HEALTH_PORT and DESK_PORT are set'],
    ['PORT', '-1', 'PORT: must be a port number'],
    ['PORT', '80a', 'PORT: must be a port number'],
    ['PORT', ' ', 'PORT: must be a port number'],
    ['DATABASE_URL', 'mysql://shop@db/shop', 'DATABASE_URL: must start with postgres://'],
    ['DATABASE_URL', 'postgres://shop:pass/word@', 'DATABASE_URL: must be an address'],
    [
      'DATABASE_URL',
      'postgres://shop@a,b/shop?target_session_attrs=standby',
      'DATABASE_URL: target_session_attrs must be read-write or primary, because the shop writes',
    ],
    ['PUBLIC_URL', 'shop.example', 'PUBLIC_URL: must be an http(s) address'],
    ['PUBLIC_URL', 'javascript:alert(1)', 'PUBLIC_URL: must be an http(s) address'],
    ['PUBLIC_URL', 'https://shop.example/tires', 'PUBLIC_URL: must be an address without a path'],
    ['PUBLIC_URL', 'https://me:secret@shop.example', 'PUBLIC_URL: must be an address without user, query and fragment'],
    ['PUBLIC_API_URL', 'https://shop.example?x', 'PUBLIC_API_URL: must be an address without user, query and fragment'],
    ['PUBLIC_API_URL', 'ftp://shop.example', 'PUBLIC_API_URL: must be an http(s) address'],
    ['RATE_LIMIT_ORDERS', 'off', 'RATE_LIMIT_ORDERS: must be a whole number'],
    ['RATE_LIMIT_ORDERS', '1.5', 'RATE_LIMIT_ORDERS: must be a whole number'],
    ['TRUST_PROXY', 'true', `TRUST_PROXY: ${proxiesMessage}`],
    ['TRUST_PROXY', '0.0.0.0/0', `TRUST_PROXY: ${proxiesMessage}`],
    ['TRUST_PROXY', '1', `TRUST_PROXY: ${proxiesMessage}`],
    ['TRUST_PROXY', 'loopback,10.0.0.0/33', `TRUST_PROXY: ${proxiesMessage}`],
    ['DRAIN_SECONDS', '301', 'DRAIN_SECONDS: must be a whole number of seconds, 300 at most'],
    ['DEMO', 'yes', 'DEMO: must be 0 or 1'],
    ['ALERT_EMAIL', 'owner', 'ALERT_EMAIL: must be an e-mail address'],
    ['BACKUP_KEEP', '0', 'BACKUP_KEEP: must be a whole number from 1 on'],
    ['BACKUP_KEEP', '-3', 'BACKUP_KEEP: must be a whole number from 1 on'],
    ['ARCHIVE_DAYS', '0', 'ARCHIVE_DAYS: must be a whole number from 1 to 12'],
    ['ARCHIVE_DAYS', '13', 'ARCHIVE_DAYS: must be a whole number from 1 to 12'],
    ['SMTP_URL', 'mail.example:587', 'SMTP_URL: must start with smtp:// or smtps://'],
    ['SMS_URL', 'https://sms.example/?to={to}', 'SMS_URL: must be an address with {to} and {text}'],
    ['MONTONIO_ACCESS_KEY', 'a', 'MONTONIO_SECRET_KEY: must be set together with MONTONIO_ACCESS_KEY'],
    ['STRIPE_WEBHOOK_SECRET', 'w', 'STRIPE_SECRET_KEY: must be set together with STRIPE_WEBHOOK_SECRET'],
    ['MERIT_API_KEY', 'k', 'MERIT_API_ID: must be set together with MERIT_API_KEY'],
    ['MERIT_URL', 'aktiva.merit.ee', 'MERIT_URL: must be an http(s) address'],
  ])('is refused in one line that names the variable: %s=%j', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(new Error(message));
  });

  test('must not set ARCHIVE_DIR together with DATABASE_URL', () => {
    const read = () => readConfig({ ARCHIVE_DIR: '/mnt/archive', DATABASE_URL: 'postgres://shop@db/shop' });
    expect(read).toThrow(/^ARCHIVE_DIR: must not be set together with DATABASE_URL/);
  });

  test('contains the keys of payment providers, and several secrets during a rotation', () => {
    const env = {
      MONTONIO_ACCESS_KEY: 'access',
      MONTONIO_SECRET_KEY: 'new, old',
      STRIPE_SECRET_KEY: 'sk_live',
      STRIPE_WEBHOOK_SECRET: 'whsec',
    };
    expect(readConfig(env)).toEqual({
      ...defaults,
      montonio: { accessKey: 'access', secretKeys: ['new', 'old'], baseUrl: 'https://stargate.montonio.com/api' },
      stripe: { secretKey: 'sk_live', webhookSecrets: ['whsec'] },
    });
    expect(readConfig({ ...env, MONTONIO_URL: 'https://sandbox-stargate.montonio.com/api/' }).montonio?.baseUrl).toBe(
      'https://sandbox-stargate.montonio.com/api',
    );
  });

  test('contains the keys of the accounting program', () => {
    const env = { MERIT_API_ID: 'id', MERIT_API_KEY: 'key' };
    const merit = { apiId: 'id', apiKey: 'key', baseUrl: 'https://aktiva.merit.ee/api' };
    expect(readConfig(env)).toEqual({ ...defaults, merit });
    expect(readConfig({ ...env, MERIT_URL: 'http://localhost:1/api/' }).merit?.baseUrl).toBe('http://localhost:1/api');
  });

  test('with DATABASE_URL does not allow test payments', async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://shop@db/shop' });
    await expect(withFakePayments(config)).rejects.toThrow('only without DATABASE_URL');
  });

  test('is refused with a line for each variable that is wrong', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud', DEMO: '2' })).toThrow(
      /^PORT: must be a port number\nDEMO: must be 0 or 1\nLOG_LEVEL: .*"silent".*$/,
    );
  });
});

test('reads supplier keys by supplier id, and refuses short keys, spaces and non-ASCII letters without repeating the key in the error', () => {
  const env = { SUPPLIER_BALTI_REHV_KEY: 'abcdefgh', SUPPLIER_X_KEY: '', SUPPLIERS: 'x' };
  expect(readConfig(env).supplierKeys).toEqual({ 'balti-rehv': 'abcdefgh' });
  for (const key of ['short', 'with space', 'täht-ja-võti']) {
    const read = () => readConfig({ SUPPLIER_X_KEY: key });
    expect(read).toThrow(/^SUPPLIER_X_KEY: must be at least 8 characters/);
    expect(read).not.toThrow(key);
  }
});
