import { z } from 'zod';
import { idPattern } from '../catalog/product-id.ts';
import { localeIds } from '../locale.ts';

/**
 * What a field's refusal is called in the API and in the messages. Every check below carries its code as its
 * message and aborts, so that one code comes back for each field.
 */
export type FieldCode =
  | 'required'
  | 'email'
  | 'phone'
  | 'plate'
  | 'minLength'
  | 'maxLength'
  | 'integer'
  | 'min'
  | 'max'
  | 'unknown'
  | 'invalid';

const aborting = (error: FieldCode) => ({ error, abort: true });

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** PostgreSQL keeps neither the NUL character nor half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Empty, blank and what is no text at all are missing. */
const required = () => z.string({ error: 'required' }).trim().min(1, aborting('required'));

const line = (least: number, most: number) =>
  required()
    .min(least, aborting('minLength'))
    .max(most, aborting('maxLength'))
    .refine((text) => !controlCharacters.test(text) && isStorable(text), aborting('invalid'));

const customer = z.object(
  {
    name: line(2, 100),
    /** RFC 5321 allows 254 characters; the real proof is the letter that arrives. */
    email: required()
      .max(254, aborting('maxLength'))
      .pipe(z.email(aborting('email'))),
    phone: required().regex(/^\+?[0-9][0-9 ()-]{5,18}[0-9]$/, aborting('phone')),
  },
  { error: 'required' },
);

const company = z.object(
  {
    name: line(2, 100),
    regCode: line(5, 20),
    vatNumber: z
      .string({ error: 'invalid' })
      .trim()
      .max(20, aborting('maxLength'))
      .refine((text) => !controlCharacters.test(text) && isStorable(text), aborting('invalid'))
      .default(''),
  },
  { error: 'invalid' },
);

const item = z.object(
  {
    id: z.string({ error: 'unknown' }).regex(idPattern, aborting('unknown')),
    count: z.number({ error: 'integer' }).int(aborting('integer')).min(1, aborting('min')).max(1000, aborting('max')),
    /** Euros, as the buyer saw it. */
    price: z.number({ error: 'invalid' }).positive(aborting('invalid')),
  },
  { error: 'invalid' },
);

/** The body of `POST /v1/orders`, and the order form. */
export const orderForm = z
  .object(
    {
      locale: z.enum(localeIds, { error: 'invalid' }),
      customer,
      company: company.nullable().default(null),
      branch: required().max(40, aborting('unknown')),
      fulfilment: z.enum(['pickup', 'fitting'], { error: 'required' }),
      plate: z
        .string({ error: 'plate' })
        .trim()
        .regex(/^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u, aborting('plate'))
        .nullable()
        .default(null),
      paymentMethod: required().max(100, aborting('unknown')),
      items: z.array(item, { error: 'required' }).min(1, aborting('required')).max(50, aborting('max')),
      note: z
        .string({ error: 'invalid' })
        .trim()
        .max(1000, aborting('maxLength'))
        .refine(isStorable, aborting('invalid'))
        .default(''),
      acceptTerms: z.literal(true, { error: 'required' }),
    },
    { error: 'required' },
  )
  .meta({ id: 'OrderForm' });

export type OrderForm = z.infer<typeof orderForm>;
