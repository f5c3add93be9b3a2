/**
 * CSV as spreadsheets in Estonia open it with a double click: UTF-8 with a byte order mark, semicolons (the comma is
 * the decimal mark), lines that end in CRLF, RFC 4180 quotes.
 */
export const byteOrderMark = '\u{feff}';

/** A row, with its line end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(typeof cell === 'number' ? String(cell) : defused(cell))).join(';')}\r\n`;
}

/**
 * What a spreadsheet takes for the beginning of a formula, full-width and small forms and what it skips before them included; see
 * OWASP, CSV injection.
 */
const formula = /^[\t\r]|^[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;

/** Text that a spreadsheet would run gets an apostrophe in front, and stays text. */
export function defused(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[;,"\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
