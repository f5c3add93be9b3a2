import { type Reading, refuse } from './fields.ts';

const longestCell = 200;

/** The cell trimmed, its spaces single and its accents composed; refused when characters that nobody can see are in it. */
export function tidy(cell: string): Reading<string> {
  // Plain words and numbers, nearly every cell: nothing to tidy.
  if (/^(?:[!-~]+(?: [!-~]+)*)?$/.test(cell) && cell.length <= longestCell) return { ok: true, value: cell };
  if (cell.length > longestCell) return refuse(`longer than ${longestCell} characters`);
  const text = cell
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
  const [hidden] = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text) ?? [];
  return hidden === undefined ? { ok: true, value: text } : refuse(`has the hidden character ${codePoint(hidden)}`);
}

/** For a report: at most 40 characters, hidden ones replaced. */
export function shorten(cell: string): string {
  const seen = cell.slice(0, 41).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return seen.length > 40 ? `${seen.slice(0, 40)}…` : seen;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
