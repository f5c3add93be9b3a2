import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../app/config.ts';
import { meritClient } from '../../shop/books/merit/client.server.ts';
import { booksOfMonth, pushToMerit } from '../../shop/books/merit/push.server.ts';
import type { PushCounts, PushReason, PushResult, PushStop } from '../../shop/books/merit/push.ts';
import { addDays, type Day, firstOfMonth } from '../../shop/calendar.ts';
import { amountText, toEuros } from '../../shop/money.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { textOption } from '../arguments.ts';
import { type Call, type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { inEuros } from '../orders/order-lines.ts';
import { note, print, table, toPrintable } from '../output.ts';
import { meritMessages } from './merit-messages.ts';
import { firstDayOf } from './month-option.ts';

export const booksPush: Command = {
  summary: 'Sends the documents and payments of a month to Merit Aktiva.',
  usage: '[--month MONTH] [--dry-run] [--json]',
  help: `Sends the invoices and credit notes that were issued in a month, and then its payments, to Merit Aktiva. A document that Merit already has is
not sent again, so the command can be repeated. If a response was lost, the command first asks Merit whether it has the document. If
Merit refuses a document, the command reports it and sends the others. At the end it compares the documents with Merit's: docs/books/books.md.

Needs MERIT_API_ID and MERIT_API_KEY, and books.merit in shop.config.ts: docs/settings.md.

  --month MONTH  the month to send, such as 2026-11; by default the last month that is over
  --dry-run      sends nothing, and shows what would be sent
  --json         prints JSON with amounts in euros

Exit code 3: something was not sent, or differs in Merit; 1: the command stopped before the end.

  npm run shop -- books push --month 2026-11 --dry-run
  npm run shop -- books push --month 2026-11`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const month = monthOption(call);
    const dryRun = call.values['dry-run'] === true;
    const { io, shopConfig } = call;
    const { merit: keys } = readConfig(io.env);
    const settings = shopConfig.books?.merit;
    if (!keys) throw new NotDone('no-keys', 'set MERIT_API_ID and MERIT_API_KEY: docs/settings.md');
    if (!settings) throw new NotDone('no-settings', 'shop.config.ts has no books.merit: docs/settings.md');
    const client = meritClient({ ...keys, now: io.now });
    const pause = async (ms: number) => {
      note(io, `Merit asks to wait ${Math.ceil(ms / 1000)} s.`);
      const ignoreAbort = () => {};
      await wait(ms, undefined, { signal: io.signal }).catch(ignoreAbort);
    };
    const result = await withDatabase(io, async ({ kysely: db }) =>
      pushToMerit(
        { db, client, settings, messages: meritMessages(), now: io.now, pause, dryRun, signal: io.signal },
        await booksOfMonth(db, month),
      ),
    );
    print(call, { month: month.slice(0, 7), dryRun, ...jsonOf(result) }, linesOf(month, result, dryRun));
    if (result.stopped) return result.stopped.reason === 'interrupted' ? 130 : 1;
    return result.problems.length + result.differences.length > 0 ? 3 : 0;
  },
};

function monthOption(call: Call): Day {
  const month = textOption(call, 'month');
  if (month !== undefined) return firstDayOf(month);
  const firstOfThisMonth = firstOfMonth(tallinnDate(call.io.now()));
  return firstOfMonth(addDays(firstOfThisMonth, -1));
}

function jsonOf({ differences, ...result }: PushResult): object {
  const differencesJson = differences.map(({ number, what, ourCents, meritCents }) => ({
    number,
    what,
    here: toEuros(ourCents),
    inMerit: meritCents === null ? null : toEuros(meritCents),
  }));
  return inEuros({ ...result, differences: differencesJson }) as object;
}

const reasonTexts: Record<PushReason, string> = {
  tax: 'Merit has no tax of this rate, or several',
  rejected: 'Merit refuses it',
  unclear: 'not known whether Merit has it: push again',
  'number-taken': 'Merit has another document of this number',
  'no-document': 'the payment pays no document',
  'not-in-merit': 'its document was not sent',
  'no-account': 'no account, or several, for this kind of payment in books.merit or Merit',
  waits: 'not known whether Merit has an earlier payment of its document',
  differs: 'Merit has other payments of its document',
  exceeds: 'more than the unpaid rest of its document',
};

const stopTexts: Record<PushStop['reason'], string> = {
  denied: 'Merit denies the requests of this shop',
  unavailable: 'Merit cannot be reached',
  'no-answer': 'Merit does not answer',
  running: 'another push is running',
  interrupted: 'stopped by the user',
};

const differenceTexts = {
  total: 'another sum',
  missing: 'Merit does not list it',
  customer: 'another registry code',
} as const;

function linesOf(month: Day, result: PushResult, dryRun: boolean): string[] {
  const { documents, payments, problems, stopped } = result;
  const row = (name: string, { sent, found: alreadyInMerit, before: sentEarlier, problems: notSent }: PushCounts) => [
    name,
    sent,
    alreadyInMerit,
    sentEarlier,
    notSent,
  ];
  const problemRows = problems.map(({ kind, key, orderNumber, amountCents, reason, detail }) => [
    kind,
    key,
    orderNumber,
    amountText(amountCents, '.'),
    withDetail(reasonTexts[reason], detail),
  ]);
  const differenceRows = result.differences.map(({ number, what, ourCents, meritCents }) => [
    number,
    amountText(ourCents, '.'),
    meritCents === null ? '' : amountText(meritCents, '.'),
    differenceTexts[what],
  ]);
  return [
    `${month.slice(0, 7)}, Merit Aktiva${dryRun ? ', dry run' : ''}`,
    ...table(
      ['', dryRun ? 'to send' : 'sent', 'already in Merit', 'sent by an earlier push', 'not sent'],
      [row('documents', documents), row('payments', payments)],
    ),
    ...section('Not sent', ['kind', 'id', 'order', 'sum', 'why'], problemRows),
    ...section('Not the same in Merit', ['document', 'here', 'in Merit', 'what'], differenceRows),
    ...(stopped
      ? [
          '',
          `Stopped: ${withDetail(stopTexts[stopped.reason], toPrintable(stopped.detail))}. The next push sends the rest.`,
        ]
      : []),
  ];
}

function section(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...table(headings, rows).map((line) => `  ${line}`)];
}

function withDetail(text: string, detail: string): string {
  return detail === '' ? text : `${text} (${detail})`;
}
