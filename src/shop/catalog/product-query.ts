import { z } from 'zod';
import { askable, sortIds, writtenNumber } from './filter.ts';
import { product } from './product.ts';
import { seasonIds } from './season.ts';

/** A number out of a query, where an empty value is no number. */
export const written = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (typeof text === 'string' && writtenNumber.test(text) ? Number(text) : text), schema);

const sizeField = (field: keyof typeof askable) => {
  const { min, max, step } = askable[field];
  return written(z.number().min(min).max(max).multipleOf(step));
};

export const idPattern = /^[a-z0-9-]{1,120}$/;

/** `GET /v1/products`: every parameter optional, absent means unconstrained. */
export const productQuery = z.strictObject({
  diameter: sizeField('diameter').optional(),
  treadWidth: sizeField('treadWidth').optional(),
  profile: sizeField('profile').optional(),
  season: z.enum(seasonIds).optional(),
  manufacturer: z.string().regex(idPattern).optional(),
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
