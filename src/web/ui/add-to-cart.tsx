import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { defaultCount } from '../../shop/cart/cart.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { useShop } from '../shop-context.tsx';
import { useCart } from '../stores/cart.ts';
import { CountStepper } from './count-stepper.tsx';
import { PageLink } from './page-link.tsx';

type Props = { tire: Product; name: string; interactive: boolean };

/** Count and button; once the tire is in the cart, the count there can be changed and the way on is shown. */
export function AddToCart({ tire, name, interactive }: Props) {
  const t = useTranslations('tire');
  const item = useCart(({ cart }) => cart[tire.id]);
  const put = useCart((store) => store.put);
  const most = Math.max(1, Math.min(tire.available, useShop().facts.limits.perLine));
  const [wanted, setWanted] = useState(Math.min(defaultCount, most));
  if (tire.available === 0) return <p className="font-semibold text-bad">{t('soldOut')}</p>;
  const stepper = (
    <CountStepper
      count={item?.count ?? wanted}
      most={most}
      of={name}
      onChange={(count) => (item ? put(tire, count) : setWanted(count))}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {stepper}
      {item ? (
        <PageLink to="cart" className="button min-w-34">
          <Check size={18} aria-hidden />
          {t('inCart')}
        </PageLink>
      ) : (
        <button
          type="button"
          className="button button-signal min-w-34"
          disabled={!interactive}
          aria-label={t('addNamed', { name })}
          onClick={() => put(tire, wanted)}
        >
          {t('add')}
        </button>
      )}
    </div>
  );
}
