import type { Filter, ListState } from '../../../shop/catalog/filter.ts';
import { countMore } from '../../../shop/catalog/more-filters.ts';
import type { Manufacturer } from '../../../shop/catalog/product-query.ts';
import { useTranslations } from '../../words.tsx';

/** `205/55 R16 suverehvid`: what a filter asks for, in words. */
export function useListTitle(filter: Filter): string {
  return useListTitleParts(filter).join(' ');
}

/** `suverehvid` and `205/55 R16`: the title in its two parts, each of which stays on a line where it can. */
export function useListTitleParts(filter: Filter): [kind: string, size: string] {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  return [season(filter.season ?? 'any'), sizeWords(filter) || t('anySize')];
}

/** `205/55 R16, suverehvid, Michelin`: the choice on one line. */
export function useChoiceWords(
  { filter, more }: Pick<ListState, 'filter' | 'more'>,
  makers: readonly Manufacturer[],
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
    makerWords({ filter, more }, makers),
    further,
  ]
    .filter(Boolean)
    .join(', ');
}

/** `Michelin, Nokian`: the makers that are chosen. */
export function makerWords(
  { filter, more }: Pick<ListState, 'filter' | 'more'>,
  makers: readonly Manufacturer[],
): string {
  const chosen = [filter.manufacturer, ...more.manufacturers];
  return makers
    .filter(({ id }) => chosen.includes(id))
    .map(({ label }) => label)
    .join(', ');
}

/** `205/55 R16`, as far as it is chosen. */
function sizeWords({ treadWidth, profile, diameter }: Filter): string {
  if (treadWidth === null && profile === null && diameter === null) return '';
  const width = treadWidth ?? '…';
  const first = profile === 0 ? `${width}` : `${width}/${profile ?? '…'}`;
  return diameter === null ? first : `${first} R${diameter}`;
}
