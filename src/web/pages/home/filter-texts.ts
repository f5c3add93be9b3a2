import { useTranslations } from 'use-intl';
import type { RemovableFilter } from '../../../shop/catalog/list/chosen-filters.ts';
import type { SeasonFilter } from '../../../shop/catalog/road/season.ts';
import { loadInKg, speedInKmh } from '../../../shop/catalog/tire/indices.ts';
import { usePageContext } from '../../document/page-context.tsx';

export type FilterTexts = ReturnType<typeof useFilterTexts>;

type NamedFilter = Exclude<RemovableFilter, 'size'> | 'price';

/** `textOf`: the text of a value by its id. For a manufacturer it returns the id, because the name is in the facets. */
export function useFilterTexts() {
  const t = useTranslations('filter');
  const tLabel = useTranslations('label');
  const tMark = useTranslations('mark');
  const tSeason = useTranslations('season');
  const { branches } = usePageContext().shopConfig;
  return {
    nameOf(field: NamedFilter): string {
      if (field === 'fuel' || field === 'wet' || field === 'ice' || field === 'snow') return tLabel(field);
      return field === 'runflat' ? tMark('RF.short') : t(field);
    },
    textOf(field: RemovableFilter, id: string): string {
      switch (field) {
        case 'season':
          return tSeason(id as SeasonFilter);
        case 'diameter':
          return `R${id}`;
        case 'profile':
          return id === '0' ? t('fullProfile') : id;
        case 'fuel':
        case 'wet':
          return id === 'A' ? id : t('orBetter', { value: id });
        case 'noise':
          return tLabel('db', { db: id });
        case 'load': {
          const [kg = '?'] = loadInKg(id);
          return t('loadOf', { index: id, kg });
        }
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
