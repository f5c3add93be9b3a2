import { z } from 'zod';
import { isIban, isRegistryCode, isVatNumber } from '../check-digits.ts';
import { redirectProviderIds } from '../redirect-providers.ts';
import { bookFaults, books } from './book-fields.ts';
import {
  checkedText,
  day,
  hours,
  isUnique,
  numberBetween,
  phone,
  photo,
  text,
  textByLocale,
  textMatching,
  wholeNumberFrom,
} from './fields.ts';
import { branchFitting, fittingFaults, fittingWorks } from './fitting-fields.ts';
import { schemaFaults } from './schema-faults.ts';

const url = checkedText((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http(s) address');
const email = z.email({ error: 'must be an e-mail address' });

const noticePath = textMatching(/^\/\S+$/, 'must be a path under public/, such as /legal-guarantee/et.svg');

/** `weekends`: open only by booking. If `saturdays` has hours, this applies to Sundays only. */
const openingHours = z.strictObject({
  weekdays: hours,
  saturdays: hours.nullable().optional(),
  weekends: z.literal('by-booking', { error: 'must be by-booking' }),
  /** Dates with other hours; null: closed. */
  exceptions: z.record(day, hours.nullable()),
});

const branch = z.strictObject({
  id: checkedText(
    (id) => /^[a-z][a-z0-9_-]{0,30}$/.test(id) && id !== 'supplier',
    'must be lower-case letters, digits, - and _, and not “supplier”: price lists name their stock columns after the id (stock_…)',
  ),
  name: text,
  street: text,
  postalCode: textMatching(/^\d{5}$/, 'must be five digits'),
  city: text,
  phone,
  /** For mails about orders; absent: the shop's address. `hours`: those in which this branch differs from the shop; `hoursOf` merges both. */
  email: email.optional(),
  hours: openingHours.partial().optional(),
  map: url,
  // The bounds of Estonia, because swapped coordinates would also be valid coordinates.
  position: z.strictObject({
    latitude: numberBetween(57.5, 59.9, 'must be a latitude in Estonia, from 57.5 to 59.9'),
    longitude: numberBetween(21.5, 28.3, 'must be a longitude in Estonia, from 21.5 to 28.3'),
  }),
  services: z.array(
    z.enum(['fitting', 'repair', 'storage', 'alignment', 'maintenance'], {
      error: ({ code }) =>
        code === 'invalid_value' ? 'must be fitting, repair, storage, alignment or maintenance' : undefined,
    }),
  ),
  /** Absent: buyers cannot book a time, and the branch calls them. */
  fitting: branchFitting.optional(),
  /** `text` and `photo` are shown below the list of tires and the order form, if given. */
  text: textByLocale.optional(),
  photo: photo.optional(),
});

const about = z.strictObject({
  since: numberBetween(1850, 2100, 'must be a year, such as 1998').optional(),
  text: textByLocale.optional(),
  photo: photo.optional(),
});

/** Limits against misuse. Unpaid orders are limited twice: open ones, and those of the last 24 hours. */
const limits = z
  .strictObject({
    perLine: wholeNumberFrom(1),
    perOrder: wholeNumberFrom(1),
    openOrdersPerEmail: wholeNumberFrom(1),
    openOrdersPerClient: wholeNumberFrom(1),
    unpaidOrdersPerEmailPerDay: wholeNumberFrom(1),
    unpaidOrdersPerClientPerDay: wholeNumberFrom(1),
  })
  .refine(({ perLine, perOrder }) => perLine <= perOrder, { path: ['perLine'], error: 'must not exceed perOrder' });

/** Working days after an order has become ready: two reminders to collect, then the decision of an employee if the order is paid. */
const notCollected = z
  .strictObject({ firstReminder: wholeNumberFrom(1), secondReminder: wholeNumberFrom(1), decision: wholeNumberFrom(1) })
  .refine(({ firstReminder, secondReminder }) => firstReminder < secondReminder, {
    path: ['secondReminder'],
    error: 'must be later than firstReminder',
  })
  .refine(({ secondReminder, decision }) => secondReminder < decision, {
    path: ['decision'],
    error: 'must be later than secondReminder',
  });

/** The first three: how long stock is held for an order paid at the branch, by transfer, or online. */
const terms = z.strictObject({
  pickUpWorkingDays: wholeNumberFrom(1),
  transferWorkingDays: wholeNumberFrom(1),
  redirectMinutes: wholeNumberFrom(1),
  /** The cost of returning a tire, in euros. Buyers must be told (Directive 2011/83/EU, Article 6(1)(i)). */
  courierEuros: wholeNumberFrom(1).nullable().default(null),
  notCollected: notCollected.default({ firstReminder: 7, secondReminder: 14, decision: 20 }),
});

const labels = z.strictObject({
  incomplete: z.enum(['show-with-warning', 'hide'], { error: 'must be show-with-warning or hide' }),
});

/** A payout of a payment provider is recognized by the first words of the payer's name, or by the payer's IBAN. */
const payout = z
  .strictObject({
    provider: z.enum(redirectProviderIds, { error: `must be ${redirectProviderIds.join(' or ')}` }),
    names: z.array(text),
    ibans: z.array(checkedText(isIban, 'must be an IBAN with valid check digits')),
  })
  .refine(({ names, ibans }) => names.length + ibans.length > 0, { error: 'must have a name or an IBAN' });

const defaultPayouts: z.output<typeof payout>[] = [
  { provider: 'montonio', names: ['Montonio Finance'], ibans: [] },
  { provider: 'stripe', names: ['Stripe Payments', 'Stripe Technology'], ibans: [] },
];

const shopFields = z.strictObject({
  name: text,
  legalName: text,
  registryCode: checkedText(
    isRegistryCode,
    'must be a registry code: eight digits, of which the last one is a check digit',
  ),
  vatNumber: checkedText(
    isVatNumber,
    'must be a VAT number: EE and nine digits, of which the last one is a check digit',
  ),
  vat: z
    .array(z.strictObject({ from: day, percent: numberBetween(0, 100, 'must be a number from 0 to 100') }))
    .min(1, { error: 'must have a rate' })
    .refine((rates) => isUnique(rates.map(({ from }) => from)), { error: 'must not have two rates for the same day' }),
  address: text,
  email,
  phones: z.tuple([phone, phone], { error: 'must be two phone numbers' }),
  servicePricesUrl: url,
  bank: z.strictObject({
    holder: text,
    name: text,
    iban: checkedText(isIban, 'must be an IBAN with valid check digits'),
    bic: textMatching(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, 'must be a BIC of 8 or 11 characters, such as LHVBEE22'),
    payouts: z.array(payout).default(defaultPayouts),
  }),
  /** Shown below the list of tires and the order form; absent: only the company's name and codes. */
  about: about.optional(),
  branches: z
    .array(branch)
    .min(1, { error: 'must have a branch' })
    .refine((branches) => isUnique(branches.map(({ id }) => id)), { error: 'must have unique ids' }),
  /** Paths under `public/` (notice of Regulation (EU) 2025/1960). Null: pages link to the warranty page. */
  legalGuaranteeNotice: z.strictObject({ ee: noticePath, en: noticePath, ru: noticePath }).nullable(),
  hours: openingHours,
  /** Duration and price of fitting at branches without `works`. Absent: each branch with bays must have `works`. */
  fitting: z
    .strictObject({
      works: fittingWorks,
      /** The work that the price includes, as pages list it; absent: they show the name of the service `fitting`. */
      includes: z.array(textByLocale).min(1, { error: 'must have a text' }).optional(),
    })
    .optional(),
  limits,
  terms,
  /** For tires in the scope of Regulation (EU) 2020/740 without a complete label. Absent: `show-with-warning`. */
  labels: labels.optional(),
  /** Absent: no accounting program and no sales on credit. */
  books: books.optional(),
});

const schema = shopFields.superRefine((content, context) => {
  for (const { path, message } of [...fittingFaults(content), ...bookFaults(content)])
    context.addIssue({ code: 'custom', path, message });
});

/** `cutOffs`: when purchases are sent, by supplier id; suppliers with the default time are left out. */
export type ShopConfig = z.output<typeof schema> & { cutOffs?: Readonly<Record<string, string>> };

export type PublicConfig = Omit<ShopConfig, 'vat' | 'bank' | 'limits' | 'terms' | 'labels' | 'books' | 'cutOffs'> & {
  bank: Pick<ShopConfig['bank'], 'name' | 'iban'>;
  limits: Pick<ShopConfig['limits'], 'perLine' | 'perOrder'>;
  terms: Omit<ShopConfig['terms'], 'notCollected'>;
};

/** Returns only the fields that pages show, because every HTML document contains the result. */
export function publicConfig({
  vat: _,
  books: _books,
  labels: _labels,
  cutOffs: _cutOffs,
  bank,
  limits,
  terms,
  branches,
  ...shown
}: ShopConfig): PublicConfig {
  const { name, iban } = bank;
  const { perLine, perOrder } = limits;
  const { notCollected: __, ...shownTerms } = terms;
  return {
    ...shown,
    branches: branches.map(({ fitting, ...branch }) => {
      if (!fitting) return branch;
      const { windows: _windows, ...shownFitting } = fitting;
      return { ...branch, fitting: shownFitting };
    }),
    bank: { name, iban },
    limits: { perLine, perOrder },
    terms: shownTerms,
  };
}

export type Photo = z.output<typeof photo>;

/** Wall-clock hours in Europe/Tallinn, `HH:MM`. */
export type Hours = z.output<typeof hours>;
export type Branch = z.output<typeof branch>;
export type OrderLimits = z.output<typeof limits>;
export type HoldTerms = z.output<typeof terms>;

/** Returns a line for each fault in the owner's configuration: `bank.iban: must be an IBAN …`. */
export function shopConfigFaults(content: unknown): string[] {
  const { error } = schema.safeParse(content);
  return error ? schemaFaults(error).map(({ path, reason }) => `${path || 'the default export'}: ${reason}`) : [];
}

/** Throws one error that lists every wrong key below the name of the file. */
export function readShopConfig(content: unknown, file: string): ShopConfig {
  const faults = shopConfigFaults(content);
  if (faults.length > 0) throw new Error([file, ...faults].join('\n'));
  return schema.parse(content);
}
