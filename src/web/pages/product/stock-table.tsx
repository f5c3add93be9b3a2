import type { ReactNode } from 'react';
import type { Product } from '../../../shop/catalog/tire.ts';
import { allocate } from '../../../shop/checkout/allocate.ts';
import { useShop } from '../../shop-context.tsx';
import { useTranslations } from '../../words.tsx';

type Props = { stock: Product['stock']; count: number };

/** Place by place what is there, suppliers by their lead days, and in how many working days so many tires can be collected at each branch. */
export function StockTable({ stock, count }: Props) {
  const t = useTranslations('product');
  const words = useTranslations('stock');
  const units = useTranslations('units');
  const { branches } = useShop().facts;
  if (stock.length === 0) return null;
  const supplies = stock.map(({ branch, count: free, leadDays }) => ({ place: branch, free, leadDays }));
  const ids = branches.map(({ id }) => id);
  const inWords = (days: number) =>
    days === 0 ? <span className="text-good">{units('atOnce')}</span> : units('inDays', { days });
  const collected = (branch: string) => {
    const { parts, missing } = allocate(count, supplies, branch, ids);
    return missing > 0 ? units('notEnough') : inWords(Math.max(...parts.map(({ leadDays }) => leadDays)));
  };
  const at = (place: string) => stock.find(({ branch }) => branch === place);
  const suppliers = stock.filter(({ branch }) => branch === 'supplier');
  return (
    <>
      <table className="tabular mt-4 w-full text-s">
        <caption className="sr-only">{words('title')}</caption>
        <thead>
          <tr className="text-quiet">
            <th scope="col">
              <span className="sr-only">{t('place')}</span>
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-normal">
              {t('inStock')}
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-normal">
              {t('collectCount', { count })}
            </th>
          </tr>
        </thead>
        <tbody>
          {branches.map(({ id, name }) => (
            <Row key={id} place={name} there={at(id)?.count ?? 0} when={collected(id)} />
          ))}
          {suppliers.length === 0 && <Row place={words('supplierPlace')} there={0} when="" />}
          {suppliers.map(({ count: there, leadDays }) => (
            <Row key={leadDays} place={words('supplierPlace')} there={there} when={inWords(leadDays)} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-s text-quiet">{t('stockHelp')}</p>
    </>
  );
}

function Row({ place, there, when }: { place: string; there: number; when: ReactNode }) {
  const words = useTranslations('stock');
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-start font-normal">
        {place}
      </th>
      <td className={`py-2 ps-3 text-end ${there > 0 ? 'font-semibold' : 'text-quiet'}`}>
        {there > 0 ? there : words('zero')}
      </td>
      <td className="py-2 ps-3 text-end font-semibold">{when}</td>
    </tr>
  );
}
