import type { Variables } from '../../app/config.ts';
import type { Command } from '../command.ts';
import { print, toPrintable } from '../output.ts';
import { checkArchiving } from './archive.ts';
import { type Check, runCheck } from './check.ts';
import { checkDatabase } from './database.ts';
import { checkDeskAddress } from './desk.ts';
import { checkBackups, checkDisks, checkOldDatabases } from './disk.ts';
import { checkMailServer } from './mail-server.ts';
import { checkProviders } from './providers.ts';
import { checkProxy } from './proxy.ts';
import { checkPublicUrl, checkWebhooks } from './public-address.ts';
import { checkPort, checkPrices, checkSettings, checkShopConfig, checkSuppliers } from './settings.ts';

export const doctorCommand: Command = {
  summary: 'Checks the whole shop, with advice for each problem.',
  usage: '[--json]',
  help: `Checks everything that a shop needs, with advice for each problem: settings, the values of shop.config.ts, public address, proxy,
mail server, payment providers, the database and the state of the shop in it, backups, disks. It changes nothing and
sends nothing. A check that cannot run counts as a problem; the other checks run anyway.

  --json  prints JSON

Exit codes: 0 no problems, 3 problems found.

  npm run shop -- doctor`,
  configFiles: 'from-disk-not-build',
  acceptsInvalidConfig: true,
  async run(call) {
    const { io, shopConfig, suppliers, prices } = call;
    const now = io.now;
    const { checks: settingsChecks, config: configFromEnv, invalidNames } = checkSettings(io.env);
    // A running shop may use another port than PORT. The checks below use the port of the running shop.
    const { config, checks: portChecks } = await checkPort(configFromEnv, io.env);
    const advice = 'Look at the error, and try again.';
    const run = (name: string, check: () => Promise<Check | Check[]>) => runCheck(name, advice, check);
    // If the database's address is invalid, the database at the default address must not be checked instead.
    const databaseChecks = invalidNames.has('DATABASE_URL') ? [] : await checkDatabase(config, io, shopConfig, now());
    const checks = [
      ...settingsChecks,
      ...portChecks,
      ...checkShopConfig(shopConfig),
      ...checkSuppliers(suppliers),
      ...checkPrices(prices),
      checkPublicUrl(config),
      checkDeskAddress(config),
      checkProxy(config),
      checkWebhooks(config),
      ...(invalidNames.has('SMTP_URL') ? [] : await run('mail server', () => checkMailServer(config.smtpUrl))),
      ...(await run('payment providers', () => checkProviders(config, now))),
      ...databaseChecks,
      ...(await run('backups', () => checkBackups(config, now()))),
      ...(invalidNames.has('DATABASE_URL') ? [] : await run('archive', () => checkArchiving(config, now()))),
      ...(await run('old databases', () => checkOldDatabases(config, now()))),
      ...(await run('disks', () => checkDisks(config))),
    ].map(withoutSecrets(io.env));
    const problems = checks.filter(({ outcome }) => outcome !== 'ok');
    print(call, { ok: problems.length === 0, checks: checks.map(jsonOf) }, [
      ...checks.flatMap(linesOf),
      '',
      summaryOf(problems),
    ]);
    return problems.length === 0 ? 0 : 3;
  },
};

function jsonOf({ name, outcome, message, advice }: Check) {
  return { name, outcome, words: message, advice };
}

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

function linesOf({ name, outcome, message, advice }: Check): string[] {
  const line = `${marks[outcome]}  ${name}: ${toPrintable(message)}`;
  return advice === undefined ? [line] : [line, `      → ${toPrintable(advice)}`];
}

function summaryOf(problems: Check[]): string {
  const failed = problems.filter(({ outcome }) => outcome === 'fail').length;
  if (problems.length === 0) return 'No problems.';
  return `Problems: ${problems.length}, failed checks: ${failed}.`;
}

const secretVariableName = /KEY|SECRET|PASSWORD|TOKEN/;
const minSecretLength = 4;

/** Returns a function that masks secrets of `env`: errors of servers may contain keys and passwords. */
export function withoutSecrets(env: Variables): (check: Check) => Check {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    if (secretVariableName.test(name)) return value.split(',').map((part) => part.trim());
    return passwordInUrl(value);
  });
  const longEnough = secrets.filter((secret) => secret.length >= minSecretLength);
  const longestFirst = longEnough.sort((a, b) => b.length - a.length);
  const mask = (text: string) => longestFirst.reduce((masked, secret) => masked.replaceAll(secret, '…'), text);
  return ({ message, advice, ...check }) => ({
    ...check,
    message: mask(message),
    ...(advice !== undefined && { advice: mask(advice) }),
  });
}

/** Returns the password in `smtp://user:password@host`, as it is in the URL and decoded. */
function passwordInUrl(value: string): string[] {
  const [, encoded] = /^\w+:\/\/[^/@\s]*?:([^@\s]+)@/.exec(value) ?? [];
  if (encoded === undefined) return [];
  try {
    return [encoded, decodeURIComponent(encoded)];
  } catch {
    return [encoded];
  }
}
