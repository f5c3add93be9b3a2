import { readConfig } from '../../app/config.ts';
import { nextNumbers } from '../../shop/books/documents/skipped-numbers.server.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { compareWithProviders, listFindings } from '../../shop/checkout/settle/reconcile.server.ts';
import { mailFilesBetween } from '../../shop/privacy/mail-files.server.ts';
import type { Restore } from '../../shop/restored/record-restore.server.ts';
import {
  documentsIssuedBetween,
  listUnconfirmedRestores,
  unclearPurchases,
} from '../../shop/restored/unconfirmed-restores.server.ts';
import type { Call, Command } from '../command.ts';
import { print, toPrintable } from '../output.ts';
import { mailFilesFolder } from '../privacy/person.ts';
import { withShopContext } from '../with-shop-context.ts';

export const findingsAfterRestore: Command = {
  summary: 'Lists payments, mails, purchases and documents that a restored database may lack.',
  usage: '[--json]',
  help: `Lists what the database may lack after a restore, or after a failover declared by \`findings declare\`, although payment providers,
mails or suppliers still know it. The command queries the payment providers and records differences as findings, as the shop does every
night. It changes nothing else.

  --json  prints JSON

Exit codes: 0 no restore waits to be confirmed, 3 at least one does.

  npm run shop -- findings after-restore`,
  async run(call) {
    const losses = await withShopContext(call, async (shop) => {
      const restores = await listUnconfirmedRestores(shop.db);
      const [oldest] = restores.toSorted((a, b) => a.until.getTime() - b.until.getTime());
      if (!oldest) return null;
      const lossesStartedAt = oldest.until;
      const { providersWithoutList } = await compareWithProviders(shop, lossesStartedAt);
      const failovers = restores.filter(({ source }) => source === 'failover');
      // Until a failover is declared, the shop may give new documents the numbers of lost ones. After `restore` it skips these numbers.
      const issuedUntilDeclared = await Promise.all(
        failovers.map((failover) => documentsIssuedBetween(shop.db, failover)),
      );
      return {
        restores,
        findings: await listFindings(shop.db, { onlyOpen: true }),
        mails: await mailFilesOf(call, restores),
        unclearPurchases: await unclearPurchases(shop.db),
        nextDocuments: await nextNumbers(shop.db, shop.now()),
        doubtfulDocuments: issuedUntilDeclared.flat(),
        notKnown: manualCheckLines(call, lossesStartedAt, providersWithoutList),
      };
    });
    if (!losses) {
      print(call, { restores: [] }, ['No restore waits to be confirmed.']);
      return 0;
    }
    print(call, losses, linesOf(losses));
    return 3;
  },
};

async function mailFilesOf({ io }: Call, restores: readonly Restore[]): Promise<string[]> {
  const folder = mailFilesFolder(io);
  const files = await Promise.all(restores.map(({ until, at }) => mailFilesBetween(folder, until, at)));
  return [...new Set(files.flat())];
}

type ProvidersWithoutList = Awaited<ReturnType<typeof compareWithProviders>>['providersWithoutList'];

function manualCheckLines({ io }: Call, lossesStartedAt: Date, providersWithoutList: ProvidersWithoutList): string[] {
  const since = `since ${tallinnTime(lossesStartedAt)}`;
  const { smtpUrl } = readConfig(io.env);
  return [
    ...providersWithoutList.map(({ provider, reason }) =>
      reason === 'cannot-list'
        ? `Payments at ${provider} ${since}: look at the provider’s website, because it does not list them to the shop.`
        : `Payments at ${provider} ${since}: it did not answer; run this command again.`,
    ),
    `Bank transfers ${since}: import the statement of these days (\`bank import\`), then see \`bank list\`.`,
    ...(smtpUrl === undefined
      ? []
      : [`Mails ${since}: look in the mailboxes of the branches, and in the log of the mail server.`]),
    `Orders to suppliers ${since}: ask each supplier.`,
    `Money, hand-overs, stock and fitting times at the branches ${since}: ask the branches.`,
    'The last documents that buyers, the accountant or the accounting program have: give their numbers to `findings confirm --last-document NUMBER`.',
  ];
}

type PossibleLosses = {
  restores: Restore[];
  findings: Awaited<ReturnType<typeof listFindings>>;
  mails: string[];
  unclearPurchases: { number: string; supplier: string }[];
  nextDocuments: { kind: string; next: string }[];
  doubtfulDocuments: string[];
  notKnown: string[];
};

function linesOf(losses: PossibleLosses): string[] {
  return [
    ...losses.restores.map(
      ({ at, until, source }) => `${tallinnTime(at)}: ${source}, changes after ${tallinnTime(until)} may be lost.`,
    ),
    'No purchase is sent automatically until you run `findings confirm`.',
    ...section(
      'Payments that differ (`findings list`)',
      losses.findings.map(
        ({ provider, providerRef, kind, data }) => `${provider} ${providerRef}: ${kind} ${JSON.stringify(data)}`,
      ),
    ),
    ...section('Mail files written while those changes were made', losses.mails),
    ...section(
      'Purchases that may have been sent: ask the supplier',
      losses.unclearPurchases.map(({ number, supplier }) => `${number} ${supplier}`),
    ),
    ...section(
      'Next numbers of documents',
      losses.nextDocuments.map(({ kind, next }) => `${kind}: ${next}`),
    ),
    ...section('Documents whose numbers may also be on documents that were lost', losses.doubtfulDocuments),
    ...section('What the shop cannot know', losses.notKnown),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${toPrintable(line)}`)];
}
