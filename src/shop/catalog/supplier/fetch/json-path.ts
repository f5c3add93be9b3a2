/** Returns the value at a path such as `data.orders.0.number`; undefined if there is none. The empty path is the document. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Returns the text or number at a path as text; null if there is none. */
export function textAt(document: unknown, path: string): string | null {
  const value = valueAt(document, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
