import type { Readable, Writable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { OwnerFile } from '../app/owner-config.ts';
import type { ConnectionOptions } from '../shop/catalog/supplier/fetch/request.server.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';

export type Io = {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  env: Record<string, string | undefined>;
  /** Whether stderr is a terminal: only then do commands show progress. */
  isTTY: boolean;
  /** Whether stdin and stderr are terminals, so that an operator can answer a question. */
  isInteractive?: boolean;
  /** Aborted by Ctrl-C; the command then rolls back. */
  signal?: AbortSignal;
  now: () => Date;
};

export type Call = {
  values: Record<string, unknown>;
  positionals: string[];
  io: Io;
  shopConfig: ShopConfig;
  /** Not validated yet; `readSuppliers` validates them. */
  suppliers: unknown;
  /** The file with price rules, or null without one. Not validated yet; `readPriceRules` validates it. */
  prices: OwnerFile | null;
  /** How requests to suppliers connect; only tests set it. */
  connection?: ConnectionOptions;
};

export type Command = {
  summary: string;
  /** The arguments after the command's name: `FILE [--strict]`. Other arguments are refused. */
  usage: string;
  /** Options that `help` explains, but that would make `usage` too long, in the same notation. */
  furtherOptions?: string;
  help: string;
  /** The command reads shop.config.ts etc. from disk, because the owner may have changed them since the build. */
  configFiles?: 'from-disk-not-build';
  /** The command reports faults of shop.config.ts. Other commands do not run while it has faults. */
  acceptsInvalidConfig?: true;
  /** Returns the exit code: 1 not done, 3 partly done or problems found; 0 or none: done. Throws UsageError and NotDone. */
  run(call: Call): Promise<number> | Promise<void>;
};

export type CommandGroup = { summary: string; commands: Record<string, Command> };

/** `--open` in `usage` is a flag, `--out FILE` takes a value, and `[--count TIRE=N]…` takes one and may be repeated. */
export function optionsOf({
  usage,
  furtherOptions = '',
}: Pick<Command, 'usage' | 'furtherOptions'>): ParseArgsOptionsConfig {
  // The groups: the name; a blank and a letter, if the option takes a value; the rest with `]…`, if it may be repeated.
  const optionsInUsage = [...`${usage} ${furtherOptions}`.matchAll(/--([a-z-]+)( \w(\S*\]…)?)?/g)];
  return Object.fromEntries(
    optionsInUsage.map(([, name = '', value, repetition]) => [
      name,
      { type: value ? 'string' : 'boolean', multiple: Boolean(repetition), ...(name === 'yes' && { short: 'y' }) },
    ]),
  );
}

const optionWithItsValue = /--[a-z-]+( \w[^\s\])]*)?/g;

/** Returns whether `usage` names anything besides options. */
export function takesArguments({ usage }: Pick<Command, 'usage'>): boolean {
  return /\w/.test(usage.replace(optionWithItsValue, ''));
}

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
