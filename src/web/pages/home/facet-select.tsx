import type { FacetOption } from '../../../shop/catalog/product-query.ts';
import { Select } from '../../ui/select.tsx';
import { useTranslations } from '../../words.tsx';

type Props = {
  field: string;
  name: string;
  value: string | number | null;
  options: readonly FacetOption[];
  /** An option in words. */
  word: (option: FacetOption) => string;
  /** Says how many tires are left with each option. */
  counted?: boolean;
  /** Each option has a picture of styles/select.css by its id. */
  pictured?: boolean;
  onChange: () => void;
  className?: string;
};

/** A filter as a select. Options that lead nowhere are marked with a word and stay choosable. */
export function FacetSelect({ field, name, value, options, word, counted, pictured, onChange, className = '' }: Props) {
  const t = useTranslations('filter');
  const chosen = `${value ?? ''}`;
  // The chosen value is always on the list, also when nothing is left with it.
  const missing = { id: chosen, label: chosen, count: 0, unavailable: true };
  const all = chosen === '' || options.some(({ id }) => id === chosen) ? options : [...options, missing];
  const left = ({ count, unavailable }: FacetOption) =>
    unavailable ? ` – ${t('none')}` : counted ? ` – ${count}` : '';
  return (
    <label htmlFor={`filter-${field}`} className={`block min-w-0 ${className}`}>
      <span className="mb-1 block text-s font-semibold">{name}</span>
      <Select
        id={`filter-${field}`}
        name={field}
        value={chosen}
        options={[
          { id: '', label: t('any') },
          ...all.map((option) => ({
            id: option.id,
            label: word(option) + left(option),
            icon: pictured ? option.id : undefined,
            unavailable: option.unavailable,
          })),
        ]}
        onChange={onChange}
        className="tabular"
      />
    </label>
  );
}
