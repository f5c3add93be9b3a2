import * as z from 'zod/mini';
import { idPattern } from '../../catalog/tire/tire.ts';
import { isRegistryCode, isVatNumber } from '../../check-digits.ts';
import type { OrderLimits, ShopConfig } from '../../config/shop-config.ts';
import { vehicles } from '../../config/vehicles.ts';
import { localeIds } from '../../locale.ts';
import { abortWith, type FieldErrorCode, mailedLineChecks, note } from '../../plain-text.ts';

const requiredText = () => z.string({ error: 'required' }).check(z.trim(), z.minLength(1, abortWith('required')));

const oneLine = (min: number, max: number) =>
  requiredText().check(
    z.minLength(min, abortWith('minLength')),
    z.maxLength(max, abortWith('maxLength')),
    ...mailedLineChecks,
  );

export const customer = z.object(
  {
    name: oneLine(2, 100),
    /** RFC 5321 allows 254 characters. */
    email: z.pipe(requiredText().check(z.maxLength(254, abortWith('maxLength'))), z.email(abortWith('email'))),
    phone: requiredText().check(z.regex(/^\+?[0-9][0-9 ()-]{5,18}[0-9]$/, abortWith('phone'))),
  },
  { error: 'required' },
);

/** People often type codes in groups and VAT numbers in small letters. */
const normalizedCode = (code: string) => code.replaceAll(' ', '').toUpperCase();

const hasVatNumberFormat = (number: string) =>
  number.startsWith('EE') ? isVatNumber(number) : /^[A-Z]{2}[A-Z\d+*]{2,13}$/.test(number);

export const company = z.object(
  {
    name: oneLine(2, 100),
    /** A code of eight digits is taken for an Estonian one, which has a check digit; other codes are not checked. */
    regCode: oneLine(5, 20).check(
      z.overwrite(normalizedCode),
      z.refine((code) => !/^\d{8}$/.test(code) || isRegistryCode(code), abortWith('regCode')),
    ),
    /** Empty: none. An Estonian number has a check digit; others begin with two letters. */
    vatNumber: z._default(
      z.string({ error: 'invalid' }).check(
        z.trim(),
        z.maxLength(20, abortWith('maxLength')),
        ...mailedLineChecks,
        z.overwrite(normalizedCode),
        z.refine((number) => number === '' || hasVatNumberFormat(number), abortWith('vatNumber')),
      ),
      '',
    ),
    /** For the invoice (VAT Act, KMS § 37). Empty: not given. */
    address: z._default(
      z.string({ error: 'invalid' }).check(z.trim(), z.maxLength(200, abortWith('maxLength')), ...mailedLineChecks),
      '',
    ),
  },
  { error: 'invalid' },
);

export const pieceCount = (min: number) =>
  z
    .number({ error: 'integer' })
    .check(z.int(abortWith('integer')), z.minimum(min, abortWith('min')), z.maximum(1000, abortWith('max')));

export const item = z.object(
  {
    id: z.string({ error: 'unknown' }).check(z.regex(idPattern, abortWith('unknown'))),
    count: pieceCount(1),
    /** Euros, as the buyer saw them. */
    price: z.number({ error: 'invalid' }).check(z.positive(abortWith('invalid'))),
  },
  { error: 'invalid' },
);

export function storedPlate(plate: string | null | undefined): string | null {
  return plate?.toUpperCase() || null;
}

export const plate = z.nullable(
  z.string({ error: 'plate' }).check(z.trim(), z.regex(/^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u, abortWith('plate'))),
);

export const vehicle = z.enum(vehicles, { error: 'required' });

/** `at`: the start. `storage`: the branch stores the buyer's other set. `earlier`: the buyer wants to be told of earlier slots. */
const fitting = z.object(
  {
    at: z.iso.datetime({ error: 'invalid' }),
    vehicle,
    storage: z._default(z.boolean({ error: 'invalid' }), false),
    earlier: z._default(z.boolean({ error: 'invalid' }), false),
  },
  { error: 'invalid' },
);

/** The body of `POST /v1/orders`, also checked in the browser: zod/mini has a third of the size of zod. */
export const orderForm = z
  .object(
    {
      locale: z.enum(localeIds, { error: 'invalid' }),
      customer,
      company: z._default(z.nullable(company), null),
      branch: requiredText().check(z.maxLength(40, abortWith('unknown'))),
      fulfilment: z.enum(['pickup', 'fitting'], { error: 'required' }),
      plate: z._default(plate, null),
      /** Null: the branch phones the buyer to agree a time. */
      fitting: z._default(z.nullable(fitting), null),
      paymentMethod: requiredText().check(z.maxLength(100, abortWith('unknown'))),
      items: z
        .array(item, { error: 'required' })
        .check(z.minLength(1, abortWith('required')), z.maxLength(50, abortWith('max'))),
      note: z._default(note, ''),
      acceptTerms: z.literal(true, { error: 'required' }),
    },
    { error: 'required' },
  )
  .register(z.globalRegistry, { id: 'OrderForm' });

export type OrderForm = z.infer<typeof orderForm>;

export type FittingForm = NonNullable<OrderForm['fitting']>;

/** The part of the form that is stored with an order, also with one that an employee places. */
export type PlacedForm = Omit<OrderForm, 'items' | 'acceptTerms' | 'fitting'> & { fitting?: FittingForm | null };

/** `indexes`, `pricesSeen` (euros): the positions and prices of the form's items with this tire. */
export type RequestedLine = {
  id: string;
  count: number;
  indexes: number[];
  pricesSeen: number[];
};

/** Joins the items of each tire. `price`: the price that the buyer saw; absent: that of the catalogue applies. */
export function requestedLines(
  items: readonly { id: string; count: number; price?: number | undefined }[],
): RequestedLine[] {
  const lines = new Map<string, RequestedLine>();
  items.forEach(({ id, count, price }, index) => {
    const line = lines.get(id) ?? { id, count: 0, indexes: [], pricesSeen: [] };
    line.count += count;
    line.indexes.push(index);
    if (price !== undefined) line.pricesSeen.push(price);
    lines.set(id, line);
  });
  return [...lines.values()];
}

/** `path`: a path such as `items.0.count`. */
export type FieldError = { path: string; code: FieldErrorCode };

export function formErrors(
  form: OrderForm,
  {
    lines,
    shopConfig,
    limits,
    isMethodOffered,
  }: { lines: readonly RequestedLine[]; shopConfig: ShopConfig; limits: OrderLimits; isMethodOffered: boolean },
): FieldError[] {
  const errors: FieldError[] = [];
  if (!shopConfig.branches.some(({ id }) => id === form.branch)) errors.push({ path: 'branch', code: 'unknown' });
  if (!isMethodOffered) errors.push({ path: 'paymentMethod', code: 'unknown' });
  if (form.fitting && form.fulfilment !== 'fitting') errors.push({ path: 'fitting', code: 'invalid' });
  for (const { count, indexes } of lines) {
    if (count > limits.perLine) errors.push({ path: `items.${indexes[0]}.count`, code: 'max' });
  }
  const pieces = lines.reduce((sum, { count }) => sum + count, 0);
  if (pieces > limits.perOrder) errors.push({ path: 'items', code: 'max' });
  return errors;
}

export function unknownTires(lines: readonly RequestedLine[], known: { has(id: string): boolean }): FieldError[] {
  return lines
    .filter(({ id }) => !known.has(id))
    .flatMap(({ indexes }) => indexes.map((index): FieldError => ({ path: `items.${index}.id`, code: 'unknown' })));
}
