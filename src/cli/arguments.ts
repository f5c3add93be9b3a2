import { resolve } from 'node:path';
import { type Day, endOfDay, instantAt, isDay, startOfDay, tallinnTime } from '../shop/calendar.ts';
import { type Cents, centsFromText } from '../shop/money.ts';
import { type Call, UsageError } from './command.ts';

/** Returns the one positional argument. Throws UsageError unless there is exactly one. `noun` names it in the error. */
export function onlyArgument({ positionals }: Call, noun: string): string {
  const [argument, ...more] = positionals;
  if (argument === undefined || more.length > 0) throw new UsageError(`name one ${noun}`);
  return argument;
}

export function rejectArguments({ positionals }: Pick<Call, 'positionals'>): void {
  if (positionals.length > 0) throw new UsageError(`unexpected argument: ${positionals.join(' ')}`);
}

/** Returns the text of an option, or undefined. Throws UsageError on an empty one. */
export function textOption({ values }: Pick<Call, 'values'>, name: string): string | undefined {
  const text = values[name];
  if (typeof text !== 'string') return undefined;
  if (text.trim() === '') throw new UsageError(`--${name} is empty`);
  return text.trim();
}

/** Parses a wall-clock time in Tallinn, `2026-11-27 09:00`. Null: another text, or a time that does not exist. */
export function parseTallinnMinute(text: string): Date | null {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/.exec(text) ?? [];
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return null;
  const at = instantAt(day, time);
  // 30 February, or an hour that summer time skips, is read as another time.
  return tallinnTime(at) === `${day} ${time}` ? at : null;
}

export function requiredReason(call: Pick<Call, 'values'>): string {
  const reason = textOption(call, 'reason');
  if (reason === undefined) throw new UsageError('--reason TEXT is required');
  return reason;
}

/** Returns `value` if allowed, undefined if absent; otherwise throws UsageError, which names the option `name`. */
export function oneOf<Value extends string>(value: string | undefined, allowed: readonly Value[], name: string) {
  if (value === undefined) return undefined;
  const allowedValue = allowed.find((candidate) => candidate === value);
  if (allowedValue === undefined) throw new UsageError(`--${name} must be one of ${allowed.join(', ')}`);
  return allowedValue;
}

/** Returns the branch of an option, or undefined. Throws UsageError unless it is the id of a branch. */
export function branchOption(call: Pick<Call, 'values' | 'shopConfig'>, name = 'branch'): string | undefined {
  const branches = call.shopConfig.branches.map(({ id }) => id);
  return oneOf(textOption(call, name), branches, name);
}

export function requiredBranch(call: Pick<Call, 'values' | 'shopConfig'>): string {
  const branch = branchOption(call);
  if (branch === undefined) throw new UsageError('--branch is missing');
  return branch;
}

/** Parses an amount in euros, 0 or more, to cents. Throws UsageError if `text` is missing or not an amount. */
export function amountArgument(text: string | undefined): Cents {
  if (text === undefined) throw new UsageError('name an amount in euros, such as 12,50 or 12.50');
  const cents = centsFromText(text);
  if (cents === null) throw new UsageError(`${text} is not an amount in euros, such as 12,50 or 12.50`);
  return cents;
}

/** Returns `--amount` in cents, or undefined. Throws UsageError unless it is a positive amount in euros. */
export function amountOption(call: Pick<Call, 'values'>): Cents | undefined {
  const text = textOption(call, 'amount');
  if (text === undefined) return undefined;
  const cents = centsFromText(text);
  if (!cents) throw new UsageError(`--amount must be an amount in euros above 0, such as 12,50 or 12.50, not ${text}`);
  return cents;
}

/** Resolves `file` against the operator's folder (INIT_CWD), because npm changes to the project's folder. */
export function operatorPath({ env }: Call['io'], file: string): string {
  return resolve(env.INIT_CWD ?? '.', file);
}

/** Returns the start of the day `--since` and the end of the day `--until` in Tallinn, each undefined if not given. */
export function periodOf(call: Pick<Call, 'values'>): { since: Date | undefined; until: Date | undefined } {
  const since = dayOption(call, 'since');
  const until = dayOption(call, 'until');
  return { since: since ? startOfDay(since) : undefined, until: until ? endOfDay(until) : undefined };
}

export function dayOption(call: Pick<Call, 'values'>, name: string): Day | undefined {
  const day = textOption(call, name);
  if (day === undefined) return undefined;
  if (!isDay(day)) throw new UsageError(`--${name} must be a day, such as 2026-11-21`);
  return day;
}
