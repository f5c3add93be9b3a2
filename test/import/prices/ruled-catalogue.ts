import {
  applyRules,
  previewRules,
  type RulesFile,
} from '../../../src/shop/catalog/prices/rules/change-rules.server.ts';
import type { PriceRulesConfig } from '../../../src/shop/catalog/prices/rules/price-rules.ts';
import { catalogue, csv, tires } from '../price-list.ts';

export const vat = [
  { from: '2009-07-01', percent: 20 },
  { from: '2025-07-01', percent: 24 },
];

/** Noon of a day of January 2027 in Tallinn. */
export const day = (number: number) => new Date(Date.UTC(2027, 0, number, 10));

export const rulesFile = (content: PriceRulesConfig | null): RulesFile => ({ file: 'prices.config.ts', content, vat });

export const worked: PriceRulesConfig = {
  cost: [{ name: 'freight', when: { supplier: 'latakko' }, add: 1.5 }],
  markup: [{ name: 'rest', percent: 18, plus: 2 }],
  floor: [{ name: 'least margin', margin: 6 }],
  round: { endings: ['.90'] },
};

/** A list of `latakko` whose tires T1, T2, … cost these euros. */
export function costing(...costs: (number | '')[]): string {
  const [head, ...rows] = csv(tires(costs.length), ';').trimEnd().split('\n');
  return [`${head};cost_net`, ...rows.map((row, index) => `${row};${costs[index]}`)].join('\n');
}

/** As `catalogue`, with the price rules of a file. */
export function ruledCatalogue() {
  const shop = catalogue();
  async function preview(rules: PriceRulesConfig | null, onDay: number, ignoresGuard = false) {
    const result = await previewRules(shop.database, rulesFile(rules), { now: day(onDay), ignoresGuard });
    if (!result.ok) throw new Error(result.reason);
    return result.preview;
  }
  return {
    shop,
    preview,
    importCosts: (onDay: number, ...costs: (number | '')[]) => shop.importList(costing(...costs), { now: day(onDay) }),
    async apply(rules: PriceRulesConfig | null, onDay: number, ignoresGuard = false) {
      const { hash } = await preview(rules, onDay, ignoresGuard);
      const file = rulesFile(rules);
      return applyRules(shop.database, file, { hash, now: day(onDay), actor: 'operator', ignoresGuard });
    },
    async prices() {
      const rows = await shop.db.selectFrom('tires').select('price_cents').orderBy('supplier_sku').execute();
      return rows.map(({ price_cents }) => price_cents);
    },
  };
}
