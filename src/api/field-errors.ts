type Issue = { keyword: string; instancePath: string; message?: string; params?: Record<string, unknown> };

/**
 * One code for each wrong field, the first that was found: `/items/0/count` → `items.0.count`. A schema of ours names
 * the code as its message; what zod says in its own words is `invalid`, a field that should not be there `unknown`.
 */
export function fieldErrors(issues: readonly Issue[]): { path: string; code: string }[] {
  const codes = new Map<string, string>();
  const add = (path: string, code: string) => codes.has(path) || codes.set(path, code);
  for (const { keyword, instancePath, message = '', params } of issues) {
    const path = instancePath.slice(1).replaceAll('/', '.');
    if (keyword === 'unrecognized_keys' && Array.isArray(params?.keys)) {
      for (const key of params.keys) add(path === '' ? `${key}` : `${path}.${key}`, 'unknown');
    } else add(path, /^[a-z]+([A-Z][a-z]+)*$/.test(message) ? message : 'invalid');
  }
  return [...codes].map(([path, code]) => ({ path, code }));
}
