/** The order of names in a list: letter by letter, whatever the case (Barum before BFGoodrich). */
export const byName = new Intl.Collator('en', { sensitivity: 'base' }).compare;
