import { z } from 'zod';
import { optionalColumns, requiredColumns } from '../import/file/header.ts';

const field = z.string().min(1, { error: 'must name a field' });
const fields = z.union([field, z.array(field).min(1)], { error: 'must name a field or a list of fields' });
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

const column = z.union(
  [
    fields,
    z.strictObject({ fixed: z.string() }),
    z.strictObject({ from: fields, values: z.record(z.string(), z.string()) }),
  ],
  { error: 'must be a field, a list of fields, { fixed } or { from, values }' },
);

const mappable = [...requiredColumns, ...optionalColumns].filter(
  (name) => name !== 'supplier' && name !== 'price' && name !== 'lead_days',
);
type Mappable = Exclude<
  (typeof requiredColumns)[number] | (typeof optionalColumns)[number],
  'supplier' | 'price' | 'lead_days'
>;
type Required = Exclude<(typeof requiredColumns)[number], 'supplier' | 'price'>;

const columns = z.strictObject(
  Object.fromEntries(
    mappable.map((name) => [name, requiredColumns.some((required) => required === name) ? column : column.optional()]),
  ) as { [C in Required]: typeof column } & { [C in Exclude<Mappable, Required>]: z.ZodOptional<typeof column> },
);

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
    rows: field.regex(/^[^/@\s]+(\/[^/@\s]+)+$/, { error: 'must be a path such as products/product' }),
  }),
  z.strictObject({
    kind: z.literal('json'),
    /** The array of rows: `data.items`; empty where the document is the array. */
    rows: z.string(),
    /** A field that must have one of these values: errors may come with HTTP 200. */
    status: z.strictObject({ field, is: z.union([z.string(), z.array(z.string()).min(1)]) }).optional(),
  }),
]);

const address = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .refine((text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === '', {
    error: 'must hold no password: keys come from the environment',
  });

const from = z.union(
  [
    z.strictObject({ file: z.string().min(1) }),
    z.strictObject({
      url: address,
      /** How the key of SUPPLIER_<ID>_KEY is sent; absent: none is needed. */
      key: z
        .union([z.strictObject({ header: z.string().regex(/^[\w-]+$/) }), z.strictObject({ query: field })])
        .optional(),
    }),
  ],
  { error: 'must be { file } or { url, key }, the address with https and without a password' },
);

export const declaration = z.strictObject({
  /** Identifies the supplier's tires, so it must not change. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, { error: 'must be lower-case letters, digits and hyphens' }),
  name: z.string().min(1),
  from,
  format,
  /** Absent: from a byte order mark or the XML declaration, else UTF-8. */
  encoding: z.enum(encodings).optional(),
  decimal: z.enum(['.', ',']).optional(),
  columns,
  /** A field with an EU label as suppliers write it, `c a b 72dB`, instead of columns of its own. */
  label: fields.optional(),
  stock: z.strictObject({
    from: fields,
    /** The counts of words: `{ '>20': 20, yes: 4 }`. */
    words: z.record(z.string(), whole(0, 100_000)).optional(),
  }),
  price: z.strictObject({
    from: field,
    vat: z.enum(['included', 'excluded']),
    markupPercent: z.number().min(0).max(500).multipleOf(0.01).optional(),
  }),
  /** Working days until its tires are at a branch. */
  leadDays: whole(0, 365),
  /** A cron line, Europe/Tallinn. Absent: fetched only by command. */
  schedule: z.string().optional(),
});

export type SupplierDeclaration = z.input<typeof declaration>;
export type Supplier = z.output<typeof declaration>;
export type Encoding = (typeof encodings)[number];
export type SupplierColumn = z.output<typeof column>;
