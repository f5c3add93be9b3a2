import type { Product } from '../../shop/catalog/tire.ts';
import { xmlText } from '../search-engines/xml.ts';
import type { FeedWords } from './feed-words.server.ts';
import { feedItem } from './google-item.ts';

/** Where the shop is reached, and what it is called. */
export type Feed = { origin: string; shopName: string; words: FeedWords };

/** Tires that are written before others get their turn: well under a millisecond of work. */
const batch = 100;

/**
 * The catalogue as Google Merchant Center reads it: RSS 2.0 with its `g:` names (product data specification, as of 2026),
 * in pieces. `eanOf`: the EAN of a tire where its price list names one.
 */
export function* googleFeed(
  tires: readonly Product[],
  eanOf: (tire: Product) => string | undefined,
  feed: Feed,
): Generator<string> {
  const { words, origin, shopName } = feed;
  let text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${xmlText(shopName)}</title>
<link>${xmlText(origin + words.home)}</link>
<description>${xmlText(words.title)}</description>
`;
  for (const [position, tire] of tires.entries()) {
    text += feedItem(tire, eanOf(tire), feed);
    if (position % batch !== batch - 1) continue;
    yield text;
    text = '';
  }
  yield `${text}</channel>\n</rss>\n`;
}
