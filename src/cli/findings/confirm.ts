import { onOneConnection } from '../../database/connect.server.ts';
import { commitIfOk } from '../../database/transaction.server.ts';
import { documentNumber, readDocumentNumber, type SeriesNumber } from '../../shop/books/documents/document-number.ts';
import { confirmRestores } from '../../shop/restored/unconfirmed-restores.server.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';
import { rangeText } from './lost-changes.ts';

export const findingsConfirm: Command = {
  summary: 'Confirms that everything is settled after a restore.',
  usage: '[--last-document NUMBER]… [--yes] [--json]',
  help: `Confirms that everything in \`findings after-restore\` is settled. From then on the shop sends purchases at their cut-off hours again.

  --last-document NUMBER  the last invoice, credit note or receipt that a buyer, the accountant or the accounting
                          program has; repeat it for each of these three kinds of document. If it is higher than the shop's last
                          number, the shop continues after it, and lists the numbers in between as skipped
  --yes                   does not ask; required without a terminal
  --json                  prints the result as JSON

  npm run shop -- findings confirm
  npm run shop -- findings confirm --last-document 261000420 --last-document 263000112`,
  async run(call) {
    const lastDocuments = lastDocumentsOf(call);
    await confirm(call, 'Is everything settled that `findings after-restore` lists');
    const { io } = call;
    const confirmed = await withDatabase(io, ({ pool }) =>
      onOneConnection(pool, (kysely, client) => {
        // `client` is the connection of `kysely`, so it is in the same transaction.
        const confirmAll = () => confirmRestores(client, lastDocuments, changeStampOf(io));
        return commitIfOk(kysely, confirmAll);
      }),
    );
    if (!confirmed.ok) {
      if (confirmed.reason === 'none') throw new NotDone('none', 'no restore waits to be confirmed');
      throw new NotDone(
        'far-ahead',
        `${numberText(confirmed.number)} is far beyond the shop’s numbers: check whether it is right`,
      );
    }
    const { skipped } = confirmed;
    print(call, { ok: true, skipped }, [
      ...skipped.map((numbers) => `Skipped document numbers: ${rangeText(numbers)}.`),
      'Confirmed: purchases are sent at their cut-off hours again.',
    ]);
  },
};

const numberText = ({ kind, year, no }: SeriesNumber) => documentNumber(kind, year, no);

function lastDocumentsOf({ values }: Call): SeriesNumber[] {
  return ((values['last-document'] ?? []) as string[]).map((text) => {
    const number = readDocumentNumber(text.trim());
    if (!number) throw new UsageError(`--last-document ${text} is not the number of a document, such as 261000017`);
    return number;
  });
}
