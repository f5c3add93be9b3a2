import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';

const maxRows = 30;

type TableProps = { title: string; csv: string; head: string[]; rows: React.ReactNode[][] };

/** The first rows of a figure, and all of them as CSV. */
export function Table({ title, csv, head, rows }: TableProps) {
  const t = useTexts('figures');
  const keyed = rows
    .slice(0, maxRows)
    .map((cells, row) => ({ row, cells: cells.map((cell, column) => ({ column, cell })) }));
  return (
    <div>
      <h3 className="flex items-center justify-between gap-3 font-semibold">
        {title}
        <a href={`/api/figures/csv?${csv}`} className={buttonClass('quiet')} download>
          CSV
        </a>
      </h3>
      {rows.length === 0 ? (
        <p className="text-quiet">{t('none')}</p>
      ) : (
        // The keyboard scrolls a table that is wider than the screen.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1
        <section tabIndex={0} aria-label={title} className="overflow-x-auto">
          <table className="w-full text-s">
            <thead>
              <tr>
                {head.map((text) => (
                  <th
                    key={text}
                    scope="col"
                    className="border-b border-line p-2 text-left font-semibold not-first:text-right"
                  >
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keyed.map(({ row, cells }) => (
                <tr key={row}>
                  {cells.map(({ column, cell }) => (
                    <td key={column} className="number border-b border-line p-2 not-first:text-right">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length > maxRows && <p className="text-s text-quiet">{t('moreInCsv', { count: rows.length - maxRows })}</p>}
    </div>
  );
}
