import type { Readable, Writable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { ShopConfig } from '../shop/shop-facts.ts';

/** Where a command reads and writes. */
export type Io = {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  env: Record<string, string | undefined>;
  /** Somebody watches: progress is shown, on stderr. */
  isTTY: boolean;
  /** Ctrl-C: what was begun is taken back. */
  signal?: AbortSignal;
};

export type Call = {
  values: Record<string, unknown>;
  positionals: string[];
  io: Io;
  shop: ShopConfig;
};

/** What the operator can tell the shop to do. */
export type Command = {
  /** One line, for the list of commands. */
  summary: string;
  /** What follows the name: `FILE [--strict]`. */
  usage: string;
  /** The rest of `--help`. */
  help: string;
  options: ParseArgsOptionsConfig;
  /** Gives the exit code: 0 done, 1 not done, 3 done in part. Throws UsageError. */
  run(call: Call): Promise<number>;
};

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}
