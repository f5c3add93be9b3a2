import { useTranslations } from 'use-intl';
import type { Product } from '../../../shop/catalog/tire.ts';
import { useShop } from '../../shop-context.tsx';

/** Stock place by place: every branch, also those that have none, and the supplier. */
export function StockTable({ stock }: { stock: Product['stock'] }) {
  const t = useTranslations('stock');
  const { branches } = useShop().facts;
  const at = (place: string) => stock.find(({ branch }) => branch === place);
  const supplier = at('supplier');
  return (
    <table className="tabular w-full text-s">
      <caption className="mb-1 text-start font-semibold">{t('title')}</caption>
      <tbody>
        {branches.map(({ id, name }) => (
          <Row key={id} place={name} value={at(id) ? t('pieces', { count: at(id)?.count ?? 0 }) : t('zero')} />
        ))}
        <Row
          place={t('supplierPlace')}
          value={supplier ? t('piecesInDays', { count: supplier.count, days: supplier.leadDays }) : t('zero')}
        />
      </tbody>
    </table>
  );
}

function Row({ place, value }: { place: string; value: string }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-start font-normal">
        {place}
      </th>
      <td className="py-2 text-end font-semibold">{value}</td>
    </tr>
  );
}
