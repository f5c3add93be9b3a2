import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { dropSupplierPhotos } from '../../shop/catalog/photos/fetching/supplier-terms.server.ts';
import { photoFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import { readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { textOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

export const picturesDropOfSupplier: Command = {
  summary: 'Removes all photographs of a supplier at once.',
  usage: '--supplier ID [--json]',
  help: `Removes all photographs of a supplier from pages, feeds and disk at once, because it no longer permits them. The shop fetches no
more from that supplier until the text of its licence in suppliers.local.ts is changed. Copies in backups stay until the backups are deleted.

  --supplier ID  the supplier
  --json         prints the result as JSON

  npm run shop -- pictures drop --supplier nordwheel

Exit codes: 0 removed, 2 wrong arguments.`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const { io } = call;
    const supplier = textOption(call, 'supplier');
    if (supplier === undefined) throw new UsageError('name a supplier: --supplier ID');
    const declared = readSuppliers(call.suppliers).find(({ id }) => id === supplier);
    const declaredLicence = declared?.pictures?.licence ?? null;
    const folder = photoFolder(resolve(readConfig(io.env).dataDir));
    const by = { actor: actorOf(io), now: io.now() };
    const removed = await withDatabase(io, ({ kysely }) =>
      dropSupplierPhotos(kysely, folder, { supplier, licence: declaredLicence, ...by }),
    );
    print(call, { ok: true, removed }, [
      `Removed: ${counted(removed, 'photograph')}. No more are fetched from ${supplier}.`,
    ]);
  },
};
