import * as z from 'zod/mini';
import { idPattern } from '../catalog/product-id.ts';
import { localeIds } from '../locale.ts';
import { aborting, note, oneLine, plainLine } from './text-fields.ts';

const text = (most: number) =>
  z
    .string({ error: 'required' })
    .check(z.trim(), z.minLength(1, aborting('required')), z.maxLength(most, aborting('maxLength')));

const item = z.object({
  id: z.string({ error: 'unknown' }).check(z.regex(idPattern, aborting('unknown'))),
  count: z
    .number({ error: 'integer' })
    .check(z.int(aborting('integer')), z.minimum(1, aborting('min')), z.maximum(1000, aborting('max'))),
});
const items = z.array(item).check(z.minLength(1, { error: 'required' }), z.maxLength(50, { error: 'max' }));

/**
 * A declaration of withdrawal: who, which order, and where the acknowledgement goes; nothing more may be asked for
 * (Directive 2011/83/EU, Article 11a). The number is taken as it is written.
 */
export const declaration = z
  .object(
    {
      number: text(60).check(...oneLine),
      name: text(100).check(...plainLine),
      email: z.pipe(text(254), z.email(aborting('email'))),
      /** Null: the whole order. */
      items: z._default(z.nullable(items), null),
      note: z._default(note, ''),
      locale: z.enum(localeIds, { error: 'invalid' }),
    },
    { error: 'required' },
  )
  .register(z.globalRegistry, { id: 'Withdrawal' });

/** By the buyer's own view of an order, which knows its number and where to write to. */
export const declarationOfOrder = z.omit(declaration, { number: true, email: true });

/** A part of an order needs to be named: by lines where they are known, otherwise in words. */
export const partByLines = z.extend(declaration, { items });
export const partInWords = z.extend(declaration, { note: note.check(z.minLength(1, aborting('required'))) });

/** That a declaration has arrived, and when; the same whether its order was found or not. */
export const acknowledgement = z
  .object({ id: z.uuid(), receivedAt: z.iso.datetime() })
  .register(z.globalRegistry, { id: 'Acknowledgement' });

export type AcknowledgementAnswer = z.infer<typeof acknowledgement>;
