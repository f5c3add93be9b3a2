import * as z from 'zod/mini';
import { idPattern } from '../catalog/product-id.ts';
import { localeIds } from '../locale.ts';
import { aborting, note, plainLine } from './text-fields.ts';

/**
 * What a field's refusal is called in the API and in the messages. Every check below carries its code as its
 * message and aborts, so that one code comes back for each field.
 */
export type FieldCode =
  | 'required'
  | 'email'
  | 'phone'
  | 'plate'
  | 'hidden'
  | 'link'
  | 'minLength'
  | 'maxLength'
  | 'integer'
  | 'min'
  | 'max'
  | 'unknown'
  | 'invalid';

/** Empty, blank and what is no text at all are missing. */
const required = () => z.string({ error: 'required' }).check(z.trim(), z.minLength(1, aborting('required')));

const line = (least: number, most: number) =>
  required().check(z.minLength(least, aborting('minLength')), z.maxLength(most, aborting('maxLength')), ...plainLine);

const customer = z.object(
  {
    name: line(2, 100),
    /** RFC 5321 allows 254 characters; the real proof is the letter that arrives. */
    email: z.pipe(required().check(z.maxLength(254, aborting('maxLength'))), z.email(aborting('email'))),
    phone: required().check(z.regex(/^\+?[0-9][0-9 ()-]{5,18}[0-9]$/, aborting('phone'))),
  },
  { error: 'required' },
);

const company = z.object(
  {
    name: line(2, 100),
    regCode: line(5, 20),
    vatNumber: z._default(
      z.string({ error: 'invalid' }).check(z.trim(), z.maxLength(20, aborting('maxLength')), ...plainLine),
      '',
    ),
  },
  { error: 'invalid' },
);

const item = z.object(
  {
    id: z.string({ error: 'unknown' }).check(z.regex(idPattern, aborting('unknown'))),
    count: z
      .number({ error: 'integer' })
      .check(z.int(aborting('integer')), z.minimum(1, aborting('min')), z.maximum(1000, aborting('max'))),
    /** Euros, as the buyer saw it. */
    price: z.number({ error: 'invalid' }).check(z.positive(aborting('invalid'))),
  },
  { error: 'invalid' },
);

/** The body of `POST /v1/orders`, and the order form; of zod/mini, which is a third of zod for the browser. */
export const orderForm = z
  .object(
    {
      locale: z.enum(localeIds, { error: 'invalid' }),
      customer,
      company: z._default(z.nullable(company), null),
      branch: required().check(z.maxLength(40, aborting('unknown'))),
      fulfilment: z.enum(['pickup', 'fitting'], { error: 'required' }),
      plate: z._default(
        z.nullable(
          z
            .string({ error: 'plate' })
            .check(z.trim(), z.regex(/^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u, aborting('plate'))),
        ),
        null,
      ),
      paymentMethod: required().check(z.maxLength(100, aborting('unknown'))),
      items: z
        .array(item, { error: 'required' })
        .check(z.minLength(1, aborting('required')), z.maxLength(50, aborting('max'))),
      note: z._default(note, ''),
      acceptTerms: z.literal(true, { error: 'required' }),
    },
    { error: 'required' },
  )
  .register(z.globalRegistry, { id: 'OrderForm' });

export type OrderForm = z.infer<typeof orderForm>;
