import { z } from 'zod';
import { seasonIds } from './season.ts';

const labelClass = z.enum(['A', 'B', 'C', 'D', 'E']);

/** The EU tire label, Regulation (EU) 2020/740. */
export const euLabel = z.object({
  fuel: labelClass.nullable(),
  wet: labelClass.nullable(),
  noiseDb: z.int().nullable(),
  noiseClass: z.enum(['A', 'B', 'C']).nullable(),
  snow: z.boolean(),
  ice: z.boolean(),
  eprelId: z.int().nullable(),
});

const stockAt = z.object({
  /** A branch id, or `supplier`: one entry for each number of lead days that suppliers have. */
  branch: z.string(),
  count: z.int().nonnegative(),
  /** Days until a tire from here is at the branch; 0 for stock of a branch. */
  leadDays: z.int().nonnegative(),
});

/** A tire as the API shows it and as the browser keeps it in its cart. Prices in euros, VAT included. */
export const product = z
  .object({
    id: z.string(),
    manufacturer: z.object({ id: z.string(), label: z.string() }),
    model: z.string(),
    season: z.enum(seasonIds).exclude(['runflat']),
    size: z.object({
      treadWidth: z.int(),
      /** 0: full profile (195 R14C). */
      profile: z.int(),
      diameter: z.number(),
      text: z.string(),
    }),
    loadIndex: z.string(),
    speedIndex: z.string(),
    marks: z.array(z.string()),
    dotYear: z.int().nullable(),
    label: euLabel.nullable(),
    price: z.number().positive(),
    lowestPrice30: z.number().positive().nullable(),
    stock: z.array(stockAt),
    available: z.int().nonnegative(),
    image: z.string(),
  })
  .meta({ id: 'Product' });
