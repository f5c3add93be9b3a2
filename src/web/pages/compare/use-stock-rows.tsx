import { defaultCount } from '../../../shop/cart/cart.ts';
import { differ } from '../../../shop/catalog/comparison.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { allocate } from '../../../shop/checkout/allocate.ts';
import { useShop } from '../../shop-context.tsx';
import { useTranslations } from '../../words.tsx';
import type { Row } from './use-compared-rows.tsx';

/** Branch by branch when a set of four can be collected there and what lies there; then what the supplier has. */
export function useStockRows(tires: readonly Product[]): Row[] {
  const t = useTranslations('comparison');
  const units = useTranslations('units');
  const words = useTranslations('stock');
  const { branches } = useShop().facts;
  const ids = branches.map(({ id }) => id);
  const inWords = (days: number) => (days === 0 ? units('atOnce') : units('inDays', { days }));
  const collected = ({ stock }: Product, branch: string) => {
    const supplies = stock.map(({ branch: place, count: free, leadDays }) => ({ place, free, leadDays }));
    const { parts, missing } = allocate(defaultCount, supplies, branch, ids);
    return missing > 0 ? units('notEnough') : inWords(Math.max(...parts.map(({ leadDays }) => leadDays)));
  };
  const at = ({ stock }: Product, place: string) => stock.find(({ branch }) => branch === place);
  const rowOf = (id: string, title: string, lines: (tire: Product) => [string, string]): Row => {
    const texts = tires.map(lines);
    const cells = texts.map(([first, second], index) => ({
      tire: tires[index]?.id ?? '',
      value: (
        <>
          {first}
          {second && <span className="block text-s font-normal text-quiet">{second}</span>}
        </>
      ),
    }));
    return { id, title, differs: differ(texts.map((text) => text.join())), cells };
  };
  return [
    ...branches.map(({ id, name }) =>
      rowOf(id, t('atBranch', { branch: name }), (tire) => [
        collected(tire, id),
        t('stock', { count: `${at(tire, id)?.count ?? 0}` }),
      ]),
    ),
    rowOf('supplier', words('supplierPlace'), (tire) => {
      const supplier = at(tire, 'supplier');
      if (!supplier) return [words('zero'), ''];
      return [inWords(supplier.leadDays), t('stock', { count: `${supplier.count}` })];
    }),
  ];
}
