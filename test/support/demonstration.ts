import { startBuiltShop } from './built-shop.ts';
import type { Template } from './database.ts';

/** What a shop finds that was once started with the demonstration price list. */
export const demonstration: Template = {
  name: 'demonstration',
  fill: async (url) => (await startBuiltShop({ DATABASE_URL: url, DEMO: '1' })).stop(),
};
