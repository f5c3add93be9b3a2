import { readFile, stat } from 'node:fs/promises';
import type { EntryOutcome } from '../../shop/bank/bank-view.ts';
import { type ImportResult, importStatement } from '../../shop/bank/import-statement.server.ts';
import { maxStatementBytes } from '../../shop/bank/statement.ts';
import { toEuros } from '../../shop/money.ts';
import { onlyArgument, operatorPath } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { money } from '../orders/order-lines.ts';
import { print, table } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

const outcomeTexts: Record<EntryOutcome, string> = {
  book: 'booked for an order',
  flagged: 'booked by a reference in the payment description',
  part: 'booked, less than the balance due',
  over: 'booked, more than the balance due',
  reverse: 'reversals of payments for an order',
  unassigned: 'unassigned: see `bank list`',
  payout: 'payouts of payment providers',
  recorded: 'recorded by hand before',
  seen: 'imported before',
  debit: 'debits, left out',
  pending: 'still pending at the bank, left out',
  'other-account': 'of other accounts, left out',
};

export const bankImport: Command = {
  summary: 'Books the transfers of a bank statement (camt.053).',
  usage: 'FILE [--json]',
  help: `Reads a statement in camt.053, any version, as the internet bank exports it. A transfer with the reference number and the exact
amount of an open order pays it. A smaller amount is booked as a part payment: the order is not confirmed, keeps its tires and
shows the balance due. A larger one pays the order, which then must be reviewed. A reversal voids the payment and stops the
hand-over. All other money stays unassigned: see \`bank list\`.

Each entry is booked once, also when statements overlap or an import was interrupted. An entry that was already recorded with
\`orders paid --reference\` is not booked again if that reference is the bank's id of the entry. The exit code is 3 if money
stays unassigned.

  --json  prints the result as JSON

  npm run shop -- bank import statement.xml`,
  async run(call) {
    const file = onlyArgument(call, 'file');
    const path = operatorPath(call.io, file);
    const { size } = await stat(path).catch(() => {
      throw new NotDone('no-file', `cannot read ${file}`);
    });
    if (size > maxStatementBytes) throw new NotDone('too-large', refusalOf({ reason: 'too-large' }));
    const bytes = await readFile(path);
    return withShopContext(call, async (shop) => {
      const result = await importStatement(shop, bytes, actorOf(call.io));
      if (!result.ok) throw new NotDone(result.reason, refusalOf(result));
      const { outcomes, bookedCents } = result.summary;
      const rows = Object.entries(outcomes).map(([outcome, count]) => [count, outcomeTexts[outcome as EntryOutcome]]);
      print(call, { ok: true, entries: outcomes, booked: toEuros(bookedCents) }, [
        // Without headings, the first line of the table is empty.
        ...table(['', ''], rows, 'The statement has no entries.').filter((line) => line !== ''),
        `Booked for orders: ${money(bookedCents)}`,
      ]);
      return outcomes.unassigned ? 3 : 0;
    });
  },
};

function refusalOf({ reason, detail }: Omit<ImportResult & { ok: false }, 'ok'>): string {
  switch (reason) {
    case 'too-large':
      return 'a statement has at most 10 MB';
    case 'encoding':
      return 'the statement is not in the encoding that it declares';
    case 'document-type':
      return 'the file contains a DOCTYPE declaration, which is not accepted';
    case 'not-a-statement':
      return 'the file is no bank statement in camt.053';
    case 'malformed':
      return `the statement cannot be read: ${detail ?? ''}`;
    case 'other-account':
      return 'the statement is about another account than bank.iban in shop.config.ts';
  }
}
