import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import facts from '../../../../shop.config.ts';
import { aTire } from '../../../../test/support/product.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { localeIds } from '../../../shop/locale.ts';
import { loadMessages, messagesOf } from '../../build/messages.ts';
import { type ShopContext, ShopProvider } from '../../shop-context.tsx';
import { WordsProvider } from '../../words.tsx';
import { type Comparing, ComparingProvider } from './comparing.ts';
import { rowRenderer } from './row-markup.server.tsx';
import { TireRow } from './tire-row.tsx';

const shop = { facts } as unknown as ShopContext;
const tires: Product[] = [
  aTire({ id: 'one' }),
  aTire({ id: 'two', model: 'A & B <"quoted">' }),
  aTire({ id: 'three', label: null, available: 0, stock: [] }),
];
const comparingWith = (ids: string[]): Comparing => ({
  ids,
  searchWith: (next) => `?season=summer&compare=${next.join('&compare=')}$&`,
});

describe.each(localeIds)('rows kept as markup, in %s', (locale) => {
  test.each([
    ['of an empty comparison', []],
    ['of which one is compared', ['two']],
    ['beside a full comparison', ['a', 'b', 'c', 'two']],
  ])('%s are what the rows themselves become, at first and kept', async (_, ids) => {
    await loadMessages(locale);
    const comparing = comparingWith(ids);
    const itself = renderToString(
      <ShopProvider value={shop}>
        <WordsProvider locale={locale} messages={messagesOf(locale)}>
          <ComparingProvider value={comparing}>
            {tires.map((tire) => (
              <TireRow key={tire.id} tire={tire} />
            ))}
          </ComparingProvider>
        </WordsProvider>
      </ShopProvider>,
    );
    const render = rowRenderer(locale, shop);
    expect(render(tires, comparing)).toBe(itself);
    expect(render(tires, comparing)).toBe(itself);
  });

  test('follow a tire that has changed', async () => {
    await loadMessages(locale);
    const render = rowRenderer(locale, shop);
    const [tire = aTire()] = tires;
    const before = render([tire], comparingWith([]));
    expect(render([{ ...tire, price: 123.45 }], comparingWith([]))).not.toBe(before);
  });
});
