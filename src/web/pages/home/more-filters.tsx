import type { ListState } from '../../../shop/catalog/filter.ts';
import { loadInKg, speedInKmh } from '../../../shop/catalog/indices.ts';
import { countMore, flagFields } from '../../../shop/catalog/more-filters.ts';
import type { FacetOption, Facets } from '../../../shop/catalog/product-query.ts';
import { useShop } from '../../shop-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { chevronDown } from '../../ui/icons.ts';
import { useTranslations } from '../../words.tsx';
import { Check } from './check.tsx';
import { FacetSelect } from './facet-select.tsx';
import { PriceRange } from './price-range.tsx';

type Props = { list: ListState; facets: Facets | undefined; onChange: () => void };

/** Filters beyond the five, folded away until one is chosen. Each offers what is possible under all others, and how much. */
export function MoreFilters({ list, facets, onChange }: Props) {
  const t = useTranslations('filter');
  const mark = useTranslations('mark');
  const label = useTranslations('label');
  const { branches } = useShop().facts;
  const { filter, more } = list;
  const chosen = countMore(more);
  const makers = (facets?.manufacturer ?? []).filter(
    ({ id, count }) => id !== filter.manufacturer && (count > 0 || more.manufacturers.includes(id)),
  );
  const flag = {
    snow: label('snow'),
    ice: label('ice'),
    runflat: mark('RF.short'),
    xl: t('xl'),
  } as const;
  const orBetter = ({ id }: FacetOption) => (id === 'A' ? id : t('orBetter', { value: id }));
  const selects = {
    fuel: { name: label('fuel'), word: orBetter },
    wet: { name: label('wet'), word: orBetter },
    noise: { name: t('noise'), word: ({ id }: FacetOption) => label('db', { db: id }) },
    load: { name: t('load'), word: ({ id }: FacetOption) => t('loadOf', { index: id, kg: loadInKg(id)[0] ?? '?' }) },
    speed: {
      name: t('speed'),
      word: ({ id }: FacetOption) => t('speedOf', { symbol: id, kmh: speedInKmh(id)?.kmh ?? '?' }),
    },
    branch: { name: t('branch'), word: ({ id }: FacetOption) => branches.find((it) => it.id === id)?.name ?? id },
  } as const;
  return (
    <details className="more-filters col-span-6 -mb-2 lg:col-span-full">
      <summary className="inline-flex min-h-11 items-center gap-1.5 text-s font-semibold underline">
        {chosen === 0 ? t('more') : t('moreChosen', { count: chosen })}
        <Icon shape={chevronDown} size={16} />
      </summary>
      <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4 pt-2 pb-3 sm:grid-cols-4">
        <PriceRange more={more} range={facets?.price ?? null} onChange={onChange} />
        {(Object.keys(selects) as (keyof typeof selects)[]).map((field) => (
          <FacetSelect
            key={field}
            field={field}
            name={selects[field].name}
            value={more[field]}
            options={facets?.[field] ?? []}
            word={selects[field].word}
            counted
            onChange={onChange}
          />
        ))}
        <fieldset className="col-span-full grid gap-x-3 sm:grid-cols-2 lg:grid-cols-4">
          <legend className="mb-1 text-s font-semibold">{t('marks')}</legend>
          {flagFields.map((field) => (
            <Check
              key={field}
              name={field}
              value="1"
              checked={more[field]}
              count={facets?.[field][0]?.count ?? 0}
              onChange={onChange}
            >
              {flag[field]}
            </Check>
          ))}
        </fieldset>
        {makers.length > 0 && (
          <fieldset className="col-span-full">
            <legend className="mb-1 text-s font-semibold">{t(filter.manufacturer ? 'alsoMakers' : 'makers')}</legend>
            <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-4">
              {makers.map(({ id, label, count }) => (
                <Check
                  key={id}
                  name="manufacturer"
                  value={id}
                  checked={more.manufacturers.includes(id)}
                  count={count}
                  onChange={onChange}
                >
                  {label}
                </Check>
              ))}
            </div>
          </fieldset>
        )}
      </div>
    </details>
  );
}
