import { z } from 'zod';
import { hasHiddenCharacters } from '../../plain-text.ts';
import { type Column, optionalColumns, requiredColumns } from '../import/file/header.ts';
import { fieldName, httpsUrl, keySettings, wholeNumber } from './access.ts';
import { currency } from './currency.ts';
import { orderDeclaration } from './order-declaration.ts';

const fields = z.union([fieldName, z.array(fieldName).min(1)], { error: 'must name a field or a list of fields' });

const column = z.union(
  [
    fields,
    z.strictObject({ fixed: z.string() }),
    z.strictObject({ from: fields, values: z.record(z.string(), z.string()) }),
  ],
  { error: 'must be a field, a list of fields, { fixed } or { from, values }' },
);

/** Columns of a price list that `columns` cannot map, because other parts of the declaration set them: `id`, `price` (which also sets `cost_net`), `recommended` and `leadDays`. */
const unmappedColumns = [
  'supplier',
  'price',
  'lead_days',
  'cost_net',
  'recommended',
] as const satisfies readonly Column[];
type MappedColumn<C extends Column> = Exclude<C, (typeof unmappedColumns)[number]>;

function mappedColumns<C extends Column>(names: readonly C[]): MappedColumn<C>[] {
  return names.filter((name): name is MappedColumn<C> => !unmappedColumns.some((unmapped) => unmapped === name));
}

function shapeOf<C extends string, S>(names: readonly C[], schema: S) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<C, S>;
}

const columns = z.strictObject({
  ...shapeOf(mappedColumns(requiredColumns), column),
  ...shapeOf(mappedColumns(optionalColumns), column.optional()),
});

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1257',
  'windows-1252',
  'windows-1251',
  'iso-8859-13',
  'iso-8859-15',
  'iso-8859-4',
] as const;

const format = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('csv'),
    delimiter: z.enum([',', ';', '\t', '|']).optional(),
    quote: z.enum(['"', "'"]).nullable().optional(),
  }),
  z.strictObject({
    kind: z.literal('xml'),
    rows: fieldName.regex(/^[^/@\s]+(\/[^/@\s]+)+$/, { error: 'must be a path such as products/product' }),
  }),
  z.strictObject({
    kind: z.literal('json'),
    /** The path of the array of rows (`data.items`); empty: the document itself is the array. */
    rows: z.string(),
    /** A field that must have one of these values, for suppliers that report errors with HTTP 200. */
    status: z.strictObject({ field: fieldName, is: z.union([z.string(), z.array(z.string()).min(1)]) }).optional(),
  }),
]);

const from = z.union(
  [
    z.strictObject({ file: z.string().min(1) }),
    z.strictObject({
      url: httpsUrl,
      /** How the key in SUPPLIER_<ID>_KEY is sent; absent: the supplier needs no key. */
      key: keySettings.optional(),
    }),
  ],
  { error: 'must be { file } or { url, key }, with an https address without a password' },
);

const shortText = (max: number) => {
  const error = `must be a text of 1 to ${max} characters without hidden characters`;
  return z
    .string({ error })
    .trim()
    .min(1, { error })
    .max(max, { error })
    .refine((text) => !hasHiddenCharacters(text), { error });
};

/** The value of the picture's field replaces this in `url`. */
export const pictureValue = '{{value}}';

const pictures = z.strictObject({
  /** The field of the list with the address of a picture, or with the value that completes `url`. */
  from: fieldName,
  url: httpsUrl.includes(pictureValue, { error: `must contain ${pictureValue}` }).optional(),
  /** Why the shop may show the supplier's pictures: `mail of 2026-11-02 from …`. */
  licence: shortText(200),
  /** A text that pages show beside the photographs. */
  credit: shortText(200).optional(),
  /** The last day of the licence; absent: it does not end. */
  until: z.iso.date({ error: 'must be a day, such as 2027-12-31' }).optional(),
  /** The licence also permits product feeds and search engines. */
  feed: z.boolean().optional(),
  /** The licence also permits previews of shared links. */
  preview: z.boolean().optional(),
});

export const declaration = z.strictObject({
  /** Identifies the supplier's tires, so it must not change. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, { error: 'must be lower-case letters, digits and hyphens' }),
  name: z.string().min(1),
  from,
  format,
  /** Absent: taken from a byte order mark or the XML declaration, otherwise UTF-8. */
  encoding: z.enum(encodings).optional(),
  /** The decimal sign of prices; absent: either. */
  decimal: z.enum(['.', ',']).optional(),
  columns,
  /** A field that contains the whole EU label (`c a b 72dB`), instead of a column for each value. */
  label: fields.optional(),
  stock: z.strictObject({
    from: fields,
    /** The number of pieces that a text stands for: `{ '>20': 20, yes: 4 }`. */
    words: z.record(z.string(), wholeNumber(0, 100_000)).optional(),
    /** How many pieces of each tire the shop does not offer, for suppliers whose lists promise more than they have. */
    keepBack: wholeNumber(0, 100).default(0),
  }),
  price: z.strictObject({
    from: fieldName,
    vat: z.enum(['included', 'excluded']),
    markupPercent: z.number().min(0).max(500).multipleOf(0.01).optional(),
    /** The currency of prices and recommended prices. Absent: euros. */
    currency: currency.optional(),
  }),
  /** The recommended retail price, which only price rules use. Absent: the list has none. */
  recommended: z.strictObject({ from: fieldName, vat: z.enum(['included', 'excluded']) }).optional(),
  /** Working days until the supplier's tires are at a branch. */
  leadDays: wholeNumber(0, 365),
  /** When the list is fetched: a cron line in Europe/Tallinn. Absent: only when an operator runs the command. */
  schedule: z.string().optional(),
  pictures: pictures.optional(),
  /** Absent: the shop mails each purchase to itself, and its owner orders from the supplier by hand. */
  order: orderDeclaration.optional(),
});

export type SupplierDeclaration = z.input<typeof declaration>;
export type Supplier = z.output<typeof declaration>;
export type Encoding = (typeof encodings)[number];
export type SupplierColumn = z.output<typeof column>;
export type SupplierPictureTerms = z.output<typeof pictures>;
