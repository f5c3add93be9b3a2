import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { photoFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import { removePhoto } from '../../shop/catalog/photos/photos.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

export const picturesRemoveOne: Command = {
  summary: 'Removes a photograph at once.',
  usage: 'ID [--json]',
  help: `Removes a photograph from pages, feeds and disk at once. If a supplier offered it, no other photograph of its model is fetched from that
supplier, unless \`pictures fetch --tire\` asks for it. Copies in backups stay until the backups are deleted.

  --json  prints the result as JSON

  npm run shop -- pictures remove 12

Exit codes: 0 removed, 1 there is no such photograph, 2 wrong arguments.`,
  async run(call) {
    const { io } = call;
    const id = onlyArgument(call, 'id');
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new UsageError(`${id} is no id of a photograph; see \`pictures list\``);
    const folder = photoFolder(resolve(readConfig(io.env).dataDir));
    const by = { actor: actorOf(io), now: io.now() };
    const removed = await withDatabase(io, ({ kysely }) => removePhoto(kysely, folder, { id: Number(id), ...by }));
    if (removed === 0) throw new NotDone('unknown', 'there is no such photograph; see `pictures list`');
    print(call, { ok: true, removed }, [`Removed: ${counted(removed, 'photograph')}.`]);
  },
};
