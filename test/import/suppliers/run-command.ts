import { Readable, Writable } from 'node:stream';
import shopConfig from '../../../shop.config.ts';
import { type Command, NotDone } from '../../../src/cli/command.ts';
import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';
import type { ConnectionOptions } from '../../../src/shop/catalog/supplier/fetch/request.server.ts';

type Shop = { env: () => Record<string, string>; connection: () => ConnectionOptions };

/** Returns a function that runs a command of a shop with declared suppliers, and returns its output and exit code. */
export function supplierCommands({ env, connection }: Shop) {
  return async (
    command: Command,
    suppliers: SupplierDeclaration[],
    positionals: string[] = [],
    values: Record<string, unknown> = {},
    signal?: AbortSignal,
  ) => {
    const printed: string[] = [];
    const output = new Writable({
      write(chunk, _, done) {
        printed.push(String(chunk));
        done();
      },
    });
    const io = {
      stdin: Readable.from([]),
      stdout: output,
      stderr: output,
      env: env(),
      isTTY: false,
      signal,
      now: () => new Date('2026-11-20T10:00:00Z'),
    };
    try {
      const call = { values, positionals, io, shopConfig, suppliers, prices: null, connection: connection() };
      const code = (await command.run(call)) ?? 0;
      return { code, printed: printed.join('') };
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      return { code: 1, printed: printed.join('') + error.message };
    }
  };
}
