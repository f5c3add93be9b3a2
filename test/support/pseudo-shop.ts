import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import facts from '../../shop.config.ts';
import { locales } from '../../src/shop/locale.ts';
import { browserShop } from './browser.ts';
import { pseudoBuild, withoutMarked } from './pseudo-locale.ts';
import { idOf, shopCatalogue } from './shop-catalogue.ts';
import { visibleWords } from './visible-words.ts';

/** The buyer of every order here. */
export const customer = { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' };

/** What is the same in every language: the owner's names, those of languages, of the buyer and of what Intl writes. */
const names = [
  ...[facts.name, facts.legalName, facts.vatNumber, facts.address, facts.email, facts.bank.holder, facts.bank.name],
  ...[facts.bank.bic, facts.bank.iban.slice(0, 2)],
  ...facts.branches.flatMap(({ name, street, city }) => [name, street, city]),
  ...Object.values(locales).flatMap(({ label, name }) => [label, name]),
  customer.name,
  ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + month))).flatMap((day) =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'long', month: 'long' })
      .formatToParts(day)
      .map(({ value }) => value.trim()),
  ),
];

/** Numbers of orders, addresses of buyers, and the word that Intl writes between day and time. */
const ownWords = /\bR\d\d-[0-9A-Z]{5}\b|[\w-]+@example\.com|(?<=\d{4}) at (?=\d\d:\d\d)/g;

/** A shop in which every text of the message files stands in ⟦marks⟧; what has none was written into the code. */
export function pseudoShop() {
  const shop = browserShop({ template: shopCatalogue, build: pseudoBuild });
  let tires: string[] | undefined;

  /** Words on the page that come neither from the message files nor from these names. */
  async function unmarked(page: Page, more: readonly string[] = []): Promise<string[]> {
    tires ??= await tireWords(shop.address, await allIds());
    const known = [...names, ...more, ...tires].sort((a, b) => b.length - a.length);
    const found = (await visibleWords(page)).filter(({ text }) => {
      let rest = withoutMarked(text);
      for (const name of known) if (name) rest = rest.replaceAll(name, ' ');
      return /\p{L}{2,}/u.test(rest.replace(ownWords, ' '));
    });
    return found.map(({ where, text }) => `${where} ${text}`);
  }

  const allIds = async () => {
    const all = await shop.db.kysely.selectFrom('tires').select('id').execute();
    return all.map(({ id }) => id);
  };

  return {
    shop,
    unmarked,
    /** `least`: marked texts that the page has at least; otherwise nothing was shown, or nothing was marked. */
    async expectAllMarked(page: Page, more?: readonly string[], least = 20): Promise<void> {
      expect(await unmarked(page, more)).toEqual([]);
      expect((await visibleWords(page)).filter(({ text }) => text.includes('⟦')).length).toBeGreaterThanOrEqual(least);
    },
    visit: (kept: Record<string, string> = {}) => shop.visit({ language: 'en', kept }),
    id: (model: string) => idOf(shop.db.kysely, model),
  };
}

type Tire = {
  manufacturer: { label: string };
  model: string;
  size: { text: string };
};

/** Makers, models and sizes of the catalogue, and the signs that stand on the rubber itself. */
async function tireWords(address: string, ids: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    [ids.slice(0, 40), ids.slice(40)].map(async (some) => {
      const answer = await fetch(`${address}/api/v1/products?${new URLSearchParams(some.map((id) => ['id', id]))}`);
      return ((await answer.json()) as { items: Tire[] }).items;
    }),
  );
  const all = answers.flat().flatMap(({ manufacturer, model, size }) => [manufacturer.label, model, size.text]);
  return [...new Set(all), 'XL', 'DOT', '3PMSF', 'ZR'];
}
