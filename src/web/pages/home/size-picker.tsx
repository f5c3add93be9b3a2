import { useTranslations } from 'use-intl';
import type { ListState } from '../../../shop/catalog/list/filter.ts';
import type { Facets } from '../../../shop/catalog/list/product-query.ts';
import { FacetSelect } from './filter-fields.tsx';
import type { FilterTexts } from './filter-texts.ts';
import { ListHeading } from './list-head.tsx';

type Props = {
  texts: FilterTexts;
  list: ListState;
  facets: Facets | undefined;
  isOnSizePage: boolean;
  onChange: () => void;
};

export function SizePicker({ texts, list, facets, isOnSizePage, onChange }: Props) {
  const t = useTranslations('filter');
  const numberSelect = (field: 'treadWidth' | 'profile' | 'diameter') => (
    <FacetSelect
      texts={texts}
      field={field}
      value={list.filter[field]}
      options={facets?.[field] ?? []}
      anyText={t('anyNumber')}
      onChange={onChange}
      className={`size-number size-${field}`}
    />
  );
  return (
    <div className="sidewall">
      <Sidewall />
      <ListHeading filter={list.filter} isOnSizePage={isOnSizePage} />
      <div className="flex justify-center">
        {numberSelect('treadWidth')}
        <span aria-hidden="true" className="size-slash">
          /
        </span>
        {numberSelect('profile')}
        {numberSelect('diameter')}
      </div>
    </div>
  );
}

const wheelCenter = { x: 200, y: 912 };

function Sidewall() {
  const { x: cx, y: cy } = wheelCenter;
  return (
    <svg viewBox="0 0 400 150" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <radialGradient id="rubber" gradientUnits="userSpaceOnUse" cx={cx} cy={cy} r="896">
        <stop offset=".84" stopColor="#1f2224" />
        <stop offset=".93" stopColor="#34383c" />
        <stop offset="1" stopColor="#232629" />
      </radialGradient>
      <g fill="none" stroke="#5b6166">
        <circle cx={cx} cy={cy} r="904" stroke="#2a2d30" strokeWidth="16" />
        <circle cx={cx} cy={cy} r="906" strokeWidth="10" strokeDasharray="22 6" />
        <circle cx={cx} cy={cy} r="896" fill="url(#rubber)" stroke="none" />
        <circle cx={cx} cy={cy} r="890" />
        <circle cx={cx} cy={cy} r="778" />
      </g>
    </svg>
  );
}
