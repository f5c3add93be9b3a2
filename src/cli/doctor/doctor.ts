import type { Variables } from '../../app/config.ts';
import { noArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { print, visible } from '../output.ts';
import { type Check, tried } from './check.ts';
import { checkDatabase } from './database.ts';
import { checkBackups, checkDisks } from './disk.ts';
import { checkMailServer } from './mail-server.ts';
import { checkProviders } from './providers.ts';
import { checkProxy } from './proxy.ts';
import { checkPublicUrl, checkWebhooks } from './public-address.ts';
import { checkFacts, checkSettings } from './settings.ts';

const help = `Checks everything that a shop needs, with advice for each problem: settings, the owner’s facts, public address, proxy,
mail server, payment providers, the database and the state of the shop in it, backups, disks. It changes nothing and
sends nothing. A check that cannot run counts as a problem; the other checks run anyway.

  --json  as JSON

Exit codes: 0 no problems, 3 problems found.

  npm run shop -- doctor`;

export const doctorCommand: Command = {
  summary: 'Checks the whole shop, with advice for each problem.',
  usage: '[--json]',
  help,
  options: { json: { type: 'boolean' } },
  async run(call) {
    noArguments(call);
    const { io, shop } = call;
    const now = io.now ?? (() => new Date());
    const { checks: settings, config, wrong } = checkSettings(io.env);
    const advice = 'Look at what it says, and try again.';
    const of = (name: string, check: () => Promise<Check | Check[]>) => tried(name, advice, check);
    // A wrong address is reported above; the default database must not be checked in its place.
    const database = wrong.has('DATABASE_URL') || wrong.has('DATA_DIR') ? [] : await checkDatabase(config, io, now());
    const checks = [
      ...settings,
      ...(await of('owner’s facts', async () => checkFacts(shop))),
      checkPublicUrl(config),
      checkProxy(config),
      checkWebhooks(config),
      ...(wrong.has('SMTP_URL') ? [] : await of('mail server', () => checkMailServer(config.smtpUrl))),
      ...(await of('payment providers', () => checkProviders(config, now))),
      ...database,
      ...(await of('backups', () => checkBackups(config, now()))),
      ...(await of('disks', () => checkDisks(config))),
    ].map(withoutSecrets(io.env));
    const todo = checks.filter(({ outcome }) => outcome !== 'ok');
    print(call, { ok: todo.length === 0, checks }, [...checks.flatMap(linesOf), '', closing(todo)]);
    return todo.length === 0 ? 0 : 3;
  },
};

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

function linesOf({ name, outcome, words, advice }: Check): string[] {
  const line = `${marks[outcome]}  ${name}: ${visible(words)}`;
  return advice === undefined ? [line] : [line, `      → ${visible(advice)}`];
}

function closing(todo: Check[]): string {
  const failed = todo.filter(({ outcome }) => outcome === 'fail').length;
  if (todo.length === 0) return 'No problems.';
  return `Problems: ${todo.length}, urgent: ${failed}.`;
}

const named = /KEY|SECRET|PASSWORD|TOKEN/;

/** Masks secrets of the environment in the report, because servers repeat in their errors what they were sent. */
export function withoutSecrets(env: Variables): (check: Check) => Check {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    if (named.test(name)) return value.split(',').map((one) => one.trim());
    return passwordsIn(value);
  });
  const longestFirst = secrets.filter((one) => one.length > 3).sort((a, b) => b.length - a.length);
  const hidden = (text: string) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  return ({ words, advice, ...check }) => ({
    ...check,
    words: hidden(words),
    ...(advice !== undefined && { advice: hidden(advice) }),
  });
}

function passwordsIn(value: string): string[] {
  const [, written] = /^\w+:\/\/[^/@\s]*?:([^@\s]+)@/.exec(value) ?? [];
  if (written === undefined) return [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}
