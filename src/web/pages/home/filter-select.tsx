import type { FilterField } from '../../../shop/catalog/filter.ts';
import type { FacetOption } from '../../../shop/catalog/product-query.ts';
import type { SeasonFilter } from '../../../shop/catalog/season.ts';
import { useTranslations } from '../../words.tsx';
import { FacetSelect } from './facet-select.tsx';

type Props = {
  field: FilterField;
  value: string | number | null;
  options: readonly FacetOption[];
  onChange: () => void;
  className?: string;
};

/** One of the five filters. */
export function FilterSelect({ field, ...rest }: Props) {
  const t = useTranslations('filter');
  const season = useTranslations('season');
  const word = ({ id, label }: FacetOption) => {
    if (field === 'season') return season(id as SeasonFilter);
    if (field === 'profile' && id === '0') return t('fullProfile');
    return field === 'diameter' ? `R${label}` : label;
  };
  return <FacetSelect {...rest} field={field} name={t(field)} word={word} pictured={field === 'season'} />;
}
