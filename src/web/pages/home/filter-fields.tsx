import { Fragment, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  type FilterField,
  type MoreField,
  type MoreFilters,
  moreRanges,
  readEuros,
} from '../../../shop/catalog/list/filter.ts';
import type { FacetOption, Facets } from '../../../shop/catalog/list/product-query.ts';
import { locales } from '../../../shop/locale.ts';
import { Select, useControlRef } from '../../ui/form/select.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import type { FilterTexts } from './filter-texts.ts';

type FacetProps = {
  texts: FilterTexts;
  field: FilterField | MoreField;
  value: string | number | null;
  options: readonly FacetOption[];
  showsCounts?: boolean;
  anyText?: string;
  onChange: () => void;
  className?: string;
};

export function FacetSelect({
  texts,
  field,
  value,
  options,
  showsCounts,
  anyText,
  onChange,
  className = '',
}: FacetProps) {
  const t = useTranslations('filter');
  const { dash } = locales[useShopLocale()];
  const chosen = `${value ?? ''}`;
  // A chosen value that no tire has stays an option. The empty product list shows that there is no such tire, so the option does not say “none”.
  const chosenOption = { id: chosen, label: chosen, count: 0, unavailable: true };
  const isChosenMissing = chosen !== '' && !options.some(({ id }) => id === chosen);
  const allOptions = isChosenMissing ? [...options, chosenOption] : options;
  const optionText = ({ id, label }: FacetOption) => (field === 'manufacturer' ? label : texts.textOf(field, id));
  const countText = ({ id, count, unavailable }: FacetOption) => {
    if (unavailable) return id === chosen ? '' : ` ${dash} ${t('none')}`;
    return showsCounts ? ` (${count})` : '';
  };
  return (
    <label htmlFor={`filter-${field}`} className={`block min-w-0 ${className}`}>
      <span className="mb-1 block text-s font-semibold">{texts.nameOf(field)}</span>
      <Select
        id={`filter-${field}`}
        name={field}
        value={chosen}
        options={[
          { id: '', label: anyText ?? t('any') },
          ...allOptions.map((option) => ({
            id: option.id,
            label: optionText(option) + countText(option),
            icon: field === 'season' ? option.id : undefined,
            unavailable: option.unavailable,
          })),
        ]}
        onChange={onChange}
        className="tabular"
      />
    </label>
  );
}

type CheckProps = {
  name: string | undefined;
  value: string;
  checked: boolean;
  /** Undefined: unknown, because the list could not be loaded. */
  count: number | undefined;
  onChange: () => void;
  children: string;
};

/** Uncontrolled, so that it works before scripts load. Also shows a count of 0, so that its space stays the same. Without `name`, the form does not submit it. */
export function Check({ name, value, checked, count, onChange, children }: CheckProps) {
  const box = useControlRef<HTMLInputElement>('checked', checked);
  return (
    <label className="flex min-h-11 items-start gap-2 py-2 text-s has-disabled:cursor-default has-disabled:text-quiet has-disabled:opacity-70 lg:min-h-9 lg:py-1.5">
      <input
        ref={box}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={checked}
        disabled={count === 0 && !checked}
        onChange={onChange}
        className="choice"
      />
      {`${children} `}
      <span className="tabular w-9 shrink-0 text-quiet">{count !== undefined && `(${count})`}</span>
    </label>
  );
}

type PriceRangeProps = { more: MoreFilters; range: Facets['price']; onChange: () => void };

export function PriceRange({ more, range, onChange }: PriceRangeProps) {
  const t = useTranslations('filter');
  // The logo and “Reset” lead to the list without a query. The new key then replaces the fields, which drops an invalid text and its message.
  const { key, search } = useLocation();
  const [resetKey, setResetKey] = useState(key);
  if (search === '' && key !== resetKey) setResetKey(key);
  return (
    <Fragment key={resetKey}>
      <EurosField
        name="priceFrom"
        label={t('priceFrom')}
        value={more.priceFrom}
        hint={range && Math.floor(range.from)}
        onChange={onChange}
      />
      <EurosField
        name="priceTo"
        label={t('priceTo')}
        value={more.priceTo}
        hint={range && Math.ceil(range.to)}
        onChange={onChange}
      />
    </Fragment>
  );
}

type EurosFieldProps = { name: string; label: string; value: number | null; hint: number | null; onChange: () => void };

function EurosField({ name, label, value, hint, onChange }: EurosFieldProps) {
  const t = useTranslations('filter');
  const id = `filter-${name}`;
  const valueText = `${value ?? ''}`;
  const field = useControlRef<HTMLInputElement>('value', valueText);
  // `value` at the time of the invalid input. When `value` changes, the field is reset, and the error disappears.
  const [valueWhenInvalid, setValueWhenInvalid] = useState<string | null>(null);
  const isInvalid = valueWhenInvalid === valueText;

  function validate(input: HTMLInputElement): boolean {
    const isEmpty = input.value === '' && !input.validity.badInput;
    const isValid = isEmpty || readEuros(input.value) !== null;
    setValueWhenInvalid(isValid ? null : valueText);
    return isValid;
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-s font-semibold">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        name={name}
        type="number"
        inputMode="decimal"
        min={moreRanges.price.min}
        max={moreRanges.price.max}
        step="any"
        defaultValue={valueText}
        placeholder={hint === null ? undefined : `${hint}`}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        // On blur, because on change every key would load a list.
        onBlur={({ target }) => {
          if (validate(target) && target.value !== valueText) onChange();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !validate(event.currentTarget)) event.preventDefault();
        }}
        className="field tabular"
      />
      {isInvalid && (
        // Out of the flow, so that the controls of the row stay aligned.
        <p id={`${id}-error`} role="alert" className="absolute mt-1 text-s font-semibold text-bad">
          {t('invalidPrice')}
        </p>
      )}
    </div>
  );
}
