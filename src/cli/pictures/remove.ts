import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { photoFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import { removePhotos } from '../../shop/catalog/photos/photos.server.ts';
import { textOption } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

const help = `Removes a photograph, or all that came from a supplier, from pages, feeds and disk at once. The drawing is back. Copies in backups stay
until the backups are deleted.

  --supplier ID  removes all photographs of this supplier
  --json         prints the result as JSON

  npm run shop -- pictures remove 12

Exit codes: 0 removed, 1 there is none, 2 wrong arguments.`;

export const picturesRemove: Command = {
  summary: 'Removes photographs at once; the drawing is back.',
  usage: '(ID | --supplier ID) [--json]',
  help,
  options: { supplier: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const { io } = call;
    const of = selectionOf(call);
    const folder = photoFolder(resolve(readConfig(io.env).dataDir));
    const by = { actor: actorOf(io), now: io.now() };
    const removed = await withDatabase(io, ({ kysely }) => removePhotos(kysely, folder, { of, ...by }));
    if (removed === 0) throw new NotDone('unknown', 'there is no such photograph; see `pictures list`');
    print(call, { ok: true, removed }, [`Removed: ${counted(removed, 'photograph')}.`]);
    return 0;
  },
};

function selectionOf(call: Call): { id: number } | { supplier: string } {
  const supplier = textOption(call, 'supplier');
  const [id, ...more] = call.positionals;
  if ((id === undefined) === (supplier === undefined) || more.length > 0)
    throw new UsageError('name one id, or --supplier ID');
  if (supplier !== undefined) return { supplier };
  if (!/^[1-9]\d{0,8}$/.test(id ?? '')) throw new UsageError(`${id} is no id of a photograph; see \`pictures list\``);
  return { id: Number(id) };
}
