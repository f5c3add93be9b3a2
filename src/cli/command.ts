import type { Readable, Writable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { SupplierDeclaration } from '../shop/catalog/supplier/declaration.ts';
import type { ConnectionOptions } from '../shop/catalog/supplier/fetch/request.server.ts';
import type { ShopConfig } from '../shop/shop-config.ts';

export type Io = {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  env: Record<string, string | undefined>;
  /** Whether progress is shown on stderr. */
  isTTY: boolean;
  /** An operator can answer on stdin a question on stderr. */
  answers?: boolean;
  /** Ctrl-C: the command rolls back. */
  signal?: AbortSignal;
  now?: () => Date;
};

export type Call = {
  values: Record<string, unknown>;
  positionals: string[];
  io: Io;
  shop: ShopConfig;
  suppliers: readonly SupplierDeclaration[];
  /** For tests: where lists may be fetched from besides the public internet. */
  connection?: ConnectionOptions;
};

export type Command = {
  summary: string;
  /** What follows the name: `FILE [--strict]`. */
  usage: string;
  help: string;
  options: ParseArgsOptionsConfig;
  /** Returns the exit code: 0 done, 1 not done, 3 done in part. Throws UsageError and NotDone. */
  run(call: Call): Promise<number>;
};

export type CommandGroup = { summary: string; commands: Record<string, Command> };

/** The command got wrong arguments: exit code 2. */
export class UsageError extends Error {}

/** The command was refused and changed nothing: exit code 1. `reason` is for programs (--json). */
export class NotDone extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
