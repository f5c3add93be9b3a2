import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type ComparedFact, compareFact, haveDifference } from '../../../shop/catalog/list/comparison.ts';
import { hasSnowflake } from '../../../shop/catalog/road/road-use.ts';
import { defaultCount } from '../../../shop/catalog/tire/availability-rank.ts';
import { labelExemption } from '../../../shop/catalog/tire/label.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { withinSentence } from '../../../shop/locale.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { useCollectionDays } from '../../ui/collection-days.tsx';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { useSupplierDayText } from '../../ui/supplier-day.ts';
import { markKey, Price, PriceOfSet } from '../../ui/tire-facts.tsx';
import { useIndexTexts } from '../../ui/use-index-texts.ts';

type Cell = { tireId: string; value: ReactNode; bestText?: string; below?: ReactNode };
export type Row = { id: string; title: string; differs: boolean; cells: readonly Cell[] };
/** A value that all compared tires have in common. `factCount`: the number of facts with this value. */
type EqualFact = { title: string; value: ReactNode; factCount: number };

export function useComparison(tires: readonly Product[]): { rows: readonly Row[]; equalFacts: readonly EqualFact[] } {
  const t = useTranslations('comparison');
  const tLabel = useTranslations('label');
  const tSeason = useTranslations('season');
  const { load: loadText, speed: speedText } = useIndexTexts();
  const stockRows = useStockRows(tires);
  const yesNo = (yes: boolean) => t(yes ? 'yes' : 'no');
  const missingText = (tire: Product) => t(labelExemption(tire) ? 'noLabel' : 'unknown');

  type CellContent = (tire: Product) => ReactNode;
  const row = (fact: ComparedFact, title: string, value: CellContent, below?: CellContent): Row => {
    const { differs, best: isBestByTire } = compareFact(tires, fact);
    const bestTextKey = factsWithBestText.find((known) => known === fact);
    const bestTextOfFact = bestTextKey && t(`best.${bestTextKey}`);
    const cells = tires.map((tire, index) => {
      const bestText = isBestByTire[index] ? bestTextOfFact : undefined;
      return { tireId: tire.id, value: value(tire), bestText, below: below?.(tire) };
    });
    // Equal values can have different texts: tires of one noise level, for example, can be of different noise classes.
    return { id: fact, title, differs: differs || hasDifferentTexts(cells), cells };
  };
  const labelClassRow = (fact: 'fuel' | 'wet') =>
    row(fact, tLabel(fact), (tire) => {
      const value = tire.label?.[fact];
      return value ? <b className={`grade ${fact}-${value}`}>{value}</b> : missingText(tire);
    });

  const priceRow = row(
    'price',
    t('each'),
    (tire) => (
      <>
        <Price euros={tire.price} className="block text-xl font-bold" />
        <PriceOfSet tire={tire} label={t('forFour')} />
      </>
    ),
    (tire) => <LabelLink tire={tire} variant="arrow" />,
  );
  const factRows = [
    labelClassRow('fuel'),
    labelClassRow('wet'),
    row('noise', tLabel('noise'), (tire) => {
      const { noiseDb: db = null, noiseClass: value = null } = tire.label ?? {};
      if (db === null) return missingText(tire);
      return value === null ? tLabel('db', { db }) : t('noise', { db, value });
    }),
    row('snow', tLabel('snow'), (tire) => {
      const marked = hasSnowflake(tire);
      return marked === null ? t('unknown') : yesNo(marked);
    }),
    row('ice', tLabel('ice'), (tire) => (tire.label ? yesNo(tire.label.ice) : missingText(tire))),
    row('load', t('load'), (tire) => `${loadText(tire)} (${tire.loadIndex})`),
    // The speed index `(Y)` has brackets of its own.
    row('speed', t('speed'), (tire) => `${speedText(tire)} (${tire.speedIndex.replace(/[()]/g, '')})`),
    row('season', t('season'), (tire) => tSeason(tire.season)),
    row('marks', t('marks'), ({ marks }) => <MarkTexts marks={marks} missingText={t('noMarks')} />),
    row('dotYear', t('dotYear'), ({ dotYear }) => dotYear ?? t('unknown')),
  ];
  const otherRows = [...factRows, ...stockRows];
  return {
    rows: [priceRow, ...otherRows.filter(({ differs }) => differs)],
    equalFacts: joinEqualFacts(otherRows, [t('noLabel'), t('unknown')]),
  };
}

function hasDifferentTexts(cells: readonly Cell[]): boolean {
  const texts = cells.map(({ value }) => value);
  return texts.every((text) => typeof text === 'string') && haveDifference(texts);
}

/** Returns the facts that do not differ. Unknown facts come last; those with the same text are joined into one. */
function joinEqualFacts(rows: readonly Row[], unknownTexts: readonly ReactNode[]): EqualFact[] {
  const known: EqualFact[] = [];
  const unknown = new Map<ReactNode, EqualFact>();
  for (const { title, differs, cells } of rows) {
    const value = cells[0]?.value;
    if (differs) continue;
    const joined = unknown.get(value);
    if (joined) {
      joined.title += `, ${withinSentence(title)}`;
      joined.factCount += 1;
    } else if (unknownTexts.includes(value)) unknown.set(value, { title, value, factCount: 1 });
    else known.push({ title, value, factCount: 1 });
  }
  return [...known, ...unknown.values()];
}

const factsWithBestText = ['price', 'fuel', 'wet', 'noise', 'load', 'dotYear'] as const;

function useStockRows(tires: readonly Product[]): Row[] {
  const t = useTranslations('comparison');
  const collectionAt = useCollectionDays();
  const supplierDay = useSupplierDayText();
  const tStock = useTranslations('stock');
  const { branches } = usePageContext().shopConfig;
  const stockAt = ({ stock }: Product, location: string) => stock.find(({ branch }) => branch === location);
  const stockRow = (id: string, title: string, textLines: (tire: Product) => [string, string]): Row => {
    const texts = tires.map(textLines);
    const cells = texts.map(([first, second], index) => ({
      tireId: tires[index]?.id ?? '',
      value: (
        <>
          {first}
          {second && <span className="block font-normal text-quiet">{second}</span>}
        </>
      ),
    }));
    return { id, title, differs: haveDifference(texts.map((text) => text.join())), cells };
  };
  return [
    ...branches.map(({ id, name }) =>
      stockRow(id, t('atBranch', { branch: name }), (tire) => [
        collectionAt(id, [{ stock: tire.stock, count: defaultCount }]).text,
        t('stock', { count: `${stockAt(tire, id)?.count ?? 0}` }),
      ]),
    ),
    stockRow('supplier', tStock('supplierPlace'), (tire) => {
      const supplier = stockAt(tire, 'supplier');
      if (!supplier) return [tStock('zero'), ''];
      return [supplierDay(supplier), t('stock', { count: `${supplier.count}` })];
    }),
  ];
}

function MarkTexts({ marks, missingText }: { marks: readonly string[]; missingText: string }) {
  const t = useTranslations('mark');
  const marksWithoutSnowflake = marks.filter((mark) => mark !== '3PMSF');
  if (marksWithoutSnowflake.length === 0) return missingText;
  return (
    <ul className="space-y-1 font-normal">
      {marksWithoutSnowflake.map((mark) => {
        const key = markKey(mark);
        return (
          <li key={mark}>
            <strong className="font-semibold">{key ? t(`${key}.short`) : mark}</strong>
            {key && <span className="block text-quiet">{t(`${key}.long`)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
