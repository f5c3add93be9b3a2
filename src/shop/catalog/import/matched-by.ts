/** SQL of what tires of two lists are matched by, of the columns of one table. */

/** An EAN as all lists would write it: a UPC of 12 digits is an EAN with a zero before it. */
export function gtinOf(table: string): string {
  return `ltrim(${table}.ean, '0')`;
}

/** Where tires of one EAN still differ: size and season. */
export function fitOf(table: string): string {
  return `concat_ws(' ', ${table}.tread_width, ${table}.profile, ${table}.diameter, ${table}.season)`;
}
