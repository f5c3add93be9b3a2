import { tallinnTime } from '../../shop/calendar.ts';
import { type ListedImport, listImports } from '../../shop/catalog/import/history.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const importsList: Command = {
  summary: 'Lists imports of price lists.',
  usage: '[--json]',
  help: `Lists the last fifty imports that changed anything, newest first, and which of them were undone. Counts are rows of
the list; "off sale" counts tires.

  --json  prints JSON

  npm run shop -- imports list`,
  async run(call) {
    const imports = await withDatabase(call.io, ({ kysely }) => listImports(kysely, 50));
    print(call, { imports }, table(headings, imports.map(rowOf), 'No imports.'));
  },
};

const headings = ['id', 'imported', 'file', 'suppliers', 'added', 'updated', 'off sale', 'left out', 'by', ''];

function rowOf({ id, at, file, suppliers, counts, actor, recorded: hasStoredValues, undone_at }: ListedImport) {
  const { added, updated, removed, failed } = counts;
  const expiryText = hasStoredValues ? '' : 'can no longer be undone';
  const state = undone_at ? `undone ${tallinnTime(undone_at)}` : expiryText;
  return [id, tallinnTime(at), file, suppliers.join(', '), added, updated, removed, failed, actor, state];
}
