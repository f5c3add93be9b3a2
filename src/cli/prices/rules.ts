import { pathToFileURL } from 'node:url';
import { tallinnTime } from '../../shop/calendar.ts';
import {
  applyRules,
  previewRules,
  type RulesFile,
  type UndoRulesResult,
  undoRules,
} from '../../shop/catalog/prices/rules/change-rules.server.ts';
import { readPriceRules } from '../../shop/catalog/prices/rules/price-rules.ts';
import type { PriceMove, PricesPreview } from '../../shop/catalog/prices/rules/prices-preview.ts';
import { csvText } from '../../shop/csv-for-spreadsheets.ts';
import { amountText, formatMoney, toEuros } from '../../shop/money.ts';
import { onlyArgument, operatorPath, textOption } from '../arguments.ts';
import { type Call, type Command, NotDone } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { counted, noteWaiting, print, table } from '../output.ts';
import { writeWholeFile } from '../whole-file.ts';
import { actorOf } from '../with-shop-context.ts';

const maxShownMoves = 10;
const maxExportedMoves = 1_000_000;

const optionHelp = `  --rules FILE  uses the rules of this file instead of prices.local.ts or prices.config.ts
  --past-guard  also includes prices that the guard holds back: those that change too much, or are too low or too high
  --json        prints the result as JSON`;

export const pricesPreview: Command = {
  summary: 'Shows what the price rules would change.',
  usage: '[--rules FILE] [--past-guard] [--out FILE] [--json]',
  help: `Calculates the prices of all tires by the rules of prices.local.ts or prices.config.ts, and shows the ten
largest price changes, the margin of the stock, and rules that match nothing. Changes nothing. Without a file of rules,
the preview shows what a return to the prices of the lists would change.

${optionHelp}
  --out FILE    also writes every changed price to a CSV file for a spreadsheet, which only you can read

  npm run shop -- prices preview`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const file = await readRulesFile(call);
    const ignoresGuard = call.values['past-guard'] === true;
    const out = textOption(call, 'out');
    const request = {
      now: call.io.now(),
      ignoresGuard,
      maxMoves: out === undefined ? maxShownMoves : maxExportedMoves,
    };
    const previewed = await withDatabase(call.io, (db) => previewRules(db, file, request));
    if (!previewed.ok) throw unknownMakersError(previewed.makers);
    if (out !== undefined) await writeMoves(operatorPath(call.io, out), previewed.preview.moves);
    const preview = { ...previewed.preview, moves: previewed.preview.moves.slice(0, maxShownMoves) };
    print(call, toJson(file, preview), linesOf(file, preview, ignoresGuard));
  },
};

export const pricesApply: Command = {
  summary: 'Applies the price rules, as a preview showed them.',
  usage: 'HASH [--rules FILE] [--past-guard] [--json]',
  help: `HASH is the one that \`prices preview\` printed. The command is refused if the rules would now have another effect, because of a new list, a changed
file, or a price or campaign that has begun or ended since the preview. Later lists, campaigns and stock use the applied rules, even if the file changes. \`prices undo\` takes them back.

${optionHelp}

  npm run shop -- prices apply 3f2a81c07b9d`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const { io } = call;
    const hash = onlyArgument(call, 'hash');
    const file = await readRulesFile(call);
    const ignoresGuard = call.values['past-guard'] === true;
    const request = { hash, ignoresGuard, actor: actorOf(io), now: io.now(), onWait: () => noteWaiting(io) };
    const applied = await withDatabase(io, (db) => applyRules(db, file, request));
    if (!applied.ok && applied.reason === 'unknown-makers') throw unknownMakersError(applied.makers);
    if (!applied.ok)
      throw new NotDone(applied.reason, 'the rules would now change something else; look at `prices preview` again');
    print(call, applied, [`Rules ${applied.id} (${file.file}) are applied: ${counted(applied.changed, 'new price')}.`]);
  },
};

export const pricesUndo: Command = {
  summary: 'Takes back the price rules that were applied last.',
  usage: '[--yes] [--json]',
  help: `Prices are made again from the present lists, by the rules applied before; without earlier rules, they are those of the lists.
Pinned prices stay.

${yesAndJsonHelp}

  npm run shop -- prices undo`,
  async run(call) {
    const { io } = call;
    const undo = (undoOptions: { id?: number; dryRun?: boolean }) =>
      withDatabase(io, (db) =>
        undoRules(db, { ...undoOptions, actor: actorOf(io), now: io.now(), onWait: () => noteWaiting(io) }),
      );
    const plan = throwIfRefused(await undo({ dryRun: true }));
    await confirm(call, `Take back rules ${plan.id} of ${tallinnTime(plan.at)}: ${counted(plan.changed, 'new price')}`);
    const undone = throwIfRefused(await undo({ id: plan.id }));
    print(call, undone, [`Rules ${undone.id} are taken back: ${counted(undone.changed, 'new price')}.`]);
  },
};

