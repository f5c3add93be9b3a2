import type { CartItem } from '../../../shop/cart/cart.ts';
import { fullSize, tireName } from '../../../shop/catalog/tire.ts';
import { toCents, toEuros } from '../../../shop/money.ts';
import { useShop } from '../../shop-context.tsx';
import { useCart } from '../../stores/cart.ts';
import { CountStepper } from '../../ui/count-stepper.tsx';
import { FullSize } from '../../ui/full-size.tsx';
import { Icon } from '../../ui/icon.tsx';
import { trash } from '../../ui/icons.ts';
import { LabelLink } from '../../ui/label-link.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Price } from '../../ui/price.tsx';
import { StockLine } from '../../ui/stock-line.tsx';
import { TirePicture } from '../../ui/tire-picture.tsx';
import { useTranslations } from '../../words.tsx';
import { RoadCaution } from './road-caution.tsx';

export function CartRow({ item, onRemove }: { item: CartItem; onRemove: () => void }) {
  const t = useTranslations('cart');
  const put = useCart((store) => store.put);
  const { perLine } = useShop().facts.limits;
  const name = `${tireName(item)} ${fullSize(item)}`;
  const tooMany = item.count > item.available;
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-x-4 gap-y-3 py-5 sm:grid-cols-[5rem_1fr_auto_8rem]">
      <TirePicture tire={item} size={80} />
      <div className="min-w-0">
        <h2>
          <PageLink to="product" search={`?id=${item.id}`} className="hover:underline">
            {item.manufacturer.label} <strong>{item.model}</strong>
          </PageLink>
        </h2>
        <p className="tabular font-semibold">
          <FullSize tire={item} />
        </p>
        <StockLine stock={item.stock} />
        <RoadCaution tire={item} />
        {tooMany && item.available > 0 && (
          <p className="mt-2 text-s font-semibold text-bad">
            {t('onlyLeft', { count: item.available })}{' '}
            <button type="button" className="min-h-11 underline" onClick={() => put(item, item.available)}>
              {t('takeLeft', { count: item.available })}
            </button>
          </p>
        )}
      </div>
      <div className="col-start-2 flex items-center gap-1 self-start sm:col-start-auto">
        <CountStepper
          count={item.count}
          most={Math.max(item.count, Math.min(item.available, perLine))}
          of={name}
          onChange={(count) => put(item, count)}
        />
        <button
          type="button"
          className="grid size-11 place-items-center"
          aria-label={t('remove', { name })}
          onClick={onRemove}
        >
          <Icon shape={trash} size={18} />
        </button>
      </div>
      <div className="col-start-2 flex items-start justify-between gap-3 sm:col-start-auto sm:flex-col sm:items-end sm:justify-start sm:gap-1 sm:text-end">
        <p>
          <Price euros={toEuros(toCents(item.price) * item.count)} className="block text-l font-bold" />
          <span className="tabular text-s text-quiet">
            {item.count} × <Price euros={item.price} />
          </span>
        </p>
        <LabelLink tire={item} arrowOnly={32} />
      </div>
    </li>
  );
}
