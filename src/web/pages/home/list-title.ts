import { useTranslations } from 'use-intl';
import { countMore, type Filter, filterFields, type ListState, listToUrl } from '../../../shop/catalog/list/filter.ts';
import type { Manufacturer } from '../../../shop/catalog/list/product-query.ts';

export function useListTitle(filter: Filter): string {
  return useListTitleParts(filter).join(' ');
}

/** `suverehvid` and `205/55 R16`: the title in its two parts, each of which stays on a line where it can. */
export function useListTitleParts(filter: Filter): [kind: string, size: string] {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  return [season(filter.season ?? 'any'), sizeWords(filter) || t('anySize')];
}

export function useChoiceWords(
  { filter, more }: Pick<ListState, 'filter' | 'more'>,
  manufacturers: readonly Manufacturer[],
): string {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  const filterWords = useTranslations('filter');
  const chosen = countMore({ ...more, manufacturers: [] });
  const further = chosen > 0 && filterWords('further', { count: chosen });
  const kind = season(filter.season ?? 'any');
  return [
    sizeWords(filter) || t('anySize'),
    kind.charAt(0).toLowerCase() + kind.slice(1),
    manufacturerWords({ filter, more }, manufacturers),
    further,
  ]
    .filter(Boolean)
    .join(', ');
}

export function manufacturerWords(
  { filter, more }: Pick<ListState, 'filter' | 'more'>,
  manufacturers: readonly Manufacturer[],
): string {
  const chosen = [filter.manufacturer, ...more.manufacturers];
  return manufacturers
    .filter(({ id }) => chosen.includes(id))
    .map(({ label }) => label)
    .join(', ');
}

function sizeWords({ treadWidth, profile, diameter }: Filter): string {
  if (treadWidth === null && profile === null && diameter === null) return '';
  const width = treadWidth ?? '…';
  const first = profile === 0 ? `${width}` : `${width}/${profile ?? '…'}`;
  return diameter === null ? first : `${first} R${diameter}`;
}

/** The canonical query of a list, without sorting, unknown names and further pages of other sortings; empty: the front page. */
export function listAddress(asked: URLSearchParams, { filter, sort, page }: ListState): string {
  const further = sort === 'price' && page > 1;
  if (!further && !filterFields.some((field) => asked.has(field))) return '';
  return listToUrl({ filter, page: further ? page : 1 });
}
