import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { type UndoRefusal, type UndoResult, undoImport } from '../../shop/catalog/import/undo.server.ts';
import { type Call, type Command, NotDone } from '../command.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { note, print } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

export const importsUndo: Command = {
  summary: 'Undoes the last import.',
  usage: '[--dry-run] [--yes] [--json]',
  help: `Undoes the last import: restores the prices, the stock less what was sold since, and the tires on sale. Tires that
the import added go off sale. The restored prices are dated now; the price history keeps the prices in between. A second run
undoes the import before that. The shop stores the values before the last five imports of each supplier.

  --dry-run  shows what would change, and changes nothing
  --yes      does not ask; required without a terminal
  --json     prints the result as JSON

  npm run shop -- imports undo --dry-run`,
  async run(call) {
    const dryRun = call.values['dry-run'] === true;
    const undone = await withDatabase(call.io, ({ kysely }) =>
      dryRun ? undo(call, kysely, { dryRun }) : undoAfterConfirmation(call, kysely),
    );
    print(call, { ...undone, dryRun }, [...linesOf(undone), ...(dryRun ? ['Dry run: nothing has changed.'] : [])]);
  },
};

async function undoAfterConfirmation(call: Call, db: Kysely<Tables>): Promise<UndoResult> {
  if (call.values.yes) return undo(call, db, { dryRun: false });
  const plan = await undo(call, db, { dryRun: true });
  const { id, at, file } = plan.import;
  await confirm(call, `Undo import ${id} of ${tallinnTime(at)}${file && ` (${file})`}: ${changesText(plan)}`);
  return undo(call, db, { dryRun: false, importId: id });
}

async function undo(
  { io }: Call,
  db: Kysely<Tables>,
  { dryRun, importId }: { dryRun: boolean; importId?: number },
): Promise<UndoResult> {
  const now = io.now();
  const onWait = () => note(io, 'Another import is running; waiting for its end.');
  const options = { now, actor: actorOf(io), dryRun, onWait, ...(importId !== undefined && { importId }) };
  const undone = await undoImport(db, options);
  if (undone.ok) return undone;
  throw new NotDone(undone.reason, refusals[undone.reason]);
}

const refusals: Record<UndoRefusal['reason'], string> = {
  'no-import': 'there is no import to undo',
  'no-record': 'the last import is too old: the values before it are no longer stored',
  demonstration: 'the last import is the demonstration list; the first import of another list replaces it',
  'not-last': 'another import was made meanwhile; nothing has changed',
};

function linesOf(undone: UndoResult): string[] {
  const { id, at, file } = undone.import;
  return [`Import ${id} of ${tallinnTime(at)}${file && ` (${file})`}: ${changesText(undone)}.`];
}

function changesText(undone: UndoResult): string {
  const { restored, unlisted: removedRows, removed: tiresOffSale, repriced, restocked } = undone;
  const formatCount = (count: number) => count.toLocaleString('en');
  return [
    `${formatCount(restored)} rows restored`,
    `${formatCount(removedRows)} rows removed`,
    `${formatCount(tiresOffSale)} tires off sale`,
    `${formatCount(repriced)} prices changed`,
    `${formatCount(restocked)} stock counts changed`,
  ].join(', ');
}
