import { sql } from 'kysely';
import type { Tires } from '../../../database/tables/catalogue-tables.ts';
import { sizeText } from './size.ts';
import { fullSize } from './tire.ts';

export type SizeRow = Pick<
  Tires,
  'tread_width' | 'profile' | 'diameter' | 'construction' | 'load_index' | 'speed_index' | 'marks'
>;

/** SQL: a tire with title and size, which `withSize` reads; `t`: an alias of `tires`, `m`: of `manufacturers`. */
export const titleAndSizeColumns = sql`t.id as "tireId", m.label || ' ' || t.model as title, t.tread_width, t.profile, t.diameter,
  t.construction, t.load_index, t.speed_index, t.marks`;

/** Replaces the columns of a tire's size by `size`, its text. */
export function withSize<Row extends SizeRow>(row: Row): Omit<Row, keyof SizeRow> & { size: string } {
  const { tread_width, profile, diameter, construction, load_index, speed_index, marks, ...others } = row;
  return { ...others, size: fullSizeOfRow(row) };
}

/** Names a run-flat tire as pages of the shop do in every language: `205/55 R16 91V XL Run-flat`. */
export function fullSizeOfRow({ load_index: loadIndex, speed_index: speedIndex, marks, ...row }: SizeRow): string {
  const size = { treadWidth: row.tread_width, profile: row.profile, diameter: row.diameter };
  const text = sizeText({ ...size, construction: row.construction, commercial: marks.includes('C') });
  const sizeAndIndices = fullSize({ size: { ...size, text }, loadIndex, speedIndex, marks });
  const isRunFlat = marks.includes('RF');
  return isRunFlat ? `${sizeAndIndices} Run-flat` : sizeAndIndices;
}
