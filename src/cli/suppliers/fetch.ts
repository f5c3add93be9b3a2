import { readConfig } from '../../app/config.ts';
import { type FetchOutcome, fetchSupplier } from '../../shop/catalog/supplier/fetch-supplier.server.ts';
import { readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { vatPercentAt } from '../../shop/money.ts';
import { onlyArgument } from '../arguments.ts';
import { type Call, type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { reportJson, reportLines } from '../imports/import-report.ts';
import { print } from '../output.ts';
import { progressBar } from '../progress.ts';
import { actorOf } from '../with-shop-context.ts';

export const suppliersFetch: Command = {
  summary: 'Fetches a supplier’s list now, and imports it.',
  usage: 'ID [--force] [--dry-run] [--json]',
  help: `Fetches the list of a supplier that suppliers.config.ts declares, and imports it. A list that is incomplete, differs
from its declaration, or would take too many tires off sale changes nothing.

  --force    also fetches an unchanged list, and imports one that would take too many tires off sale
  --dry-run  fetches and shows what would change, and changes nothing
  --json     prints the whole report as JSON

  npm run shop -- suppliers fetch rehvivahetus --dry-run

Exit codes: 0 imported in full or unchanged, 1 refused or not fetched (nothing has changed), 2 wrong arguments,
3 imported without its bad rows, 130 stopped (nothing has changed).`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const outcome = await fetchDeclaredSupplier(call);
    switch (outcome.result) {
      case 'failed':
        throw new NotDone('not-fetched', `nothing has changed: ${outcome.reason}`);
      case 'unchanged':
        print(call, { result: outcome.result }, [
          'The supplier’s list has not changed since its last import (--force fetches it anyway).',
        ]);
        return 0;
      default:
        print(call, { result: outcome.result, ...reportJson(outcome.report) }, reportLines(outcome.report));
        if (outcome.result === 'refused') return 1;
        return outcome.report.failed > 0 ? 3 : 0;
    }
  },
};

const currentFolder = '.';

async function fetchDeclaredSupplier(call: Call): Promise<FetchOutcome> {
  const { io, shopConfig, values } = call;
  const id = onlyArgument(call, 'supplier');
  const supplier = readSuppliers(call.suppliers).find((candidate) => candidate.id === id);
  if (!supplier) throw new NotDone('unknown-supplier', `suppliers.config.ts declares no supplier ${id}`);
  const bar = io.isTTY ? progressBar(io.stderr, null) : null;
  return withDatabase(io, (database) =>
    fetchSupplier(database, supplier, {
      now: io.now,
      branches: shopConfig.branches.map((branch) => branch.id),
      vatPercent: vatPercentAt(shopConfig.vat, io.now()),
      folder: currentFolder,
      key: readConfig(io.env).supplierKeys[id],
      actor: actorOf(io),
      force: values.force === true,
      dryRun: values['dry-run'] === true,
      signal: io.signal,
      onProgress: bar?.show,
      connection: call.connection,
    }),
  ).finally(() => bar?.clear());
}