function throwIfRefused(result: UndoRulesResult) {
  if (result.ok) return result;
  const messages = { 'no-rules': 'no rules are applied', 'not-last': 'other rules were applied meanwhile' };
  throw new NotDone(result.reason, messages[result.reason]);
}

/** Reads the file in --rules, or the shop's rules. Throws for invalid rules. */
async function readRulesFile(call: Call): Promise<RulesFile> {
  const { io, prices, shopConfig } = call;
  const name = textOption(call, 'rules');
  const { vat } = shopConfig;
  const rules = name === undefined ? prices : { file: name, content: await defaultExportOf(operatorPath(io, name)) };
  if (rules === null) return { file: 'no file', content: null, vat };
  readPriceRules(rules.content, rules.file);
  return { file: rules.file, content: rules.content as object, vat };
}

async function defaultExportOf(file: string): Promise<unknown> {
  const { href } = pathToFileURL(file);
  return (await import(/* @vite-ignore */ href)).default;
}

function unknownMakersError(makers: readonly string[]): NotDone {
  return new NotDone(
    'unknown-makers',
    `the rules name manufacturers that the shop does not know: ${makers.join(', ')}`,
  );
}

function linesOf({ file }: RulesFile, preview: PricesPreview, ignoresGuard: boolean): string[] {
  const { up, down, unchanged, withoutCost, belowFloor, held, margin, moves, neverMatched, unreachable } = preview;
  const money = (cents: number) => formatMoney(cents, 'en');
  return [
    `Rules of ${file}: ${up.toLocaleString('en')} up, ${down.toLocaleString('en')} down, ${unchanged.toLocaleString('en')} unchanged.`,
    `Margin of ${counted(margin.pieces, 'piece')} of known cost: ${money(margin.before)} before, ${money(margin.after)} after.`,
    ...(belowFloor > 0 ? [`Below the floor today: ${counted(belowFloor, 'tire')}.`] : []),
    ...(withoutCost > 0 ? [`Without a known cost, so at the price of the list: ${counted(withoutCost, 'tire')}.`] : []),
    '',
    ...table(['largest moves', 'before', 'after', '%', 'cost', 'margin %'], moves.map(moveCells), 'No price changes.'),
    ...(held.total > 0 ? ['', `Held by the guard: ${counted(held.total, 'tire')}`] : []),
    ...held.rows
      .slice(0, maxShownMoves)
      .map((row) => `  ${row.tireId}: ${money(row.price)} instead of ${money(row.wanted)}`),
    ...(unreachable.length > 0
      ? ['', `Never reached, because a rule above covers them: ${unreachable.join(', ')}`]
      : []),
    ...(neverMatched.length > 0 ? ['', `Match no tire: ${neverMatched.join(', ')}`] : []),
    '',
    `To apply: npm run shop -- prices apply ${preview.hash}${ignoresGuard ? ' --past-guard' : ''}`,
  ];
}

function moveCells({ tireId, before, after, percent, landedNet: costInEuros, marginPercent }: PriceMove) {
  return [
    tireId,
    formatMoney(before, 'en'),
    formatMoney(after, 'en'),
    percent,
    costInEuros?.toFixed(2) ?? '',
    marginPercent ?? '',
  ];
}

async function writeMoves(path: string, moves: readonly PriceMove[]): Promise<void> {
  const head = ['tire', 'title', 'size', 'before', 'after', 'percent', 'cost', 'margin_percent'];
  const rows = moves.map(({ tireId, title, size, before, after, percent, landedNet: costInEuros, marginPercent }) => [
    tireId,
    title,
    size,
    amountText(before, ','),
    amountText(after, ','),
    percent,
    costInEuros === null ? '' : String(costInEuros).replace('.', ','),
    marginPercent ?? '',
  ]);
  await writeWholeFile(path, await csvText([head, ...rows]));
}

function toJson({ file }: RulesFile, { margin, moves, held, ...preview }: PricesPreview) {
  return {
    file,
    ...preview,
    margin: { before: toEuros(margin.before), after: toEuros(margin.after), pieces: margin.pieces },
    moves: moves.map(({ before, after, ...move }) => ({ ...move, before: toEuros(before), after: toEuros(after) })),
    held: {
      total: held.total,
      rows: held.rows.map(({ price, wanted, ...row }) => ({ ...row, price: toEuros(price), wanted: toEuros(wanted) })),
    },
  };
}
