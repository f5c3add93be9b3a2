import { useTranslations } from 'use-intl';
import { picturePath } from '../../shop/catalog/photos/photo-path.ts';
import { defaultCount } from '../../shop/catalog/tire/availability-rank.ts';
import { fullSize, type Product } from '../../shop/catalog/tire/tire.ts';
import { formatMoney, toCents, toEuros } from '../../shop/money.ts';
import { usePageContext } from '../document/page-context.tsx';
import { useCollectionDays } from './collection-days.tsx';
import { useShopLocale } from './locale.ts';

/** `205/55 R16 91V XL`. Only the text after the size may wrap. */
export function FullSize({ tire }: { tire: Pick<Product, 'size' | 'loadIndex' | 'speedIndex' | 'marks'> }) {
  const loadSpeedAndMarks = fullSize(tire).slice(tire.size.text.length);
  return (
    <>
      <span className="whitespace-nowrap">{tire.size.text}</span>
      {loadSpeedAndMarks}
    </>
  );
}

type Props = { tire: Pick<Product, 'image' | 'photo'>; size: number; eager?: boolean; className?: string };

/** A decorative picture. Its size is fixed, so that nothing moves when it loads. */
export function TirePicture({ tire, size, eager = false, className = '' }: Props) {
  // Pictures exist in widths of 160, 320 and 640 px; screens may have two pixels per CSS pixel.
  const largeWidth = size > 160 ? 640 : 320;
  return (
    <img
      src={picturePath(tire, size > 80 ? largeWidth : 160)}
      alt=""
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`aspect-square h-auto w-full ${className}`}
    />
  );
}

const messageKeyByMark = { XL: 'XL', RF: 'RF', C: 'C', '3PMSF': 'snow', 'M+S': 'MS', FR: 'FR' } as const;

export function markKey(mark: string) {
  return Object.hasOwn(messageKeyByMark, mark) ? messageKeyByMark[mark as keyof typeof messageKeyByMark] : null;
}

export function TireMarks({ marks }: { marks: readonly string[] }) {
  const t = useTranslations('mark');
  return marks.map((mark) => {
    const key = markKey(mark);
    if (!key) return <span key={mark}>{mark}</span>;
    return (
      <abbr key={mark} title={t(`${key}.long`)} className="no-underline">
        {t(`${key}.short`)}
      </abbr>
    );
  });
}

type StockLineProps = { tire: Pick<Product, 'stock' | 'available'>; count?: number };

/** Shows when `count` tires, or all if fewer are left, can be collected at each branch, the soonest day first. */
export function StockLine({ tire, count = defaultCount }: StockLineProps) {
  const t = useTranslations('stock');
  const { branches } = usePageContext().shopConfig;
  const collectionAt = useCollectionDays();
  const { stock, available } = tire;
  if (stock.length === 0) return <p className="stock font-semibold text-bad">{t('none')}</p>;
  const wanted = { stock, count: Math.min(count, available) };
  const sortedBranches = branches
    .map(({ id, name }) => ({ ...collectionAt(id, [wanted]), name }))
    .toSorted((a, b) => a.day - b.day);
  const branchesByText = Map.groupBy(sortedBranches, ({ text, isHere }) => `${text} ${isHere}`);
  return (
    <ul className="stock">
      {[...branchesByText].map(([key, branchesOfText]) => (
        <li key={key} className={branchesOfText[0]?.isHere ? 'here' : undefined}>
          {t('branch', {
            branch: branchesOfText.map(({ name }) => name).join(', '),
            day: branchesOfText[0]?.text ?? '',
          })}
        </li>
      ))}
    </ul>
  );
}

export function Price({ euros, className = '' }: { euros: number; className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap ${className}`}>{formatMoney(toCents(euros), useShopLocale())}</span>
  );
}

export function PriceOfSet({ tire, label }: { tire: Product; label: string }) {
  const t = useTranslations('tire');
  const { available: count, price } = tire;
  if (count < defaultCount) {
    return count > 0 && <span className="block text-s font-semibold text-warn">{t('onlyLeft', { count })}</span>;
  }
  return (
    <span className="text-s font-normal text-quiet">
      {label} <Price euros={toEuros(toCents(price) * defaultCount)} />
    </span>
  );
}

export function NumberBadge({ number }: { number: number }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid size-6 shrink-0 place-items-center rounded-full border border-ink bg-ink text-s font-bold text-paper"
    >
      {number}
    </span>
  );
}
