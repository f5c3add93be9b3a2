import { type Day, endOfDay, startOfDay } from '../shop/calendar.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import { type Call, UsageError } from './command.ts';

/** Returns the one positional argument. Throws UsageError when there are more or none. */
export function onlyArgument({ positionals }: Call, what: string): string {
  const [argument, ...more] = positionals;
  if (argument === undefined || more.length > 0) throw new UsageError(`name one ${what}`);
  return argument;
}

export function noArguments({ positionals }: Call): void {
  if (positionals.length > 0) throw new UsageError(`what is ${positionals.join(' ')} meant to say?`);
}

/** Returns the text of an option, or undefined. Throws UsageError on an empty one. */
export function textOption({ values }: Pick<Call, 'values'>, name: string): string | undefined {
  const text = values[name];
  if (typeof text !== 'string') return undefined;
  if (text.trim() === '') throw new UsageError(`--${name} is empty`);
  return text.trim();
}

export function wordOf<Word extends string>(text: string | undefined, words: readonly Word[], name: string) {
  if (text === undefined) return undefined;
  const word = words.find((one) => one === text);
  if (word === undefined) throw new UsageError(`--${name} is one of ${words.join(', ')}`);
  return word;
}

export const periodOptions = { since: { type: 'string' }, until: { type: 'string' } } as const;

/** `--since` and `--until`: calendar days in Tallinn, both inclusive. */
export function periodOf(call: Pick<Call, 'values'>): { since: Date | undefined; until: Date | undefined } {
  const since = dayOption(call, 'since');
  const until = dayOption(call, 'until');
  return { since: since ? startOfDay(since) : undefined, until: until ? endOfDay(until) : undefined };
}

function dayOption(call: Pick<Call, 'values'>, name: string): Day | undefined {
  const day = textOption(call, name);
  if (day === undefined) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && tallinnDate(endOfDay(day)) === day;
  if (!isDay) throw new UsageError(`--${name} is a day: 2026-11-21`);
  return day;
}
