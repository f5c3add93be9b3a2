import type { Kysely } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import { type VatRate, vatPercentAt } from '../../../money.ts';
import { tallinnDate } from '../../../tallinn-date.ts';
import { campaignsAt, type PriceRules, readPriceRules } from './price-rules.ts';
import type { PricingDay } from './price-source.ts';
import type { ListedRules } from './prices-preview.ts';

export type RulesWithVat = { rules: PriceRules; vat: readonly VatRate[] };

export type AppliedRules = NonNullable<Awaited<ReturnType<typeof appliedRules>>>;

/** Returns the last application of rules that is not undone, or undefined. `rules` null: it removed the rules. */
export function lastRules(db: Kysely<Tables>) {
  return db
    .selectFrom('price_rules')
    .selectAll()
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function listRules(db: Kysely<Tables>, limit: number): Promise<ListedRules[]> {
  return db
    .selectFrom('price_rules')
    .select(['id', 'at', 'actor', 'file', 'changed', 'undone_at as undoneAt'])
    .select(({ eb }) => eb('rules', 'is', null).as('removesRules'))
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<ListedRules>()
    .execute();
}

/** Null: prices are those of the lists. */
export async function appliedRules(db: Kysely<Tables>) {
  const row = await lastRules(db);
  if (!row?.rules) return null;
  return { ...row, rules: readPriceRules(row.rules, `${row.file}, as applied`) };
}

export function pricingDay({ rules, vat }: RulesWithVat, now: Date): PricingDay {
  return { vatPercent: vatPercentAt(vat, now), day: tallinnDate(now), campaigns: campaignsAt(now, rules) };
}

/** Returns the terms that depend on the time, as the text in the column `clock`: VAT, running campaigns, and ceilings that may go below the floor on that day. */
export function termsInForce({ rules, vat }: RulesWithVat, now: Date): string {
  const { vatPercent, day, campaigns } = pricingDay({ rules, vat }, now);
  const ceilingsBelowFloor = rules.ceiling.filter(({ below }) => below && day <= below.until).map(({ name }) => name);
  return JSON.stringify([vatPercent, campaigns, ceilingsBelowFloor]);
}
