import type { Paper } from '../../pdf/document.ts';
import {
  drawBox,
  drawRule,
  fullWidth,
  heightOfText,
  keepTogether,
  labelSize,
  type TextStyle,
  writeLine,
  writeText,
} from './sheet.ts';

type Align = NonNullable<TextStyle['align']>;

export type Column = { title: string; width: number; align?: Align };

type CellLine = { text: string; size?: number; bold?: boolean };

/** `tick`: a box to tick. `blank`: a box to write a count into, before a text. */
export type Cell = string | readonly CellLine[] | { box: 'tick' } | { box: 'blank'; text: string };

// Lengths are in points.
const padding = 6;
const gap = 12;
const tickSize = 14;
const blankWidth = 26;
const defaultSize = 10;
const maxLines = 3;
const ascentPerFontSize = 0.98;

/** Repeats the titles of the columns on each page, and never splits a row. */
export function writeTable(paper: Paper, columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
  writeTitles(paper, columns);
  for (const row of rows) {
    const height = contentHeight(paper, columns, row);
    const isOnNewPage = keepTogether(paper, height + 2 * padding);
    if (isOnNewPage) writeTitles(paper, columns);
    const top = paper.y + padding;
    const largestFontSize = Math.max(...row.map(firstFontSize));
    forEachColumn(paper, columns, (column, x, index) => {
      const cell = row[index] ?? '';
      // The first lines of all cells stand on one baseline.
      const y = top + (isBox(cell) ? 0 : (largestFontSize - firstFontSize(cell)) * ascentPerFontSize);
      writeCell(paper, cell, column, { x, y, width: column.width - gap });
    });
    paper.y = top + height + padding;
    drawRule(paper, fullWidth(paper));
  }
}

function writeTitles(paper: Paper, columns: readonly Column[]): void {
  const y = paper.y + 2;
  forEachColumn(paper, columns, ({ title, width, align = 'left' }, x) => {
    writeLine(paper, title, { x, y, width: width - gap }, { size: labelSize, align, minSize: 6.5 });
  });
  paper.y = y + 13;
  drawRule(paper, fullWidth(paper));
}

function forEachColumn(
  paper: Paper,
  columns: readonly Column[],
  write: (column: Column, x: number, index: number) => void,
): void {
  let x = fullWidth(paper).x;
  for (const [index, column] of columns.entries()) {
    write(column, x, index);
    x += column.width;
  }
}

function linesOf(cell: string | readonly CellLine[]): readonly CellLine[] {
  return typeof cell === 'string' ? [{ text: cell }] : cell;
}

function firstFontSize(cell: Cell): number {
  if (isBox(cell)) return defaultSize;
  return linesOf(cell)[0]?.size ?? defaultSize;
}

function isBox(cell: Cell): cell is Extract<Cell, { box: string }> {
  return typeof cell === 'object' && 'box' in cell;
}

function contentHeight(paper: Paper, columns: readonly Column[], row: readonly Cell[]): number {
  const heights = row.map((cell, index) => {
    if (isBox(cell)) return tickSize;
    const width = (columns[index]?.width ?? 0) - gap;
    return linesOf(cell).reduce((sum, { text, size = defaultSize, bold = false }) => {
      return sum + (text === '' ? 0 : heightOfText(paper, text, width, { size, bold, maxLines }));
    }, 0);
  });
  return Math.max(tickSize, ...heights);
}

function writeCell(
  paper: Paper,
  cell: Cell,
  { align = 'left' }: Column,
  box: { x: number; y: number; width: number },
): void {
  if (isBox(cell)) {
    const width = cell.box === 'tick' ? tickSize : blankWidth;
    drawBox(paper, { ...box, width }, tickSize);
    if (cell.box === 'tick') return;
    const textBox = { x: box.x + width + 4, y: box.y + 1, width: box.width - width - 4 };
    writeLine(paper, cell.text, textBox, { size: defaultSize });
    return;
  }
  let { y } = box;
  for (const { text, size = defaultSize, bold = false } of linesOf(cell)) {
    if (text === '') continue;
    y += writeText(paper, text, { ...box, y }, { size, bold, align, maxLines });
  }
}
