import { memo, useMemo, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { idsNotIn, searchWithIds } from '../../../shop/catalog/list/compared.ts';
import { chosenVariants } from '../../../shop/catalog/list/filter.ts';
import type { ProductList } from '../../../shop/catalog/list/product-query.ts';
import { picturePath } from '../../../shop/catalog/photos/photo-path.ts';
import { defaultCount } from '../../../shop/catalog/tire/availability-rank.ts';
import { hasLabelValues } from '../../../shop/catalog/tire/label.ts';
import { fullSize, nameAndSize, type Product } from '../../../shop/catalog/tire/tire.ts';
import { rowsOf, variantText } from '../../../shop/catalog/tire/variants.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { useCart, useStoreReady } from '../../client/stores/stored.ts';
import { usePageData } from '../../document/page-context.tsx';
import { AddToCart } from '../../ui/add-to-cart.tsx';
import { LabelFacts } from '../../ui/label/label-facts.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { markKey, StockLine } from '../../ui/tire-facts.tsx';
import { CompareLink } from './comparing.tsx';
import { useAfterPaint } from './use-after-paint.ts';

/** Rows are at least 215 px high on phones, and 96 px on screens of 1024 px and wider. */
const rowsInView = () => (matchMedia('(min-width: 64rem)').matches ? 6 : 4);

type Props = { products: ProductList; showsSeason: boolean; isLabelled: boolean; isOutdated: boolean };

export function TireRows({ products, showsSeason, isLabelled, isOutdated }: Props) {
  const rows = useMemo(() => rowsOf(products), [products]);
  const paintedRows = useAfterPaint(rows);
  const isUnpainted = paintedRows !== rows;
  const isRestored = useIsRestored();
  const [search] = useSearchParams();
  const chosenIds = chosenVariants(search);
  return (
    <ul
      className={['tire-rows', isLabelled && 'labelled', isOutdated && 'opacity-60', isRestored && 'laid-out']
        .filter(Boolean)
        .join(' ')}
    >
      {(isUnpainted ? rows.slice(0, rowsInView()) : rows).map((variants) => {
        const [first] = variants;
        const tire = variants.find(({ id }) => chosenIds.includes(id)) ?? first;
        return tire && <TireRow key={first?.id} tire={tire} variants={variants} showsSeason={showsSeason} />;
      })}
    </ul>
  );
}

/** Whether Back or Forward led to the list: the browser restores its scroll position once all rows are laid out. */
function useIsRestored(): boolean {
  const kind = useNavigationType();
  const location = useLocation();
  const isCartRead = useStoreReady(useCart);
  // The first location of a document is POP, too. Only a list of the first render, which is at that location, mounts before the cart has been read.
  const [firstLocation] = useState(isCartRead ? null : location);
  return kind === 'POP' && location !== firstLocation;
}

/** `variants`: tires of one model and size that share the row; `tire`: the one of them that is shown. */
type RowProps = { tire: Product; variants: readonly Product[]; showsSeason: boolean };

const TireRow = memo(function TireRow({ tire, variants, showsSeason }: RowProps) {
  const tMark = useTranslations('mark');
  const tSeason = useTranslations('season');
  const tList = useTranslations('list');
  const { manufacturer, model, marks, label, dotYear } = tire;
  // XL is in the size, ice implies 3PMSF, 3PMSF says more than M+S, and FR (rim protector) decides no purchase.
  const isOmitted = (mark: string) => {
    if (mark === '3PMSF') return label?.ice;
    if (mark === 'M+S') return marks.includes('3PMSF');
    return mark === 'XL' || mark === 'FR';
  };
  const markTexts = marks
    .filter((mark) => !isOmitted(mark))
    .map((mark) => {
      const key = markKey(mark);
      return key ? tMark(`${key}.short`) : mark;
    });
  // Without label values, the year is among the facts below.
  const year = hasLabelValues(label) && dotYear && `DOT\u00a0${dotYear}`;
  const details = [showsSeason && tSeason(tire.season), ...markTexts, year];
  return (
    <li className="tire-row">
      <img src={picturePath(tire, 160)} alt="" width="72" height="72" loading="lazy" decoding="async" />
      <h3>
        <PageLink to="product" search={`?id=${tire.id}`}>
          {`${manufacturer.label} `}
          <strong>{model}</strong>
        </PageLink>
      </h3>
      <p className="size">{variants.length > 1 ? <Variants tire={tire} variants={variants} /> : fullSize(tire)}</p>
      <p className="more">
        {label?.ice && <strong className="text-ink">{tList('iceMark')}</strong>}
        {` ${details.filter(Boolean).join(' · ')} `}
        <CompareLink tire={tire} />
      </p>
      <LabelFacts tire={tire} />
      <StockLine tire={tire} />
      <RowPrice tire={tire} />
      <AddToCart tire={tire} />
    </li>
  );
});

function Variants({ tire, variants }: { tire: Product; variants: readonly Product[] }) {
  const tMark = useTranslations('mark');
  const { season } = usePageData();
  const [search] = useSearchParams();
  const chosenInOtherRows = idsNotIn(chosenVariants(search), variants);
  return (
    <>
      {`${tire.size.text} `}
      {variants.map((variant) => (
        <PageLink
          key={variant.id}
          to="index"
          search={searchWithIds(search, 'variant', [...chosenInOtherRows, variant.id], season)}
          preventScrollReset
          replace
          aria-current={variant === tire || undefined}
          aria-label={nameAndSize(variant)}
          className="variant"
        >
          {variantText(variant, variants, tMark('RF.short'))}
        </PageLink>
      ))}
    </>
  );
}

function RowPrice({ tire: { price, available } }: { tire: Product }) {
  const t = useTranslations('tire');
  const locale = useShopLocale();
  const money = (cents: number) => formatMoney(cents, locale);
  return (
    <p className="price">
      <b>{money(toCents(price))}</b>
      {available < defaultCount ? (
        <strong>{` ${t('onlyLeft', { count: available })}`}</strong>
      ) : (
        ` ${t('setOfFour')} ${money(toCents(price) * defaultCount)}`
      )}
    </p>
  );
}
