import { z } from 'zod';
import { idPattern } from '../catalog/product-id.ts';
import { localeIds } from '../locale.ts';

const aborting = (error: string) => ({ error, abort: true });

const text = (most: number) =>
  z
    .string({ error: 'required' })
    .trim()
    .min(1, aborting('required'))
    .max(most, aborting('maxLength'))
    .refine((value) => !value.includes('\0') && value.isWellFormed(), aborting('invalid'));

/**
 * A declaration of withdrawal: who, which order, and where the acknowledgement goes; nothing more may be asked for
 * (Directive 2011/83/EU, Article 11a). The number is taken as it is written.
 */
export const declaration = z
  .object(
    {
      number: text(60),
      name: text(100),
      email: text(254).pipe(z.email(aborting('email'))),
      /** Null: the whole order. */
      items: z
        .array(
          z.object({
            id: z.string({ error: 'unknown' }).regex(idPattern, aborting('unknown')),
            count: z
              .number({ error: 'integer' })
              .int(aborting('integer'))
              .min(1, aborting('min'))
              .max(1000, aborting('max')),
          }),
        )
        .min(1, { error: 'required' })
        .max(50, { error: 'max' })
        .nullable()
        .default(null),
      note: z
        .string({ error: 'invalid' })
        .trim()
        .max(1000, aborting('maxLength'))
        .refine((value) => !value.includes('\0') && value.isWellFormed(), aborting('invalid'))
        .default(''),
      locale: z.enum(localeIds, { error: 'invalid' }),
    },
    { error: 'required' },
  )
  .meta({ id: 'Withdrawal' });

/** That a declaration has arrived, and when; the same whether its order was found or not. */
export const acknowledgement = z.object({ id: z.uuid(), receivedAt: z.iso.datetime() }).meta({ id: 'Acknowledgement' });

export type AcknowledgementAnswer = z.infer<typeof acknowledgement>;
