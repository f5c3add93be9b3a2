import { instantAt } from '../../../src/shop/calendar.ts';
import type { Source, TireFacts } from '../../../src/shop/catalog/prices/rules/matches.ts';
import {
  campaignsAt,
  type PriceRulesConfig,
  readPriceRules,
} from '../../../src/shop/catalog/prices/rules/price-rules.ts';
import { priceTire, type TireToPrice } from '../../../src/shop/catalog/prices/rules/price-tire.ts';

export const tire: TireFacts = {
  id: 'nokian-hakkapeliitta-r5-205-55-r16-94t',
  maker: 'nokian',
  model: 'Hakkapeliitta R5',
  season: 'winter',
  studs: 'none',
  vehicle: 'car',
  runflat: false,
  rim: 16,
  width: 205,
  ean: '6419440382319',
  competitorPrices: [],
};

export const source = (fields: Partial<Source> = {}): Source => ({
  supplier: 'latakko',
  sku: 'L1',
  costNet: 70,
  listCents: 99_90,
  recommendedCents: null,
  pieces: 20,
  ...fields,
});

export const ownStock = (fields: Partial<Source> = {}) =>
  source({ supplier: null, sku: null, listCents: null, ...fields });
export const pricingDay = { vatPercent: 24, day: '2026-11-28', time: '12:00' };

export const workedExample: PriceRulesConfig = {
  cost: [
    { name: 'freight 20"+', when: { rim: '20..' }, add: 3 },
    { name: 'freight', when: { supplier: 'latakko' }, add: 1.5 },
  ],
  markup: [
    { name: 'cheap', when: { cost: '..50' }, percent: 25, atLeast: 9, atMost: 15 },
    { name: 'rest', percent: 18, plus: 2 },
  ],
  floor: [{ name: 'least margin', margin: 6 }],
  round: { endings: ['.90'] },
};

/** `day`, `time`: in Tallinn. */
export type Options = { vatPercent?: number; day?: string; time?: string; ignoresGuard?: boolean };

export const title = { ee: 'Talvepakkumine', en: 'Winter offer', ru: 'Зимнее предложение' };

export function price(
  rules: PriceRulesConfig,
  { sources = [source()], ...priced }: Partial<TireToPrice> = {},
  options: Options = {},
) {
  const all = { tire, sources, pinned: null, previous: null, ...priced };
  const { day, time, ...others } = { ...pricingDay, ...options };
  const read = readPriceRules(rules, 'prices.config.ts');
  return priceTire(all, read, { ...others, day, campaigns: campaignsAt(instantAt(day, time), read) });
}

export const cents = (...args: Parameters<typeof price>) => price(...args)?.cents;
