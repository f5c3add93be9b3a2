import { useTranslations } from 'use-intl';
import { comparisonSearch } from '../../../shop/catalog/list/compared.ts';
import { listToUrl, mostCompared } from '../../../shop/catalog/list/filter.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { cross, Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { FullSize, TirePicture } from '../../ui/tire-facts.tsx';
import { useComparedRows } from './compared-rows.tsx';

type Props = { tires: readonly Product[]; onlyDifferences: boolean };

export function CompareTable({ tires, onlyDifferences }: Props) {
  const t = useTranslations('comparison');
  const rows = useComparedRows(tires);
  const shown = rows.filter(({ id, differs }) => differs || id === 'cart' || !onlyDifferences);
  const ids = tires.map(({ id }) => id);
  return (
    <>
      <p className="no-print mt-4 mb-6 flex flex-wrap gap-3">
        <PageLink
          to="compare"
          search={comparisonSearch(ids, !onlyDifferences)}
          preventScrollReset
          replace
          className="button"
        >
          {t(onlyDifferences ? 'everything' : 'onlyDifferences')}
        </PageLink>
        {tires.length < mostCompared && <AddTire tires={tires} />}
      </p>
      <section
        aria-labelledby="result"
        className="compare-region"
        data-tires={tires.length}
        // Two fit on every screen; more are scrolled sideways there, also by the keyboard.
        tabIndex={tires.length > 2 ? 0 : undefined}
      >
        <table className="compared" data-tires={tires.length}>
          <caption className="mb-4 text-start text-s text-quiet">{t('caption', { count: tires.length })}</caption>
          <thead>
            <tr>
              <td className="max-lg:hidden" />
              {tires.map((tire) => (
                <TireColumn
                  key={tire.id}
                  tire={tire}
                  without={comparisonSearch(
                    ids.filter((id) => id !== tire.id),
                    onlyDifferences,
                  )}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, title, differs, cells }) => (
              <tr key={id}>
                <th scope="row" className="text-start text-s font-normal text-quiet">
                  <span>
                    {title}{' '}
                    {differs && (
                      <strong className="font-semibold whitespace-nowrap text-ink lg:block">
                        <span aria-hidden className="lg:hidden">
                          ·{' '}
                        </span>
                        {t('differs')}
                      </strong>
                    )}
                  </span>
                </th>
                {cells.map(({ tire, value, best, below }) => (
                  <td key={tire} className={differs ? 'font-semibold' : ''}>
                    {value}
                    {best && <span className="block text-s font-semibold text-good">{best}</span>}
                    {below && <div className="mt-1 font-normal">{below}</div>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {onlyDifferences && rows.every(({ differs }) => !differs) && <p className="mt-4">{t('noDifferences')}</p>}
    </>
  );
}

/** The head of a column, sticky but for its picture. `without`: the query without this tire. */
function TireColumn({ tire, without }: { tire: Product; without: string }) {
  const t = useTranslations('comparison');
  return (
    <th scope="col" className="relative text-start align-top font-normal">
      <TirePicture tire={tire} size={120} eager className="compared-picture" />
      <PageLink to="product" search={`?id=${tire.id}`} className="block leading-snug text-balance hover:underline">
        {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
      </PageLink>
      <span className="tabular block text-s font-semibold sm:text-m">
        <FullSize tire={tire} />
      </span>
      <PageLink
        to="compare"
        search={without}
        preventScrollReset
        aria-label={t('removeNamed', { name: `${tireName(tire)} ${fullSize(tire)}` })}
        className="no-print absolute end-0 top-0 flex min-h-11 items-center gap-1 text-s underline max-sm:min-w-11 max-sm:justify-end"
      >
        <Icon shape={cross} size={16} />
        <span className="max-sm:hidden">{t('remove')}</span>
      </PageLink>
    </th>
  );
}

export function AddTire({ tires }: { tires: readonly Product[] }) {
  const t = useTranslations('comparison');
  const [first] = tires;
  if (!first) return null;
  const { treadWidth, profile, diameter, text } = first.size;
  const filter = { treadWidth, profile, diameter, season: first.season, manufacturer: null };
  return (
    <PageLink to="index" search={listToUrl({ filter, compare: tires.map(({ id }) => id) })} className="button">
      {t('addSize', { size: text })}
    </PageLink>
  );
}
