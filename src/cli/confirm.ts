import { createInterface } from 'node:readline';
import { type Call, type Io, NotDone, UsageError } from './command.ts';

export const yesAndJsonHelp = `  --yes   does not ask; required without a terminal
  --json  prints the result as JSON`;

/** Adds `?` to `question` and asks it unless --yes. Throws NotDone if declined, UsageError without a terminal. */
export async function confirm({ values, io }: Pick<Call, 'values' | 'io'>, question: string): Promise<void> {
  if (values.yes) return;
  if (!io.isInteractive) throw new UsageError(`${question}: cannot ask for confirmation without a terminal; use --yes`);
  io.stderr.write(`${question}? [y/N] `);
  const answer = await firstLine(io);
  io.signal?.throwIfAborted();
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new NotDone('declined', 'nothing has changed');
}

async function firstLine({ stdin, signal }: Io): Promise<string> {
  const reader = createInterface(signal ? { input: stdin, signal } : { input: stdin });
  try {
    for await (const line of reader) return line;
    return '';
  } finally {
    reader.close();
  }
}
