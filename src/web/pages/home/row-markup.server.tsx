import { renderToString } from 'react-dom/server';
import { mostCompared } from '../../../shop/catalog/filter.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import type { Locale } from '../../../shop/locale.ts';
import { messagesOf } from '../../build/messages.ts';
import { type ShopContext, ShopProvider } from '../../shop-context.tsx';
import { WordsProvider } from '../../words.tsx';
import { type Comparing, ComparingProvider } from './comparing.ts';
import type { RenderRows } from './rendered-rows.ts';
import { TireRow } from './tire-row.tsx';

/** About 3 kB each. */
const most = 5_000;

const kept = new Map<string, { tire: Product; markup: string }>();

/** Stands for the address of the list, the one thing in a row that is not the tire's. */
const place = '?the-list-that-compares';

/** Whether a tire is in the comparison, can come into it, or finds it full. */
type Standing = 'chosen' | 'open' | 'full';

/** Renders rows of a list in a language, each once for each state of its tire; the longest unused are let go first. */
export function rowRenderer(locale: Locale, shop: ShopContext): RenderRows {
  return (tires, comparing) => tires.map((tire) => placed(tire, comparing)).join('');

  function placed(tire: Product, { ids, searchWith }: Comparing): string {
    const chosen = ids.includes(tire.id);
    const standing = chosen ? 'chosen' : ids.length < mostCompared ? 'open' : 'full';
    const address = searchWith(chosen ? ids.filter((id) => id !== tire.id) : [...ids, tire.id]);
    return markupOf(tire, standing).replace(place, () => address.replaceAll('&', '&amp;'));
  }

  function markupOf(tire: Product, standing: Standing): string {
    const key = `${locale} ${standing} ${tire.id}`;
    const known = kept.get(key);
    kept.delete(key);
    const row = known?.tire === tire ? known : { tire, markup: rendered(tire, standing) };
    kept.set(key, row);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return row.markup;
  }

  function rendered(tire: Product, standing: Standing): string {
    const others = Array.from({ length: mostCompared }, (_, index) => `other ${index}`);
    const ids = { chosen: [tire.id], open: [], full: others }[standing];
    return renderToString(
      <ShopProvider value={shop}>
        <WordsProvider locale={locale} messages={messagesOf(locale)}>
          <ComparingProvider value={{ ids, searchWith: () => place }}>
            <TireRow tire={tire} />
          </ComparingProvider>
        </WordsProvider>
      </ShopProvider>,
    );
  }
}
