import { useTranslations } from 'use-intl';
import type { Filter } from '../../../shop/catalog/filter.ts';
import type { Manufacturer } from '../../../shop/catalog/product-query.ts';

/** `205/55 R16 suverehvid`: what a filter asks for, in words. */
export function useListTitle(filter: Filter): string {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  return `${season(filter.season ?? 'any')} ${sizeWords(filter) || t('anySize')}`;
}

/** `205/55 R16, suverehvid, Michelin`: the choice on one line. */
export function useChoiceWords(filter: Filter, makers: readonly Manufacturer[]): string {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  const maker = makers.find(({ id }) => id === filter.manufacturer)?.label;
  const kind = season(filter.season ?? 'any');
  return [sizeWords(filter) || t('anySize'), kind.charAt(0).toLowerCase() + kind.slice(1), maker]
    .filter(Boolean)
    .join(', ');
}

/** `205/55 R16`, as far as it is chosen. */
function sizeWords({ treadWidth, profile, diameter }: Filter): string {
  if (treadWidth === null && profile === null && diameter === null) return '';
  const width = treadWidth ?? '…';
  const first = profile === 0 ? `${width}` : `${width}/${profile ?? '…'}`;
  return diameter === null ? first : `${first} R${diameter}`;
}
