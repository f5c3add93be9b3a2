import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { comparisonSearch, elsewhere } from '../../../shop/catalog/compared.ts';
import { mostCompared } from '../../../shop/catalog/filter.ts';
import { type Product, tireName } from '../../../shop/catalog/tire.ts';
import { productsByIdQuery } from '../../queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { cross } from '../../ui/icons.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { TirePicture } from '../../ui/tire-picture.tsx';
import { useTranslations } from '../../words.tsx';
import { useComparing } from './comparing.ts';
import { filterFormId } from './filter-form.tsx';

/** The tires that are being compared, wherever in the catalogue, at the bottom of the list; from two on the way to see them side by side. */
export function CompareBar({ shown }: { shown: readonly Product[] }) {
  const t = useTranslations('compare');
  const { ids, searchWith } = useComparing();
  const away = elsewhere(ids, shown);
  const { data } = useQuery({
    ...productsByIdQuery(away),
    enabled: away.length > 0,
    placeholderData: keepPreviousData,
  });
  const known = [...shown, ...(data?.items ?? [])];
  const tires = ids.flatMap((id) => known.find((tire) => tire.id === id) ?? []);
  const without = (gone: Product) => tires.filter((tire) => tire !== gone).map(({ id }) => id);
  return (
    <>
      {/* There before the first is chosen: what comes with its text is not read out. */}
      <p role="status" className="sr-only">
        {tires.length > 0 && t('count', { count: tires.length, most: mostCompared })}
      </p>
      {tires.length > 0 && (
        <aside
          aria-label={t('bar')}
          className="compare-bar no-print sticky z-2 mt-6 flex items-center justify-between gap-3 py-2"
        >
          {/* Without script the filters take the chosen ones along. */}
          {ids.map((id) => (
            <input key={id} type="hidden" name="compare" form={filterFormId} value={id} />
          ))}
          <ul className="flex min-w-0 gap-1 sm:gap-3">
            {tires.map((tire) => (
              <li key={tire.id} className="min-w-0">
                <PageLink
                  to="index"
                  search={searchWith(without(tire))}
                  keepScroll
                  replace
                  aria-label={t('remove', { name: `${tireName(tire)} ${tire.size.text}` })}
                  className="relative flex min-h-11 min-w-11 items-center gap-2 hover:underline"
                >
                  <TirePicture tire={tire} size={40} className="max-w-10" />
                  <span className="hidden min-w-0 text-s leading-tight md:block">
                    {tireName(tire)} <span className="block text-quiet">{tire.size.text}</span>
                  </span>
                  <Icon
                    shape={cross}
                    size={18}
                    className="shrink-0 max-md:absolute max-md:end-0 max-md:top-0 max-md:rounded-full max-md:border max-md:border-edge max-md:bg-sheet"
                  />
                </PageLink>
              </li>
            ))}
          </ul>
          {tires.length > 1 ? (
            <PageLink to="compare" search={comparisonSearch(ids)} className="button shrink-0 border-ink">
              {t('open', { count: tires.length })}
            </PageLink>
          ) : (
            <p className="text-s text-quiet">{t('oneMore')}</p>
          )}
        </aside>
      )}
    </>
  );
}
