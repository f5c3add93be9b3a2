/** The result of a check. `warn`: look at it; `fail`: something does not work. */
export type Check = {
  name: string;
  outcome: 'ok' | 'warn' | 'fail';
  message: string;
  advice?: string;
};

export const ok = (name: string, message: string): Check => ({ name, outcome: 'ok', message });

export const warn = (name: string, message: string, advice: string): Check => ({
  name,
  outcome: 'warn',
  message,
  advice,
});

export const fail = (name: string, message: string, advice: string): Check => ({
  name,
  outcome: 'fail',
  message,
  advice,
});

export async function runCheck(name: string, advice: string, check: () => Promise<Check | Check[]>): Promise<Check[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [fail(name, reasonOf(error), advice)];
  }
}

/** Returns the message of an error; for an AggregateError (several attempts to connect), that of its first error. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
