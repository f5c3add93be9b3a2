import { startBuiltShop } from './built-shop.ts';
import { migrated, type Template } from './database/database.ts';

/** The state of a shop that once started with the demonstration price list. */
export const demonstration: Template = {
  name: 'demonstration',
  from: migrated,
  fill: async (url) => (await startBuiltShop({ DATABASE_URL: url, DEMO: '1' })).stop(),
};
