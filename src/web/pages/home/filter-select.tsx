import { useTranslations } from 'use-intl';
import type { FilterField } from '../../../shop/catalog/filter.ts';
import type { FacetOption } from '../../../shop/catalog/product-query.ts';
import type { SeasonFilter } from '../../../shop/catalog/season.ts';

type Props = {
  field: FilterField;
  value: string | number | null;
  options: readonly FacetOption[];
  onChange: () => void;
  className?: string;
};

/** A filter as a native select. Options that lead nowhere are marked with a word and stay choosable. */
export function FilterSelect({ field, value, options, onChange, className = '' }: Props) {
  const t = useTranslations('filter');
  const season = useTranslations('season');
  const chosen = value === null ? '' : `${value}`;
  const label = ({ id, label }: Pick<FacetOption, 'id' | 'label'>) => {
    if (field === 'season') return season(id as SeasonFilter);
    if (field === 'profile' && id === '0') return t('fullProfile');
    return field === 'diameter' ? `R${label}` : label;
  };
  // The chosen value is always on the list, also when the catalogue has none of it.
  const all = chosen === '' || options.some(({ id }) => id === chosen) ? options : [...options, missing(chosen)];
  return (
    <label className={`block min-w-0 ${className}`}>
      <span className="mb-1 block text-s font-semibold">{t(field)}</span>
      {/* Keyed by its value, so that a link that changes the filter changes the control. */}
      <select key={chosen} name={field} defaultValue={chosen} onChange={onChange} className="field tabular">
        <option value="">{t('any')}</option>
        {all.map((option) => (
          <option key={option.id} value={option.id} data-unavailable={option.unavailable || undefined}>
            {label(option)}
            {option.unavailable && ` – ${t('none')}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function missing(id: string): FacetOption {
  return { id, label: id, count: 0, unavailable: true };
}
