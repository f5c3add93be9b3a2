import { cartTotal } from '../../../shop/cart/cart.ts';
import { tireName } from '../../../shop/catalog/tire.ts';
import { toCents, toEuros, vatIn } from '../../../shop/money.ts';
import { useShop } from '../../shop-context.tsx';
import { useCart } from '../../stores/cart.ts';
import { FullSize } from '../../ui/full-size.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Price } from '../../ui/price.tsx';
import { useTranslations } from '../../words.tsx';

/** What is about to be ordered, and for how much. */
export function OrderSummary() {
  const t = useTranslations('order');
  const cart = useCart((store) => store.cart);
  const { vatPercent } = useShop();
  const total = cartTotal(cart);
  return (
    <aside aria-labelledby="summary" className="rounded-sm border border-line bg-sheet p-5 lg:sticky lg:top-6">
      <h2 id="summary" className="text-l font-semibold">
        {t('summary')}
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {Object.values(cart).map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-3">
            <span className="min-w-0">
              {tireName(item)}
              <span className="tabular block text-s">
                <FullSize tire={item} />
              </span>
              <span className="tabular block text-s text-quiet">
                {item.count} × <Price euros={item.price} />
              </span>
            </span>
            <Price euros={toEuros(toCents(item.price) * item.count)} className="font-semibold" />
          </li>
        ))}
      </ul>
      <p className="mt-4 flex items-baseline justify-between">
        <span className="font-semibold">{t('total')}</span>
        <Price euros={toEuros(total)} className="text-2xl font-bold" />
      </p>
      <p className="text-end text-s text-quiet">
        {t('vat', { percent: vatPercent })} <Price euros={toEuros(vatIn(total, vatPercent))} />
      </p>
      <PageLink to="cart" className="mt-3 inline-flex min-h-11 items-center text-s underline">
        {t('changeCart')}
      </PageLink>
    </aside>
  );
}
