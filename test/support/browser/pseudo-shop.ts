import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { locales } from '../../../src/shop/locale.ts';
import { idOf, shopCatalogue } from '../catalogue/shop-catalogue.ts';
import { browserShop } from './browser.ts';
import { pseudoBuild, withoutMarked } from './pseudo-locale.ts';

export const customer = { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' };

/** Texts that need no message: names of the owner, of languages and of the customer, and weekdays and months by Intl. */
const allowedNames = [
  shopConfig.name,
  shopConfig.legalName,
  shopConfig.vatNumber,
  shopConfig.address,
  shopConfig.email,
  shopConfig.bank.holder,
  shopConfig.bank.name,
  shopConfig.bank.bic,
  // The country of the bank account.
  shopConfig.bank.iban.slice(0, 2),
  ...shopConfig.branches.flatMap(({ name, street, city }) => [name, street, city]),
  ...Object.values(locales).flatMap(({ label, name }) => [label, name]),
  customer.name,
  // The first days of the twelve months of 2026 fall on all seven weekdays.
  ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))).flatMap((day) =>
    (['long', 'short'] as const).flatMap((length) =>
      new Intl.DateTimeFormat('en-GB', { weekday: length, month: length, timeZone: 'UTC' })
        .formatToParts(day)
        .map(({ value }) => value.trim()),
    ),
  ),
];

/** Order numbers, e-mail addresses, and the "at" that Intl writes between day and time. */
const allowedPatterns = /\bR\d\d-[0-9A-Z]{5}\b|[\w-]+@example\.com|(?<=\d{4}) at\u00a0(?=\d\d:\d\d)/g;

type MarkOptions = { allowed?: readonly string[]; minimum?: number };

/** A shop whose message files have ⟦ and ⟧ around every text. A text without them is in the code. */
export function pseudoShop() {
  const shop = browserShop({ template: shopCatalogue, build: pseudoBuild });
  let tireTexts: string[] | undefined;

  /** Texts on the page that are neither marked nor allowed. */
  async function unmarked(
    page: Page,
    furtherNames: readonly string[] = [],
    texts?: Awaited<ReturnType<typeof visibleTexts>>,
  ): Promise<string[]> {
    tireTexts ??= await textsOfTires(shop.address, await allIds());
    const allowed = [...allowedNames, ...furtherNames, ...tireTexts].sort((a, b) => b.length - a.length);
    const unmarkedTexts = (texts ?? (await visibleTexts(page))).filter(({ text }) => {
      // The patterns first: an order number may contain one of the names, such as EE.
      let unmarkedText = withoutMarked(text).replace(allowedPatterns, ' ');
      for (const name of allowed) if (name) unmarkedText = unmarkedText.replaceAll(name, ' ');
      return /\p{L}{2,}/u.test(unmarkedText);
    });
    return unmarkedTexts.map(({ where, text }) => `${where} ${text}`);
  }

  const allIds = async () => {
    const tires = await shop.db.kysely.selectFrom('tires').select('id').execute();
    return tires.map(({ id }) => id);
  };

  return {
    shop,
    unmarked,
    /** `minimum`: the least number of marked texts, so that an empty page fails. */
    async expectAllMarked(page: Page, { allowed = [], minimum = 20 }: MarkOptions = {}): Promise<void> {
      const url = page.url();
      const texts = await visibleTexts(page);
      expect({ url, unmarked: await unmarked(page, allowed, texts) }).toEqual({ url, unmarked: [] });
      expect(texts.filter(({ text }) => text.includes('⟦')).length).toBeGreaterThanOrEqual(minimum);
    },
    visit: (storage: Record<string, string> = {}) => shop.visit({ language: 'en', storage }),
    id: (model: string) => idOf(shop.db.kysely, model),
  };
}

type Tire = {
  manufacturer: { label: string };
  model: string;
  size: { text: string };
};

/** Manufacturers, models and sizes of the catalogue, and marks on the sidewall. */
async function textsOfTires(address: string, ids: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    // The API returns at most 50 tires by id.
    [ids.slice(0, 40), ids.slice(40)].map(async (batch) => {
      const answer = await fetch(`${address}/api/v1/products?${new URLSearchParams(batch.map((id) => ['id', id]))}`);
      return ((await answer.json()) as { items: Tire[] }).items;
    }),
  );
  const texts = answers.flat().flatMap(({ manufacturer, model, size }) => [manufacturer.label, model, size.text]);
  return [...new Set(texts), 'XL', 'DOT', '3PMSF', 'ZR'];
}

/** The texts of a page for eyes, screen readers and search engines, with their element or attribute. */
function visibleTexts(page: Page): Promise<{ where: string; text: string }[]> {
  return page.evaluate(() => {
    const texts: { where: string; text: string }[] = [];
    const add = (where: string, text: string | null) => {
      if (text?.trim()) texts.push({ where, text });
    };
    add('title', document.title);
    const textTags = [
      'name=description',
      'property="og:title"',
      'property="og:description"',
      'property="og:image:alt"',
    ];
    for (const meta of document.querySelectorAll(textTags.map((tag) => `meta[${tag}]`).join())) {
      add(meta.getAttribute('name') ?? meta.getAttribute('property') ?? '', meta.getAttribute('content'));
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) fromElement(node);
      else if (!node.parentElement?.closest('script, style, noscript')) {
        add(`<${node.parentElement?.localName}>`, node.textContent);
      }
    }
    return texts;

    function fromElement(element: Element) {
      const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'];
      for (const name of [...attributes, 'title', 'alt', 'placeholder', 'label']) {
        add(`<${element.localName} ${name}>`, element.getAttribute(name));
      }
      for (const part of ['::before', '::after']) {
        const { content } = getComputedStyle(element, part);
        if (content.startsWith('"')) add(`<${element.localName}>${part}`, content);
      }
      if (element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type)) {
        add('<input value>', element.value);
      }
    }
  });
}
