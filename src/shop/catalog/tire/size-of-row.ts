import { sizeText } from './size.ts';
import { fullSize } from './tire.ts';

export type SizeRow = {
  tread_width: number;
  profile: number;
  diameter: number;
  construction: string;
  load_index: string;
  speed_index: string;
  marks: string[];
};

export function fullSizeOfRow({ load_index: loadIndex, speed_index: speedIndex, marks, ...row }: SizeRow): string {
  const size = { treadWidth: row.tread_width, profile: row.profile, diameter: row.diameter };
  const text = sizeText({ ...size, construction: row.construction, commercial: marks.includes('C') });
  return fullSize({ size: { ...size, text }, loadIndex, speedIndex, marks });
}
