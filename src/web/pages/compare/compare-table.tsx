import { comparisonSearch } from '../../../shop/catalog/compared.ts';
import { mostCompared } from '../../../shop/catalog/filter.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { AddTire } from './add-tire.tsx';
import { TireColumn } from './tire-column.tsx';
import { useComparedRows } from './use-compared-rows.tsx';

type Props = { tires: readonly Product[]; onlyDifferences: boolean };

/** A column a tire, a row a fact. What differs is said in its row's head, the best of a row in words. */
export function CompareTable({ tires, onlyDifferences }: Props) {
  const t = useTranslations('comparison');
  const rows = useComparedRows(tires);
  const shown = rows.filter(({ id, differs }) => differs || id === 'cart' || !onlyDifferences);
  const ids = tires.map(({ id }) => id);
  return (
    <>
      <p className="no-print mt-4 mb-6 flex flex-wrap gap-3">
        <PageLink to="compare" search={comparisonSearch(ids, !onlyDifferences)} keepScroll replace className="button">
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
