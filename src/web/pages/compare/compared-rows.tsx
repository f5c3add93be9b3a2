import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { defaultCount } from '../../../shop/cart/cart.ts';
import { type ComparedFact, differ, hasSnowflake, judge } from '../../../shop/catalog/list/comparison.ts';
import { labelExemption } from '../../../shop/catalog/tire/label.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { allocate } from '../../../shop/checkout/place/allocate.ts';
import { toCents, toEuros } from '../../../shop/money.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { AddToCart } from '../../ui/add-to-cart.tsx';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { markKey, Price } from '../../ui/tire-facts.tsx';
import { useIndexWords } from '../../ui/use-index-words.ts';

export type Cell = { tire: string; value: ReactNode; best?: string; below?: ReactNode };
type Row = { id: string; title: string; differs: boolean; cells: readonly Cell[] };

export function useComparedRows(tires: readonly Product[]): Row[] {
  const t = useTranslations('comparison');
  const words = useTranslations('label');
  const season = useTranslations('season');
  const { load, speed } = useIndexWords();
  const stock = useStockRows(tires);
  const yesNo = (yes: boolean) => t(yes ? 'yes' : 'no');
  const none = (tire: Product) => t(labelExemption(tire) ? 'noLabel' : 'unknown');

  type Shown = (tire: Product) => ReactNode;
  const row = (fact: ComparedFact, title: string, value: Shown, below?: Shown): Row => {
    const { differs, best } = judge(tires, fact);
    const praise = fact in praises ? t(`best.${fact as keyof typeof praises}`) : undefined;
    const cells = tires.map((tire, at) => {
      const said = best[at] ? praise : undefined;
      return { tire: tire.id, value: value(tire), best: said, below: below?.(tire) };
    });
    return { id: fact, title, differs, cells };
  };
  const labelClass = (fact: 'fuel' | 'wet') => row(fact, words(fact), (tire) => tire.label?.[fact] ?? none(tire));

  return [
    row(
      'price',
      t('each'),
      (tire) => (
        <>
          <Price euros={tire.price} className="block text-xl font-bold" />
          <span className="text-s font-normal text-quiet">
            {t('forFour')} <Price euros={toEuros(toCents(tire.price) * defaultCount)} />
          </span>
        </>
      ),
      (tire) => <LabelLink tire={tire} arrowOnly={32} />,
    ),
    labelClass('fuel'),
    labelClass('wet'),
    row('noise', words('noise'), (tire) => {
      const { noiseDb: db = null, noiseClass: value = null } = tire.label ?? {};
      if (db === null) return none(tire);
      return value === null ? words('db', { db }) : t('noise', { db, value });
    }),
    row('snow', words('snow'), (tire) => yesNo(hasSnowflake(tire))),
    row('ice', words('ice'), (tire) => (tire.label ? yesNo(tire.label.ice) : none(tire))),
    row('load', t('load'), (tire) => `${load(tire)} (${tire.loadIndex})`),
    row('speed', t('speed'), (tire) => `${speed(tire)} (${tire.speedIndex.replace(/[()]/g, '')})`),
    row('season', t('season'), (tire) => season(tire.season)),
    row('marks', t('marks'), ({ marks }) => <MarkWords marks={marks} none={t('noMarks')} />),
    row('dotYear', t('dotYear'), ({ dotYear }) => dotYear ?? t('unknown')),
    ...stock,
    {
      id: 'cart',
      title: t('cart'),
      differs: false,
      cells: tires.map((tire) => ({
        tire: tire.id,
        value: (
          <div className="no-print font-normal [&_.button]:w-full [&>div]:w-full [&>div]:flex-col [&>div]:items-stretch [&_fieldset]:w-full [&_fieldset]:justify-between">
            <AddToCart tire={tire} name={`${tireName(tire)} ${fullSize(tire)}`} />
          </div>
        ),
      })),
    },
  ];
}

const praises = { price: true, fuel: true, wet: true, noise: true, load: true, dotYear: true };

/** Rows of stock and collection of a set of four, by branch and supplier. */
function useStockRows(tires: readonly Product[]): Row[] {
  const t = useTranslations('comparison');
  const units = useTranslations('units');
  const words = useTranslations('stock');
  const { branches } = usePageContext().shopConfig;
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

/** Marks with their meaning; the snowflake has its own row. */
function MarkWords({ marks, none }: { marks: readonly string[]; none: string }) {
  const t = useTranslations('mark');
  const others = marks.filter((mark) => mark !== '3PMSF');
  if (others.length === 0) return none;
  return (
    <ul className="space-y-1 font-normal">
      {others.map((mark) => {
        const key = markKey(mark);
        return (
          <li key={mark}>
            <strong className="font-semibold">{key ? t(`${key}.short`) : mark}</strong>
            {key && <span className="block text-s text-quiet">{t(`${key}.long`)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
