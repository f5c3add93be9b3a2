import * as z from 'zod/mini';
import type { Day } from '../../calendar.ts';
import { idPattern } from '../../catalog/tire/tire.ts';
import { localeIds } from '../../locale.ts';
import { abortWith, lineChecks, mailedLineChecks, note } from '../../plain-text.ts';
import { tallinnDate } from '../../tallinn-date.ts';

const requiredText = (max: number) =>
  z
    .string({ error: 'required' })
    .check(z.trim(), z.minLength(1, abortWith('required')), z.maxLength(max, abortWith('maxLength')));

const item = z.object({
  id: z.string({ error: 'unknown' }).check(z.regex(idPattern, abortWith('unknown'))),
  count: z
    .number({ error: 'integer' })
    .check(z.int(abortWith('integer')), z.minimum(1, abortWith('min')), z.maximum(1000, abortWith('max'))),
});
const items = z.array(item).check(z.minLength(1, { error: 'required' }), z.maxLength(50, { error: 'max' }));

/** Only name, order and an address for the acknowledgement may be required (2011/83/EU, Art. 11a). */
export const declaration = z
  .object(
    {
      number: requiredText(60).check(...lineChecks),
      name: requiredText(100).check(...mailedLineChecks),
      email: z.pipe(requiredText(254), z.email(abortWith('email'))),
      /** Null: the whole order, or the tires that `note` describes. */
      items: z._default(z.nullable(items), null),
      note: z._default(note, ''),
      locale: z.enum(localeIds, { error: 'invalid' }),
    },
    { error: 'required' },
  )
  .register(z.globalRegistry, { id: 'Withdrawal' });

export type Declaration = z.infer<typeof declaration>;

export const declarationOfOrder = z.omit(declaration, { number: true, email: true });

/** A declaration about a part of an order must name the tires: in `items` if the page shows the order's lines, otherwise in the note. */
export const declarationWithItems = z.extend(declaration, { items });
export const declarationWithNote = z.extend(declaration, { note: note.check(z.minLength(1, abortWith('required'))) });

export const acknowledgement = z
  .object({ id: z.uuid(), receivedAt: z.iso.datetime() })
  .register(z.globalRegistry, { id: 'Acknowledgement' });

/** `mailed`: also sent to the order's address. Only for a request with the order's token, because it reveals that the order exists. */
export const acknowledgementOfOrder = z
  .extend(acknowledgement, { mailed: z.boolean() })
  .register(z.globalRegistry, { id: 'OrderAcknowledgement' });

export type AcknowledgementAnswer = z.infer<typeof acknowledgement> & { mailed?: boolean };

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the last of the 14 days to return money and tires (2011/83/EU, Art. 13(1), 14(1); VÕS: docs/for-the-lawyer.md, 17). */
export function returnDeadline(receivedAt: Date): Day {
  return new Date(Date.parse(tallinnDate(receivedAt)) + 14 * dayMs).toISOString().slice(0, 10);
}
