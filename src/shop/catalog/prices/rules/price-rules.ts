import { z } from 'zod';
import { instantAt } from '../../../calendar.ts';
import { checkedText, day, isUnique, numberBetween, text, textMatching } from '../../../config/fields.ts';
import { schemaFaults } from '../../../config/schema-faults.ts';
import { comparableEan } from '../../import/file/fields.ts';
import { slug } from '../../slug.ts';

const hasAtMostDecimals = (value: number, decimals: number) =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;
const eurosError = 'must be euros from 0 to 10000, with at most four decimals';
const euros = numberBetween(0, 10_000, eurosError).refine((value) => hasAtMostDecimals(value, 4), {
  error: eurosError,
});
const percent = (max: number) => {
  const error = `must be a percentage from 0 to ${max}, with at most two decimals`;
  return numberBetween(0, max, error).refine((value) => hasAtMostDecimals(value, 2), { error });
};

const rangePattern = /^(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?$/;
const range = z
  .union([z.number().min(0), checkedText((value) => rangePattern.test(value) && value !== '..', 'must be a range')], {
    error: "must be a number or a range, such as '17..19', '20..' or '..50'",
  })
  .transform((value) => {
    if (typeof value === 'number') return { min: value, max: value };
    const [, min, max] = rangePattern.exec(value) ?? [];
    return { min: min === undefined ? 0 : Number(min), max: max === undefined ? Infinity : Number(max) };
  });

function oneOrSeveral<T extends z.ZodType>(value: T) {
  return z.union([value, z.array(value).min(1)]).transform((values) => [values].flat() as z.output<T>[]);
}

const texts = oneOrSeveral(text);
const slugs = oneOrSeveral(text.transform(slug));
const eans = oneOrSeveral(text.transform(comparableEan));

/** Several values of a key mean "or", several keys "and". Ranges include both ends. `rim` in inches, `width` in mm. */
const when = z.strictObject({
  supplier: texts.optional(),
  maker: slugs.optional(),
  model: slugs.optional(),
  season: oneOrSeveral(z.enum(['summer', 'winter', 'all_season'])).optional(),
  studs: oneOrSeveral(z.enum(['none', 'studdable', 'studded'])).optional(),
  vehicle: oneOrSeveral(z.enum(['car', 'van', 'truck'])).optional(),
  runflat: z.boolean().optional(),
  rim: range.optional(),
  width: range.optional(),
  /** The shop's cost of one tire in euros without VAT, before a `cost` rule adds to it. */
  cost: range.optional(),
  /** The price in the supplier's list, in euros with VAT. */
  list: range.optional(),
  /** The recommended retail price in the supplier's list, in euros with VAT. */
  recommended: range.optional(),
  /** Without leading zeros. */
  ean: eans.optional(),
  sku: texts.optional(),
  /** `own`: the shop's own stock at its branches; `supplier`: tires that a supplier has. */
  place: z.enum(['own', 'supplier']).optional(),
});

const rule = { name: text, when: when.optional() };

const markup = z.strictObject({
  ...rule,
  percent: percent(500),
  /** Euros, added after the percentage. */
  plus: euros.optional(),
  /** Limits of the whole markup, in euros. */
  atLeast: euros.optional(),
  atMost: euros.optional(),
});

const ceiling = z
  .strictObject({
    ...rule,
    /** Euros with VAT; `list` or `recommended`: the price or the recommended retail price in the supplier's list. */
    to: z.union([z.enum(['list', 'recommended', 'competitor']), euros], {
      error: 'must be list, recommended, competitor, or euros with VAT',
    }),
    minus: euros.optional(),
    /** Ignores competitors' prices that were seen more than this many days ago. */
    maxAgeDays: z.int().min(0).max(365).optional(),
    /** `{ floor: true, until: DAY }` lets the price go below the floor until this day; absent: never. */
    below: z.strictObject({ floor: z.literal(true), until: day }).optional(),
  })
  .refine(({ to, minus = 0 }) => typeof to === 'string' || to > minus, {
    path: ['minus'],
    error: 'must be less than `to`',
  })
  .refine(
    ({ to, maxAgeDays }) => {
      const needsMaxAge = to === 'competitor';
      const hasMaxAge = maxAgeDays !== undefined;
      return hasMaxAge === needsMaxAge;
    },
    {
      path: ['maxAgeDays'],
      error: "must be a whole number of days with `to: 'competitor'`, and absent otherwise",
    },
  );

const title = textMatching(
  /^(?=.*\S)[^%\p{Cc}\p{Cf}]{1,60}$/u,
  'must be a text of at most 60 characters on one line, without %, because the shop adds the percentage',
);

const dayOrMinute = checkedText((value) => {
  const [date = '', time = '00:00', ...rest] = value.split(' ');
  return day.safeParse(date).success && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) && rest.length === 0;
}, 'must be a day or a minute, such as 2026-12-24 or 2026-12-24 18:00');

