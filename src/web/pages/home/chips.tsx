import { type MouseEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ChosenFilter, chosenFilters, withoutFilter } from '../../../shop/catalog/list/chosen-filters.ts';
import { emptyMoreFilters, type ListState, listToUrl } from '../../../shop/catalog/list/filter.ts';
import type { Manufacturer } from '../../../shop/catalog/list/product-query.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { usePageData } from '../../document/page-context.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { cross, Icon } from '../../ui/icons.tsx';
import { opensElsewhere, PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { useFilterTexts } from './filter-texts.ts';
import { chosenSizeText } from './list-head.tsx';

type Props = {
  list: ListState;
  manufacturers: readonly Manufacturer[];
  /** Returns the list that the visitor chose last. While it is loading, `list` is the previous one. */
  lastChoice: () => ListState;
  onChange: (next: Partial<ListState>) => void;
};

/** The chosen filters. Each links to the list without this filter, so that it can be removed without script. */
export function Chips({ list, manufacturers, lastChoice, onChange }: Props) {
  const t = useTranslations('filter');
  const { season } = usePageData();
  const chipText = useChipText(list, manufacturers);
  const [removedText, setRemovedText] = useState('');
  const chips = chosenFilters(list, season);

  function remove(event: MouseEvent<HTMLAnchorElement>, chip: ChosenFilter, text: string) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    const next = event.currentTarget.parentElement?.nextElementSibling?.querySelector('a');
    if (next) next.focus();
    else focusHeading('#result');
    setRemovedText(t('removed', { filter: text }));
    onChange(withoutFilter(lastChoice(), ...chip));
  }

  return (
    <>
      {/* Rendered empty before the first removal: screen readers do not announce a new live region. */}
      <p role="status" className="sr-only">
        {removedText}
      </p>
      {chips.length > 0 && (
        <ul aria-label={t('chosen')} className="mb-3 flex flex-wrap gap-2">
          {chips.map((chip) => {
            const text = chipText(chip);
            return (
              <li key={chip.join(' ')}>
                <PageLink
                  to="index"
                  search={listToUrl({ ...list, page: 1, ...withoutFilter(list, ...chip) })}
                  aria-label={t('remove', { filter: text })}
                  onClick={(event) => remove(event, chip, text)}
                  className="button rounded-full px-3.5 text-s font-normal"
                >
                  {text}
                  <Icon shape={cross} size={16} />
                </PageLink>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function useChipText({ filter }: ListState, manufacturers: readonly Manufacturer[]) {
  const t = useTranslations('filter');
  const locale = useShopLocale();
  const { nameOf, textOf } = useFilterTexts();
  return ([field, value]: ChosenFilter): string => {
    switch (field) {
      case 'size':
        return chosenSizeText(filter);
      case 'season':
        return textOf(field, value);
      case 'manufacturer':
        return manufacturers.find(({ id }) => id === value)?.label ?? value;
      case 'priceFrom':
      case 'priceTo':
        return t(field === 'priceFrom' ? 'priceFromValue' : 'priceToValue', {
          price: formatMoney(toCents(Number(value)), locale),
        });
      default: {
        const isFlag = typeof emptyMoreFilters[field] === 'boolean';
        return isFlag ? nameOf(field) : `${nameOf(field)} ${textOf(field, value)}`;
      }
    }
  };
}
