import type { Kysely } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import { type VatRate, vatPercentAt } from '../../../money.ts';
import { tallinnDate } from '../../../tallinn-date.ts';
import { campaignsAt, type PriceRules, readPriceRules } from './price-rules.ts';
import type { PricingDay } from './price-source.ts';
import type { ListedRules } from './prices-preview.ts';

/** `id` 0: rules that are only previewed. */
export type AppliedRules = { id: number; rules: PriceRules; vat: readonly VatRate[] };

/** Returns the last application of rules that was not undone; undefined if there is none. Its `rules` are null if it returned to the prices of the lists. */
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
export async function appliedRules(db: Kysely<Tables>): Promise<AppliedRules | null> {
  const row = await lastRules(db);
  if (!row?.rules) return null;
  return { id: row.id, rules: readPriceRules(row.rules, `${row.file}, as applied`), vat: row.vat };
}

export function pricingDay({ rules, vat }: Pick<AppliedRules, 'rules' | 'vat'>, now: Date): PricingDay {
  return { vatPercent: vatPercentAt(vat, now), day: tallinnDate(now), campaigns: campaignsAt(now, rules) };
}

/** Returns what depends on the time, as a text to compare with the stored `clock`: VAT, the campaigns that run, the ceilings that may go below the floor. */
export function termsInForce({ rules, vat }: Pick<AppliedRules, 'rules' | 'vat'>, now: Date): string {
  const { vatPercent, day, campaigns } = pricingDay({ rules, vat }, now);
  const ceilingsBelowFloor = rules.ceiling.filter(({ below }) => below && day <= below.until).map(({ name }) => name);
  return JSON.stringify([vatPercent, campaigns, ceilingsBelowFloor]);
}
