import { type ComponentType, memo } from 'react';
import type { PageName } from './sitemap.ts';

type PageModule = { default: ComponentType };

const imports: Record<PageName, () => Promise<PageModule>> = {
  index: () => import('./pages/home/home.tsx'),
  cart: () => import('./pages/cart/cart.tsx'),
  order: () => import('./pages/order/order.tsx'),
  product: () => import('./pages/product/product.tsx'),
  compare: () => import('./pages/compare/compare.tsx'),
  success: () => import('./pages/success/success.tsx'),
  faq: () => import('./pages/faq/faq.tsx'),
  'faq-buy': () => import('./pages/faq/faq-buy.tsx'),
  'faq-policy': () => import('./pages/faq/faq-policy.tsx'),
  'faq-warranty': () => import('./pages/faq/faq-warranty.tsx'),
  'faq-accessibility': () => import('./pages/faq/faq-accessibility.tsx'),
  withdrawal: () => import('./pages/withdrawal/withdrawal.tsx'),
};

const loaded = new Map<PageName, ComponentType>();

/** Loads the code of a page; rejects when its chunk cannot be fetched. */
export async function loadPage(page: PageName | null): Promise<void> {
  if (page === null || loaded.has(page)) return;
  // A page takes nothing from above: it is rendered again only by what it uses.
  loaded.set(page, memo((await imports[page]()).default));
}

/** A page that `loadPage` has loaded. Rendering never waits for code. */
export function loadedPage(page: PageName | null): ComponentType {
  const component = page && loaded.get(page);
  if (!component) throw new Error(`page not loaded: ${page}`);
  return component;
}
