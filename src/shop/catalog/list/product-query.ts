import { z } from 'zod';
import { seasonFilterIds } from '../road/season.ts';
import { speedInKmh } from '../tire/indices.ts';
import { idPattern } from '../tire/tire.ts';
import { decimalNumber, labelClasses, moreRanges, sizeRanges, sortIds } from './filter.ts';

/** Makes `schema` accept a number that a query contains as text. Other text, also an empty one, stays text, which `schema` refuses. */
export const numberFromText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (typeof text === 'string' && decimalNumber.test(text) ? Number(text) : text), schema);

const sizeField = (field: keyof typeof sizeRanges) => {
  const { min, max, step } = sizeRanges[field];
  return numberFromText(z.number().min(min).max(max).multipleOf(step));
};

const id = z.string().regex(idPattern);
const euros = numberFromText(z.number().min(moreRanges.price.min).max(moreRanges.price.max).multipleOf(0.01));
const wholeNumber = (field: 'load' | 'noise') =>
  numberFromText(z.int().min(moreRanges[field].min).max(moreRanges[field].max));
const speed = z.string().refine((symbol) => speedInKmh(symbol) !== null);
const flag = z.literal('1');

export const productQuery = z.strictObject({
  diameter: sizeField('diameter').optional(),
  treadWidth: sizeField('treadWidth').optional(),
  profile: sizeField('profile').optional(),
  season: z.enum(seasonFilterIds).optional(),
  manufacturer: z.union([id, z.array(id).max(50)]).optional(),
  priceFrom: euros.optional(),
  priceTo: euros.optional(),
  load: wholeNumber('load').optional(),
  speed: speed.optional(),
  fuel: z.enum(labelClasses).optional(),
  wet: z.enum(labelClasses).optional(),
  noise: wholeNumber('noise').optional(),
  snow: flag.optional(),
  ice: flag.optional(),
  runflat: flag.optional(),
  xl: flag.optional(),
  van: flag.optional(),
  branch: id.optional(),
  sort: z.enum(sortIds).default('price'),
  grouped: flag.optional(),
  limit: numberFromText(z.int().min(1).max(100).default(24)),
  offset: numberFromText(z.int().min(0).max(1_000_000).default(0)),
});

export type ProductQuery = z.infer<typeof productQuery>;

const labelClass = z.enum(labelClasses);

/** Files from EPREL at `/eprel/{name}`: the official label (PNG or SVG), and the product information sheet in Estonian and English (PDF). */
const officialFiles = z.object({
  label: z.string().optional(),
  et: z.string().optional(),
  en: z.string().optional(),
});

/** The EU tire label, Regulation (EU) 2020/740. */
export const euLabel = z.object({
  fuel: labelClass.nullable(),
  wet: labelClass.nullable(),
  noiseDb: z.int().nullable(),
  noiseClass: z.enum(['A', 'B', 'C']).nullable(),
  /** 3PMSF; null: not known. */
  snow: z.boolean().nullable(),
  ice: z.boolean(),
  eprelId: z.int().nullable(),
  /** Absent: the shop has no files of EPREL, and draws the label. */
  official: officialFiles.optional(),
});

/** `branch`: a branch id, or `supplier`: suppliers' stock, an entry for each lead time and cut-off. `cutOff`: until when the supplier takes orders
 * on a day, and on which weekdays it takes any: `11:00` (each working day) or `11:00 mon thu`; absent: 15:30 on working days. */
const stockAt = z.object({
  branch: z.string(),
  count: z.int().nonnegative(),
  leadDays: z.int().nonnegative(),
  cutOff: z.string().optional(),
});

/** A photograph of the tire's model, at `/photos/{id}-{160,320,640}.{avif,webp}` and `/photos/{id}-800.jpg`. `credit`: must be shown beside it.
 * `feed`: its licence permits product feeds; `preview`: previews of shared links. */
const photo = z.object({
  id: z.string(),
  credit: z.string().optional(),
  feed: z.boolean(),
  preview: z.boolean(),
});

/** A tire in responses of the API and in the browser's cart. Prices are euros including VAT. Profile 0: the size names none (195 R14C). */
export const product = z
  .object({
    id: z.string(),
    manufacturer: z.object({ id: z.string(), label: z.string() }),
    model: z.string(),
    season: z.enum(seasonFilterIds).exclude(['runflat']),
    size: z.object({ treadWidth: z.int(), profile: z.int(), diameter: z.number(), text: z.string() }),
    loadIndex: z.string(),
    speedIndex: z.string(),
    marks: z.array(z.string()),
    dotYear: z.int().nullable(),
    label: euLabel.nullable(),
    price: z.number().positive(),
    /** The lowest price in the 30 days before the current price began. */
    lowestPrice30: z.number().positive().nullable(),
    /** The title of the campaign that has reduced the price. */
    campaign: z.object({ ee: z.string(), en: z.string(), ru: z.string() }).optional(),
    stock: z.array(stockAt),
    available: z.int().nonnegative(),
    image: z.string(),
    /** Absent: the shop has only a drawing of the model, at the path `image`. */
    photo: photo.optional(),
  })
  .meta({ id: 'Product' });

/** `unavailable`: `count` is 0. */
const facetOption = z
  .object({ id: z.string(), label: z.string(), count: z.int().nonnegative(), unavailable: z.boolean() })
  .meta({ id: 'FacetOption' });

const facets = z.object({
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
  van: z.array(facetOption),
  branch: z.array(facetOption),
  price: z.object({ from: z.number(), to: z.number(), count: z.int().positive() }).nullable(),
});

const countedSize = z.object({
  treadWidth: z.int(),
  profile: z.int(),
  diameter: z.number(),
  count: z.int().positive(),
});

/** For an empty list, `withoutFilter` has for each chosen filter how many tires the list has without it, and `nearestSizes` has sizes with tires under the
 * other filters. With `grouped`, tires of one model and size that differ in index, mark or year are a group: its first tire is in `items`, its others at the
 * same index of `variants`; `limit` and `offset` count groups, and `groups` is their number in the whole list. `total` always counts tires. */
export const productList = z
  .object({
    items: z.array(product),
    variants: z.array(z.array(product)).optional(),
    total: z.int().nonnegative(),
    groups: z.int().nonnegative().optional(),
    facets,
    withoutFilter: z.record(z.string(), z.int().nonnegative()).optional(),
    nearestSizes: z.array(countedSize).optional(),
  })
  .meta({ id: 'ProductList' });

export type FacetOption = z.infer<typeof facetOption>;
export type Facets = z.infer<typeof facets>;
export type ProductList = z.infer<typeof productList>;

export const noFacets = {
  ...Object.fromEntries(Object.keys(facets.shape).map((field) => [field, []])),
  price: null,
} as unknown as Facets;

export const manufacturer = z
  .object({ id: z.string(), label: z.string(), count: z.int().nonnegative() })
  .meta({ id: 'Manufacturer' });
export type Manufacturer = z.infer<typeof manufacturer>;