const campaign = z
  .strictObject({
    id: textMatching(/^[a-z\d][a-z\d-]{0,39}$/, 'must be an id, such as spring-27'),
    when: when.optional(),
    /** The first and the last day, or the minutes of the start and the end, in Tallinn. */
    from: dayOrMinute,
    to: dayOrMinute,
    percentOff: percent(90).refine((value) => value > 0, { error: 'must be more than 0' }),
    /** Visitors see it beside the reduced price. */
    title: z.strictObject({ ee: title, en: title, ru: title }),
  })
  .refine((dates) => beginOf(dates) < endOf(dates), {
    path: ['to'],
    error: 'must be later than `from`, or the same day',
  });

type CampaignDates = { from: string; to: string };

const isDay = (value: string) => value.length === '2026-12-24'.length;
const beginOf = ({ from }: CampaignDates) => (isDay(from) ? `${from} 00:00` : from);
const endOf = ({ to }: CampaignDates) => (isDay(to) ? `${to} 24:00` : to);

/** Returns the ids of campaigns that run at `now`. Compares instants, because the clock repeats an hour in October. */
export function campaignsAt(now: Date, { campaigns }: Pick<PriceRules, 'campaigns'>): string[] {
  return campaigns
    .filter((dates) => instantOf(beginOf(dates)) <= now && now < instantOf(endOf(dates)))
    .map(({ id }) => id);
}

function instantOf(minute: string): Date {
  const [date = '', time = ''] = minute.split(' ');
  return instantAt(date, time);
}

const withUniqueNames = <T extends z.ZodType<{ name: string }>>(entry: T) =>
  z
    .array(entry)
    .refine((entries) => isUnique(entries.map((item) => item.name)), { error: 'the name of each rule must be unique' });

const schema = z.strictObject({
  /** The first rule that matches adds euros to the cost of a supplier's tire, such as freight. */
  cost: withUniqueNames(z.strictObject({ ...rule, add: euros })).default([]),
  /** The first rule that matches applies. If none does, the tire has the price of the supplier's list. */
  markup: withUniqueNames(markup).default([]),
  /** The first rule that matches sets the price of stock at the branches. If none does, a supplier's offer sets the price. */
  own: withUniqueNames(markup).default([]),
  /** The highest matching rule wins: the cost plus `margin` (euros without VAT) or `percent`, whichever is more. */
  floor: withUniqueNames(z.strictObject({ ...rule, margin: euros, percent: percent(500).optional() })).default([]),
  /** All rules that match; the lowest wins. */
  ceiling: withUniqueNames(ceiling).default([]),
  round: z
    .strictObject({
      endings: z.array(
        textMatching(/^\.\d\d$/, "must be an ending, such as '.90'").transform((ending) => Number(ending.slice(1))),
      ),
      mode: z.enum(['up', 'nearest', 'down'], { error: 'must be up, nearest or down' }).default('up'),
    })
    .default({ endings: [], mode: 'up' }),
  /** The first campaign that runs and matches applies. */
  campaigns: z
    .array(campaign)
    .refine((campaigns) => isUnique(campaigns.map(({ id }) => id)), { error: 'must each have an id of their own' })
    .default([]),
  /** Holds back prices outside these limits. `biggestChange`: percent a day; others: euros with VAT. A new tire may exceed `largest`. */
  guard: z
    .strictObject({ biggestChange: percent(1000), smallest: euros.default(0), largest: euros.default(10_000) })
    .optional(),
});

export type PriceRulesConfig = z.input<typeof schema>;
export type PriceRules = z.output<typeof schema>;
export type When = z.output<typeof when>;
export type Markup = z.output<typeof markup>;

/** Throws one error that lists every wrong field below the name of the file. */
export function readPriceRules(content: unknown, file: string): PriceRules {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const faults = schemaFaults(parsed.error).map(({ path, reason }) => `${path || 'the default export'}: ${reason}`);
  throw new Error([file, ...faults].join('\n'));
}

export function manufacturersIn(rules: PriceRules): string[] {
  const { cost, markup, own, floor, ceiling, campaigns } = rules;
  const all = [cost, markup, own, floor, ceiling, campaigns].flat();
  return [...new Set(all.flatMap((entry) => entry.when?.maker ?? []))];
}

/** Returns rules, such as `markup: cheap tires`, that never apply, because one above matches all their tires. */
export function unreachableRules(rules: PriceRules): string[] {
  return (['cost', 'markup', 'own'] as const).flatMap((list) =>
    rules[list].flatMap((entry, index) => {
      const isCovered = rules[list].slice(0, index).some((above) => covers(above.when ?? {}, entry.when ?? {}));
      return isCovered ? [`${list}: ${entry.name}`] : [];
    }),
  );
}

/** Whether every tire that meets the conditions `narrow` also meets `wide`. */
function covers(wide: When, narrow: When): boolean {
  return Object.entries(wide).every(([key, condition]) => {
    const narrower = narrow[key as keyof When];
    if (condition === undefined) return true;
    if (narrower === undefined) return false;
    if (Array.isArray(condition) && Array.isArray(narrower)) {
      const values: readonly string[] = condition;
      return narrower.every((value) => values.includes(value));
    }
    if (isRange(condition) && isRange(narrower)) return condition.min <= narrower.min && condition.max >= narrower.max;
    return condition === narrower;
  });
}

function isRange(condition: unknown): condition is { min: number; max: number } {
  return typeof condition === 'object' && condition !== null && 'min' in condition;
}
