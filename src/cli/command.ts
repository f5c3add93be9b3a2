import type { Readable, Writable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { SupplierDeclaration } from '../shop/catalog/supplier/declaration.ts';
import type { Reach } from '../shop/catalog/supplier/fetch/request.server.ts';
import type { ShopConfig } from '../shop/shop-facts.ts';

/** Where a command reads and writes. */
export type Io = {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  env: Record<string, string | undefined>;
  /** Somebody watches: progress is shown, on stderr. */
  isTTY: boolean;
  /** Somebody sits there and can answer, on stdin, what is asked on stderr. */
  answers?: boolean;
  /** Ctrl-C: what was begun is taken back. */
  signal?: AbortSignal;
  /** The clock; that of this machine where nothing else is said. */
  now?: () => Date;
};

export type Call = {
  values: Record<string, unknown>;
  positionals: string[];
  io: Io;
  shop: ShopConfig;
  /** As suppliers.config.ts declares them, not read yet. */
  suppliers: readonly SupplierDeclaration[];
  /** For tests alone: what lists may be fetched from besides the public internet. */
  reach?: Reach;
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
  /** Gives the exit code: 0 done, 1 not done, 3 done in part. Throws UsageError and NotDone. */
  run(call: Call): Promise<number>;
};

/** Commands about one matter: `orders list`, `orders show`. */
export type CommandGroup = { summary: string; commands: Record<string, Command> };

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** Nothing was done, and why, for people and (`reason`, with --json) for programs: exit code 1. */
export class NotDone extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
