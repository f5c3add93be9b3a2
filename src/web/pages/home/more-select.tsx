import type { FacetOption } from '../../../shop/catalog/product-query.ts';
import { Select } from '../../ui/select.tsx';
import { useTranslations } from '../../words.tsx';

type Props = {
  field: string;
  name: string;
  value: string;
  options: readonly FacetOption[];
  /** An option in words. */
  word: (option: FacetOption) => string;
  onChange: () => void;
};

/** A filter of the panel as a select: what is possible, and how many tires are left with it. */
export function MoreSelect({ field, name, value, options, word, onChange }: Props) {
  const t = useTranslations('filter');
  // The chosen value is always on the list, also when nothing is left with it.
  const chosen = { id: value, label: value, count: 0, unavailable: true };
  const all = value === '' || options.some(({ id }) => id === value) ? options : [...options, chosen];
  return (
    <label htmlFor={`filter-${field}`} className="block min-w-0">
      <span className="mb-1 block text-s font-semibold">{name}</span>
      <Select
        id={`filter-${field}`}
        name={field}
        value={value}
        options={[
          { id: '', label: t('any') },
          ...all.map((option) => ({
            id: option.id,
            label: `${word(option)} – ${option.unavailable ? t('none') : option.count}`,
            unavailable: option.unavailable,
          })),
        ]}
        onChange={onChange}
        className="tabular"
      />
    </label>
  );
}
