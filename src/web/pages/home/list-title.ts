import { useTranslations } from 'use-intl';
import type { Filter } from '../../../shop/catalog/filter.ts';

/** `205/55 R16 suverehvid`: what a filter asks for, in words. */
export function useListTitle(filter: Filter): string {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  return `${season(filter.season ?? 'any')} ${useSizeWords(filter) || t('anySize')}`;
}

/** `205/55 R16`, as far as it is chosen. */
export function useSizeWords({ treadWidth, profile, diameter }: Filter): string {
  if (treadWidth === null && profile === null && diameter === null) return '';
  const width = treadWidth ?? '…';
  const first = profile === 0 ? `${width}` : `${width}/${profile ?? '…'}`;
  return diameter === null ? first : `${first} R${diameter}`;
}
