import { useTranslations } from 'use-intl';
import { type Cart, type CartItem, cartTotal } from '../../../shop/cart/cart.ts';
import { toEuros, vatIn } from '../../../shop/money.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { useDaysByBranch } from '../../ui/days-by-branch.ts';
import { FittingPrice, SoonestTimes } from '../../ui/fitting/fitting-offer.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Price } from '../../ui/tire-facts.tsx';

type Props = {
  cart: Cart;
  obstacle: string | null;
};

export function CartSummary({ cart, obstacle }: Props) {
  const t = useTranslations('cart');
  const { vatPercent } = usePageContext();
  const total = cartTotal(cart);
  const items = Object.values(cart);
  return (
    <section
      aria-labelledby="cart-summary"
      className="grid gap-4 rounded-sm border border-line bg-sheet p-5 lg:sticky lg:top-6"
    >
      <h2 id="cart-summary" className="text-l font-semibold">
        {t('summary')}
      </h2>
      {!obstacle && <CollectionDays items={items} />}
      <FulfilmentChoice items={items} />
      <div className="border-t border-line pt-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold">{t('total')} </span>
          <Price euros={toEuros(total)} className="text-2xl font-bold" />
        </p>
        <p className="text-end text-s text-quiet">
          {t('vat', { percent: vatPercent })} <Price euros={toEuros(vatIn(total, vatPercent))} />
        </p>
      </div>
      {obstacle ? (
        <p role="status" className="font-semibold text-bad">
          {obstacle}
        </p>
      ) : (
        <PageLink to="order" className="button button-signal min-h-14 text-l">
          {t('toOrder')}
        </PageLink>
      )}
    </section>
  );
}

function CollectionDays({ items }: { items: readonly CartItem[] }) {
  const t = useTranslations('cart');
  const { branches } = usePageContext().shopConfig;
  const daysByBranch = useDaysByBranch();
  return (
    <div>
      <p className="text-s text-quiet">{t('collect')}</p>
      <ul className="tabular">
        {daysByBranch(branches, items).map(({ id, name, text }) => (
          <li key={id}>
            {name}: <strong className="font-semibold">{text}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FulfilmentChoice({ items }: { items: readonly CartItem[] }) {
  const t = useTranslations('cart');
  const chosen = useCart((store) => store.fulfilment);
  return (
    <div className="border-t border-line pt-4">
      <fieldset>
        <legend className="text-s text-quiet">{t('fulfilment')}</legend>
        {(['pickup', 'fitting'] as const).map((fulfilment) => (
          <label key={fulfilment} className="flex min-h-11 items-start gap-3 py-2.5">
            <input
              type="radio"
              name="fulfilment"
              className="choice"
              checked={chosen === fulfilment}
              onChange={() => useCart.setState({ fulfilment })}
            />
            <span>
              {t(fulfilment)}
              {fulfilment === 'fitting' && (
                <span className="block text-s text-quiet">
                  <FittingPrice tires={items} />
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="ps-8 text-s">
        <SoonestTimes tires={items} />
      </div>
    </div>
  );
}
