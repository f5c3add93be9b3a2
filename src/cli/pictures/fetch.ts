import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { fetchPictures, type PictureOutcome } from '../../shop/catalog/photos/fetching/fetch-pictures.server.ts';
import { applyDeclaredTerms } from '../../shop/catalog/photos/fetching/supplier-terms.server.ts';
import { photoFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import { readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { textOption } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print, tableOrNothing } from '../output.ts';

const maxPictures = 100_000;

export const picturesFetch: Command = {
  summary: 'Fetches pictures of suppliers now.',
  usage: '[--supplier ID] [--tire TIRE] [--json]',
  help: `Fetches the pictures in suppliers' lists that are due, and shows them with their models. The running shop does the same, 15 a
minute. Pictures come from suppliers that declare \`pictures\` in suppliers.local.ts; fetch their list first, and restart the shop
after a change of the file.

  --supplier ID  fetches only pictures of this supplier
  --tire TIRE    fetches the pictures of this tire's model, even if they are not due or one was removed earlier
  --json         prints each picture as JSON

  npm run shop -- pictures fetch --supplier nordwheel

Exit codes: 0 fetched, 1 no supplier declares pictures, or the given one does not, 2 wrong arguments, 3 some could not be fetched or used,
130 stopped (what was fetched until then is kept).`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const { io, connection } = call;
    const onlySupplier = textOption(call, 'supplier');
    const tireId = textOption(call, 'tire');
    const declared = readSuppliers(call.suppliers);
    const suppliers = declared.filter(
      ({ id, pictures }) => pictures && (onlySupplier === undefined || id === onlySupplier),
    );
    if (suppliers.length === 0)
      throw new NotDone(
        'no-pictures',
        onlySupplier === undefined ? 'no supplier declares pictures' : `${onlySupplier} declares no pictures`,
      );
    const { dataDir, supplierKeys: keys } = readConfig(io.env);
    const folder = photoFolder(resolve(dataDir));
    const outcomes = await withDatabase(io, async ({ kysely }) => {
      await applyDeclaredTerms(kysely, folder, declared, io.now());
      const options = { suppliers, keys, now: io.now, limit: maxPictures, tireId, connection, signal: io.signal };
      return fetchPictures(kysely, folder, options);
    });
    const unusable = outcomes.filter(({ result }) => result === 'refused' || result === 'failed');
    const stopped = io.signal?.aborted === true;
    print(call, { pictures: outcomes, stopped }, [
      ...(stopped ? ['Stopped: the other pictures stay due.'] : []),
      ...(stopped && outcomes.length === 0 ? [] : [summaryOf(outcomes)]),
      ...tableOrNothing(['supplier', 'model', 'picture', 'reason'], unusable.map(rowOf)),
    ]);
    if (stopped) return 130;
    return unusable.length > 0 ? 3 : 0;
  },
};

function summaryOf(outcomes: readonly PictureOutcome[]): string {
  if (outcomes.length === 0) return 'No picture is due.';
  const countOf = (result: PictureOutcome['result']) => outcomes.filter((outcome) => outcome.result === result).length;
  return `${counted(outcomes.length, 'picture')}: ${countOf('shown')} shown, ${countOf('spare')} not better than another, ${countOf('unchanged')} unchanged, ${countOf('refused')} refused, ${countOf('failed')} failed.`;
}

function rowOf({ supplier, manufacturer_id, model, url, reason }: PictureOutcome) {
  return [supplier, `${manufacturer_id} ${model}`, url, reason ?? ''];
}
