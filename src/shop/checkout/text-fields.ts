import * as z from 'zod/mini';
import { hasHidden, hasLink, withoutHidden } from '../plain-text.ts';
import { isStorable } from '../storable.ts';
import type { FieldCode } from './order-form.ts';

/** A check's code, as its message; a field has one code, so the first check that fails is the last. */
export const aborting = (error: FieldCode) => ({ error, abort: true });

const visible = z.refine<string>((text) => !hasHidden(text), aborting('hidden'));
const storable = z.refine<string>(isStorable, aborting('invalid'));

/** Checks of a text of one line that our mails repeat: whoever orders in the name of a stranger must not send a link. */
export const plainLine = [visible, z.refine<string>((text) => !hasLink(text), aborting('link')), storable] as const;

/** Checks of a text of one line that only the shop reads. */
export const oneLine = [visible, storable] as const;

/**
 * Free text to the shop. Hidden characters are taken out and not refused: text that is pasted brings them along, and a
 * buyer cannot see what is refused.
 */
export const note = z
  .string({ error: 'invalid' })
  .check(z.overwrite(withoutHidden), z.trim(), z.maxLength(1000, aborting('maxLength')), storable);
