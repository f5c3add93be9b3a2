import type { Dispatch, SetStateAction } from 'react';
import { useTranslations } from 'use-intl';
import { defaultCount } from '../../../shop/catalog/tire/availability-rank.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { AddToCart } from '../../ui/add-to-cart.tsx';

export function RowTitle({ children }: { children: string }) {
  return (
    <th scope="row" className="text-start font-normal text-quiet">
      <span>{children}</span>
    </th>
  );
}

type BuyRowProps = {
  tires: readonly Product[];
  countsByIdState: [Record<string, number>, Dispatch<SetStateAction<Record<string, number>>>];
};

export function BuyRow({ tires, countsByIdState: [countsById, setCountsById] }: BuyRowProps) {
  const t = useTranslations('comparison');
  return (
    <tr className="no-print">
      <RowTitle>{t('cart')}</RowTitle>
      {tires.map((tire) => (
        <td key={tire.id} className="compare-buy">
          <AddToCart
            tire={tire}
            countState={[
              countsById[tire.id] ?? defaultCount,
              (count) => setCountsById((previous) => ({ ...previous, [tire.id]: count })),
            ]}
          />
        </td>
      ))}
    </tr>
  );
}
