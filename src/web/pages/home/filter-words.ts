import { useTranslations } from 'use-intl';
import type { RemovableFilter } from '../../../shop/catalog/list/chosen-filters.ts';
import type { SeasonFilter } from '../../../shop/catalog/road/season.ts';
import { loadInKg, speedInKmh } from '../../../shop/catalog/tire/indices.ts';
import { usePageContext } from '../../document/page-context.tsx';

export type FilterWords = ReturnType<typeof useFilterWords>;

type NamedFilter = Exclude<RemovableFilter, 'size'> | 'price';

/** Returns the texts of filters and of their values, by the ids of the values. Manufacturers have labels instead. */
export function useFilterWords() {
  const t = useTranslations('filter');
  const label = useTranslations('label');
  const mark = useTranslations('mark');
  const season = useTranslations('season');
  const { branches } = usePageContext().shopConfig;
  return {
    nameOf(field: NamedFilter): string {
      if (field === 'fuel' || field === 'wet' || field === 'ice' || field === 'snow') return label(field);
      return field === 'runflat' ? mark('RF.short') : t(field);
    },
    textOf(field: RemovableFilter, id: string): string {
      switch (field) {
        case 'season':
          return season(id as SeasonFilter);
        case 'diameter':
          return `R${id}`;
        case 'profile':
          return id === '0' ? t('fullProfile') : id;
        case 'fuel':
        case 'wet':
          return id === 'A' ? id : t('orBetter', { value: id });
        case 'noise':
          return label('db', { db: id });
        case 'load':
          return t('loadOf', { index: id, kg: loadInKg(id)[0] ?? '?' });
        case 'speed':
          return t('speedOf', { symbol: id, kmh: speedInKmh(id)?.kmh ?? '?' });
        case 'branch':
          return branches.find((branch) => branch.id === id)?.name ?? id;
        default:
          return id;
      }
    },
  };
}
