import type { ReactNode } from 'react';
import { defaultCount } from '../../../shop/cart/cart.ts';
import { type ComparedFact, judge, standsSnow } from '../../../shop/catalog/comparison.ts';
import { labelExemption } from '../../../shop/catalog/label.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { toCents, toEuros } from '../../../shop/money.ts';
import { AddToCart } from '../../ui/add-to-cart.tsx';
import { LabelLink } from '../../ui/label-link.tsx';
import { Price } from '../../ui/price.tsx';
import { useIndexWords } from '../../ui/use-index-words.ts';
import { useTranslations } from '../../words.tsx';
import { MarkWords } from './mark-words.tsx';
import { useStockRows } from './use-stock-rows.tsx';

/** `below`: what stands under the value and what is said of it. */
export type Cell = { tire: string; value: ReactNode; best?: string; below?: ReactNode };
export type Row = { id: string; title: string; differs: boolean; cells: readonly Cell[] };

/** What there is to say of tires side by side, in the order in which people ask: price, label, what it carries, stock, cart. */
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
    row('snow', words('snow'), (tire) => yesNo(standsSnow(tire))),
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
      // Stands also where only differences are shown: that is what the page is for.
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

/** Rows whose best value has words of its own. */
const praises = { price: true, fuel: true, wet: true, noise: true, load: true, dotYear: true };
