import * as z from 'zod/mini';

export type FieldErrorCode =
  | 'required'
  | 'email'
  | 'phone'
  | 'plate'
  | 'regCode'
  | 'vatNumber'
  | 'hidden'
  | 'link'
  | 'minLength'
  | 'maxLength'
  | 'integer'
  | 'min'
  | 'max'
  | 'unknown'
  | 'invalid';

/** Unicode's Cc, Cf, Zl and Zp: control characters, bidirectional and zero-width marks, line separators. */
const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Text that mail programs turn into a link. No bare domains: names of companies contain them (`Rehv24.ee OÜ`). */
const linkText = /:\/\/|www\.|@|[\p{L}\d]\.\p{L}{2,}[/?#:]\S/iu;

export function hasHiddenCharacters(text: string): boolean {
  return hiddenCharacter.test(text);
}

export function hasLink(text: string): boolean {
  return linkText.test(text.normalize('NFKC'));
}

/** Removes hidden characters. Tabs and the joiners of emoji stay, and each line break becomes `\n`. */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu, '');
}

export function asOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}

/** PostgreSQL stores neither NUL characters nor lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const abortWith = (error: FieldErrorCode) => ({ error, abort: true });

const hasNoHiddenCharacters = z.refine<string>((text) => !hasHiddenCharacters(text), abortWith('hidden'));
const canBeStored = z.refine<string>(isStorable, abortWith('invalid'));

export const lineChecks = [hasNoHiddenCharacters, canBeStored] as const;

/** For a line that mails quote. Refuses links, because anyone can order with the mail address of a stranger. */
export const mailedLineChecks = [
  hasNoHiddenCharacters,
  z.refine<string>((text) => !hasLink(text), abortWith('link')),
  canBeStored,
] as const;

/** Removes hidden characters instead of refusing them, because pasted text may contain them unseen. */
export const note = z
  .string({ error: 'invalid' })
  .check(z.overwrite(withoutHiddenCharacters), z.trim(), z.maxLength(1000, abortWith('maxLength')), canBeStored);
