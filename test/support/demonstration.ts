import { startBuiltShop } from './built-shop.ts';
import { migrated, type Template } from './database/database.ts';

/** The database of a shop after a start with the demonstration price list. */
export const demonstration: Template = {
  name: 'demonstration',
  from: migrated,
  fill: async (url) => (await startBuiltShop({ DATABASE_URL: url, DEMO: '1' })).stop(),
};
