import { z } from 'zod';
import { askable, sortIds, writtenNumber } from './filter.ts';
import { speedInKmh } from './indices.ts';
import { labelClasses, moreAskable } from './more-filters.ts';
import { product } from './product.ts';
import { idPattern } from './product-id.ts';
import { seasonIds } from './season.ts';

/** A number out of a query, where an empty value is no number. */
export const written = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (typeof text === 'string' && writtenNumber.test(text) ? Number(text) : text), schema);

const sizeField = (field: keyof typeof askable) => {
  const { min, max, step } = askable[field];
  return written(z.number().min(min).max(max).multipleOf(step));
};

const id = z.string().regex(idPattern);
const euros = written(z.number().min(moreAskable.price.min).max(moreAskable.price.max).multipleOf(0.01));
const whole = (field: 'load' | 'noise') => written(z.int().min(moreAskable[field].min).max(moreAskable[field].max));
const speed = z.string().refine((symbol) => speedInKmh(symbol) !== null);
const yes = z.literal('1');

/** `GET /v1/products`: every parameter optional, absent means unconstrained. */
export const productQuery = z.strictObject({
  diameter: sizeField('diameter').optional(),
  treadWidth: sizeField('treadWidth').optional(),
  profile: sizeField('profile').optional(),
  season: z.enum(seasonIds).optional(),
  /** Repeated: tires of any of these makers. */
  manufacturer: z.union([id, z.array(id).max(50)]).optional(),
  priceFrom: euros.optional(),
  priceTo: euros.optional(),
  /** Load index, at least. */
  load: whole('load').optional(),
  /** Speed symbol, at least. */
  speed: speed.optional(),
  /** Class of the EU label, at least. */
  fuel: z.enum(labelClasses).optional(),
  wet: z.enum(labelClasses).optional(),
  /** Rolling noise in dB, at most. */
  noise: whole('noise').optional(),
  snow: yes.optional(),
  ice: yes.optional(),
  runflat: yes.optional(),
  xl: yes.optional(),
  /** In stock at this branch. */
  branch: id.optional(),
  sort: z.enum(sortIds).default('price'),
  limit: written(z.int().min(1).max(100).default(24)),
  offset: written(z.int().min(0).max(1_000_000).default(0)),
});

export type ProductQuery = z.infer<typeof productQuery>;

const facetOption = z
  .object({
    id: z.string(),
    label: z.string(),
    /** Tires left when this option is chosen under the other filters. */
    count: z.int().nonnegative(),
    unavailable: z.boolean(),
  })
  .meta({ id: 'FacetOption' });

export const facets = z.object({
  treadWidth: z.array(facetOption),
  profile: z.array(facetOption),
  diameter: z.array(facetOption),
  season: z.array(facetOption),
  manufacturer: z.array(facetOption),
  load: z.array(facetOption),
  speed: z.array(facetOption),
  fuel: z.array(facetOption),
  wet: z.array(facetOption),
  noise: z.array(facetOption),
  runflat: z.array(facetOption),
  snow: z.array(facetOption),
  ice: z.array(facetOption),
  xl: z.array(facetOption),
  branch: z.array(facetOption),
  /** The cheapest and the dearest tire under the other filters, in euros; null when there is none. */
  price: z.object({ from: z.number(), to: z.number(), count: z.int().positive() }).nullable(),
});

export const productList = z
  .object({ items: z.array(product), total: z.int().nonnegative(), facets })
  .meta({ id: 'ProductList' });

export type FacetOption = z.infer<typeof facetOption>;
export type Facets = z.infer<typeof facets>;
export type ProductList = z.infer<typeof productList>;

export const manufacturer = z
  .object({ id: z.string(), label: z.string(), count: z.int().nonnegative() })
  .meta({ id: 'Manufacturer' });
export type Manufacturer = z.infer<typeof manufacturer>;
