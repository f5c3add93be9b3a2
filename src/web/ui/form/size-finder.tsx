import { type FormEvent, useState } from 'react';
import { defaultSize, defaultSort, emptyMoreFilters, type ListState } from '../../../shop/catalog/list/filter.ts';
import type { SeasonFilter } from '../../../shop/catalog/road/season.ts';
import { href } from '../../sitemap.ts';
import { useShopLocale } from '../locale.ts';
import { SizeField, useSizeSearch } from './size-field.tsx';

type Props = { season: SeasonFilter; className?: string };

export function SizeFinder({ season, className }: Props) {
  // One object for all renders: `useSizeSearch` drops its refusal when it gets another list.
  const [list] = useState(() => defaultList(season));
  const { search, refusal } = useSizeSearch(list, season);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void search(event.currentTarget, list);
  };
  return (
    <form method="get" action={href('index', useShopLocale())} noValidate onSubmit={submit} className={className}>
      <SizeField refusal={refusal} />
    </form>
  );
}

function defaultList(season: SeasonFilter): ListState {
  const filter = { ...defaultSize, season, manufacturer: null };
  return { filter, more: emptyMoreFilters, sort: defaultSort, page: 1, compare: [] };
}
