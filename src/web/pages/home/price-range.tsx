import { type MoreFilters, moreAskable } from '../../../shop/catalog/more-filters.ts';
import type { Facets } from '../../../shop/catalog/product-query.ts';
import { useFollowing } from '../../ui/use-following.ts';
import { useTranslations } from '../../words.tsx';

type Props = { more: MoreFilters; range: Facets['price']; onChange: () => void };

/** Price of one tire from and to, whole euros offered: what there is under the other filters. */
export function PriceRange({ more, range, onChange }: Props) {
  const t = useTranslations('filter');
  return (
    <>
      <Euros
        name="priceFrom"
        label={t('priceFrom')}
        value={more.priceFrom}
        hint={range && Math.floor(range.from)}
        onChange={onChange}
      />
      <Euros
        name="priceTo"
        label={t('priceTo')}
        value={more.priceTo}
        hint={range && Math.ceil(range.to)}
        onChange={onChange}
      />
    </>
  );
}

type EurosProps = { name: string; label: string; value: number | null; hint: number | null; onChange: () => void };

function Euros({ name, label, value, hint, onChange }: EurosProps) {
  const written = `${value ?? ''}`;
  const field = useFollowing<HTMLInputElement>('value', written);
  return (
    <label htmlFor={`filter-${name}`} className="block min-w-0">
      <span className="mb-1 block text-s font-semibold">{label}</span>
      <input
        ref={field}
        id={`filter-${name}`}
        name={name}
        type="number"
        inputMode="decimal"
        min={moreAskable.price.min}
        max={moreAskable.price.max}
        step="any"
        defaultValue={written}
        placeholder={hint === null ? undefined : `${hint}`}
        // Every key would be a list of its own.
        onBlur={({ target }) => target.value !== written && target.validity.valid && onChange()}
        className="field tabular"
      />
    </label>
  );
}
