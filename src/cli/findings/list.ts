import { tallinnTime } from '../../shop/calendar.ts';
import { listFindings } from '../../shop/checkout/settle/reconcile.server.ts';
import { listUnconfirmedRestores } from '../../shop/restored/unconfirmed-restores.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const findingsList: Command = {
  summary: 'Lists differences between the books and the payment providers.',
  usage: '[--all] [--json]',
  help: `Lists the differences that the nightly comparison of the shop's books with its payment providers has found, newest
first. The shop does not correct differences: investigate and correct each, then resolve the finding.

  --all   also lists resolved findings
  --json  prints JSON

  npm run shop -- findings list`,
  async run(call) {
    const onlyOpen = call.values.all !== true;
    const { findings, restores } = await withDatabase(call.io, async ({ kysely }) => ({
      findings: await listFindings(kysely, { onlyOpen }),
      restores: await listUnconfirmedRestores(kysely),
    }));
    const rows = findings.map(({ id, foundAt, provider, providerRef, kind, data, resolvedAt }) => [
      id,
      tallinnTime(foundAt),
      provider,
      providerRef,
      kind,
      resolvedAt ? `resolved ${tallinnTime(resolvedAt)}` : 'open',
      JSON.stringify(data),
    ]);
    print(call, { findings }, [
      ...table(['id', 'found', 'provider', 'provider id', 'kind', '', 'details'], rows, 'No findings.'),
      ...(restores.length > 0 ? ['A restore waits to be confirmed: see `findings after-restore`.'] : []),
    ]);
  },
};
