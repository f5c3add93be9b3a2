/** Rows of a text table by column. Throws on a row of the wrong length. */
export function rowsOf<const Column extends string>(
  table: string,
  separator: string | RegExp,
  columns: readonly Column[],
): Record<Column, string>[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.trim().split(separator);
      if (cells.length !== columns.length) throw new Error(`${columns.length} cells expected: ${line}`);
      return Object.fromEntries(columns.map((column, at) => [column, cells[at]?.trim()])) as Record<Column, string>;
    });
}
