import { listToUrl } from '../../../shop/catalog/filter.ts';
import type { RelatedTires } from '../../../shop/catalog/related-query.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';

/** Says so, and where to go instead. */
export function SoldOut({ tire, related }: { tire: Product; related: RelatedTires | undefined }) {
  const t = useTranslations('product');
  const seasonNames = useTranslations('season');
  const { size, season } = tire;
  const { treadWidth, profile, diameter } = size;
  const search = listToUrl({ filter: { treadWidth, profile, diameter, season, manufacturer: null } });
  const found = related && related.cheaper.length + related.quieter.length > 0;
  return (
    <div className="mt-4 border-s-4 border-bad bg-sheet p-4 lg:mb-4 lg:bg-paper">
      <p className="font-semibold text-bad">{t('soldOut')}</p>
      {related && <p className="mt-1 text-s">{t(found ? 'soldOutHelp' : 'soldOutNone')}</p>}
      <PageLink to="index" search={search} className="button mt-3">
        {t('sameSize', { size: size.text, season: seasonNames(season) })}
      </PageLink>
    </div>
  );
}
