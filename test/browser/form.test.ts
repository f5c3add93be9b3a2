import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { type Locale, localeIds, localizedPath } from '../../src/shop/locale.ts';
import { browserShop, cartOf, eventually, hydrated, kept, open, readable, startBuiltShop, words } from '../support/browser.ts';
import { form } from '../support/orders-shop.ts';

const plenty = { ringtee: 20, annelinn: 20 };
const shop = browserShop({
  tires: ['plain', 'dearer', 'fewer', 'gone', 'unreachable', 'late', 'reloaded', 'twice', 'hidden', 'limited'].map(
    (id) => ({ id, stock: plenty }),
  ),
});

const required = { ee: 'Kohustuslik väli', en: 'Required field', ru: 'Обязательное поле' };
const email = { ee: 'Vale e-mail', en: 'Invalid email', ru: 'Некорректный email' };

/** A visitor on the order page with four of a tire in the cart. */
async function ordering(id: string, language: Locale = 'en', address = shop.address): Promise<Page> {
  const cart = await cartOf(shop.address, { [id]: 4 });
  const page = await shop.visit({ language, baseURL: address });
  await open(page, '/favicon.svg').catch(() => {});
  return page;
}
