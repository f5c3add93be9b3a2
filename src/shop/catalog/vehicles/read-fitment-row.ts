import type { NamedCells, RowProblem } from '../import/file/named-rows.server.ts';
import { isRearSize, isSameSize } from '../sets/axles.ts';
import { speedInKmh } from '../tire/indices.ts';
import { type Designation, parseSize, sizeText } from '../tire/size.ts';

const carColumns = ['make', 'model', 'generation', 'from', 'to', 'engine', 'kw'];
const axleColumns = ['front_size', 'front_load', 'front_speed', 'rear_size', 'rear_load', 'rear_speed'];

export const vehicleColumns: readonly string[] = [...carColumns, ...axleColumns, 'oem', 'winter', 'note'];

type Axle = { size: Designation; text: string; load: string | null; speed: string | null; xl: boolean };

type FitmentRow = ReturnType<typeof readRow>;

class BadCell extends Error {
  readonly column: string;
  constructor(column: string, problem: string) {
    super(problem);
    this.column = column;
  }
}

/** Reads a row of the owner's list of cars. The size may contain load, speed and XL: `205/55 R16 91V XL`. */
export function readFitmentRow(cells: NamedCells): { ok: true; row: FitmentRow } | ({ ok: false } & RowProblem) {
  try {
    return { ok: true, row: readRow(cells) };
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    return { ok: false, column: error.column, problem: error.message };
  }
}

function readRow(cells: NamedCells) {
  const [from, to] = [readNumber(cells, 'from', 1950, 2100), readNumber(cells, 'to', 1950, 2100)];
  if (from !== null && to !== null && to < from) throw new BadCell('to', 'is before from');
  const front = readAxle(cells, 'front');
  const rear = cells.rear_size ? readAxle(cells, 'rear') : null;
  if (!rear && (cells.rear_load || cells.rear_speed)) throw new BadCell('rear_size', 'is empty');
  const isPossiblePair = !rear || isSameSize(front.size, rear.size) || isRearSize(front.size, rear.size);
  if (!isPossiblePair) {
    throw new BadCell('rear_size', 'is narrower than front_size, or the sizes do not belong to one car');
  }
  const isRearEqual =
    rear?.text === front.text && rear.load === front.load && rear.speed === front.speed && rear.xl === front.xl;
  const differentRear = isRearEqual ? null : rear;
  return {
    make: readRequiredText(cells, 'make', 60),
    model: readRequiredText(cells, 'model', 60),
    generation: readText(cells, 'generation', 60),
    from_year: from,
    to_year: to,
    engine: readText(cells, 'engine', 60),
    kw: readNumber(cells, 'kw', 1, 2000),
    front_size: front.text,
    front_load: front.load,
    front_speed: front.speed,
    front_xl: front.xl,
    rear_size: differentRear?.text ?? null,
    rear_load: differentRear?.load ?? null,
    rear_speed: differentRear?.speed ?? null,
    rear_xl: differentRear?.xl ?? false,
    oem: readYesOrNo(cells, 'oem'),
    winter: readYesOrNo(cells, 'winter'),
    note: readText(cells, 'note', 200),
  };
}

function readAxle(cells: NamedCells, position: 'front' | 'rear'): Axle {
  const reading = parseSize(cells[`${position}_size`] ?? '');
  if (!reading.ok) throw new BadCell(`${position}_size`, 'is not a size such as 205/55 R16');
  const size = reading.value;
  const load = cells[`${position}_load`] || size.loadIndex;
  if (load && !isLoadIndex(load)) {
    throw new BadCell(`${position}_load`, 'is not a load index such as 91');
  }
  const speed = (cells[`${position}_speed`] ?? '').toUpperCase() || size.speedIndex;
  if (speed && !speedInKmh(speed)) throw new BadCell(`${position}_speed`, 'is not a speed symbol such as V');
  return { size, text: sizeText(size), load, speed, xl: size.extraLoad };
}

/** Also accepts the indices of single and twin tires: `109/107`. */
function isLoadIndex(load: string): boolean {
  const indices = load.split('/');
  return (
    indices.length <= 2 &&
    indices.every((index) => /^\d{2,3}$/.test(index) && Number(index) >= 50 && Number(index) < 180)
  );
}

function readText(cells: NamedCells, column: string, maxLength: number): string {
  const value = (cells[column] ?? '').trim().replace(/\s+/g, ' ');
  if (value.length > maxLength) throw new BadCell(column, `is longer than ${maxLength} characters`);
  if (/\p{Cc}|\p{Cf}/u.test(value)) throw new BadCell(column, 'has control characters');
  return value;
}

function readRequiredText(cells: NamedCells, column: string, maxLength: number): string {
  const value = readText(cells, column, maxLength);
  if (value === '') throw new BadCell(column, 'is empty');
  return value;
}

function readNumber(cells: NamedCells, column: string, min: number, max: number): number | null {
  const value = (cells[column] ?? '').trim();
  if (value === '') return null;
  if (!/^\d{1,4}$/.test(value) || Number(value) < min || Number(value) > max) {
    throw new BadCell(column, `is not a number from ${min} to ${max}`);
  }
  return Number(value);
}

const booleansByWord: Readonly<Record<string, boolean>> = {
  yes: true,
  jah: true,
  да: true,
  1: true,
  no: false,
  ei: false,
  нет: false,
  0: false,
  '': false,
};

function readYesOrNo(cells: NamedCells, column: string): boolean {
  const value = (cells[column] ?? '').trim().toLowerCase();
  const answer = Object.hasOwn(booleansByWord, value) ? booleansByWord[value] : undefined;
  if (answer === undefined) throw new BadCell(column, 'is neither yes nor no');
  return answer;
}
