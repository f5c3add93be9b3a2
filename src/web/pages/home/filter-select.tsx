import type { FilterField } from '../../../shop/catalog/filter.ts';
import type { FacetOption } from '../../../shop/catalog/product-query.ts';
import type { SeasonFilter } from '../../../shop/catalog/season.ts';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { useTranslations } from '../../words.tsx';

type Props = {
  field: FilterField;
  value: string | number | null;
  options: readonly FacetOption[];
  onChange: () => void;
  className?: string;
};

/** A filter as a select. Options that lead nowhere are marked with a word and stay choosable. */
export function FilterSelect({ field, value, options, onChange, className = '' }: Props) {
  const t = useTranslations('filter');
  const season = useTranslations('season');
  const chosen = value === null ? '' : `${value}`;
  const label = ({ id, label }: FacetOption) => {
    if (field === 'season') return season(id as SeasonFilter);
    if (field === 'profile' && id === '0') return t('fullProfile');
    return field === 'diameter' ? `R${label}` : label;
  };
  const choice = (option: FacetOption): SelectOption => ({
    id: option.id,
    label: label(option) + (option.unavailable ? ` – ${t('none')}` : ''),
    icon: field === 'season' ? option.id : undefined,
    unavailable: option.unavailable,
  });
  // The chosen value is always on the list, also when the catalogue has none of it.
  const all = chosen === '' || options.some(({ id }) => id === chosen) ? options : [...options, missing(chosen)];
  return (
    <label htmlFor={`filter-${field}`} className={`block min-w-0 ${className}`}>
      <span className="mb-1 block text-s font-semibold">{t(field)}</span>
      <Select
        id={`filter-${field}`}
        name={field}
        value={chosen}
        options={[{ id: '', label: t('any') }, ...all.map(choice)]}
        onChange={onChange}
        className="tabular"
      />
    </label>
  );
}

function missing(id: string): FacetOption {
  return { id, label: id, count: 0, unavailable: true };
}
