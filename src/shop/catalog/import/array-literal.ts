/**
 * A PostgreSQL array as text, `{"a","b",NULL}`, for a parameter. `pg` writes arrays too, but through a function call and
 * two replacements per element: of 100,000 rows that was a fifth of the time.
 */
export function arrayLiteral(values: (string | number | boolean | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return String(value);
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
}
