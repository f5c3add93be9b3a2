import type { Dispatch, SetStateAction } from 'react';
import { useTranslations } from 'use-intl';
import { defaultCount } from '../../../shop/catalog/tire/availability-rank.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { AddToCart } from '../../ui/add-to-cart.tsx';

export function RowTitle({ children }: { children: string }) {
  return (
    <th scope="row" className="text-start font-normal text-quiet">
      <span>{children}</span>
    </th>
  );
}

/** `countsState`: the chosen count by the id of the tire. */
type BuyRowProps = {
  tires: readonly Product[];
  countsState: [Record<string, number>, Dispatch<SetStateAction<Record<string, number>>>];
};

export function BuyRow({ tires, countsState: [counts, setCounts] }: BuyRowProps) {
  const t = useTranslations('comparison');
  return (
    <tr className="no-print">
      <RowTitle>{t('cart')}</RowTitle>
      {tires.map((tire) => (
        <td key={tire.id} className="compare-buy">
          <AddToCart
            tire={tire}
            name={`${tireName(tire)} ${fullSize(tire)}`}
            countState={[
              counts[tire.id] ?? defaultCount,
              (count) => setCounts((previous) => ({ ...previous, [tire.id]: count })),
            ]}
          />
        </td>
      ))}
    </tr>
  );
}
