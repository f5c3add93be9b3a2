import type { ReactNode } from 'react';
import { useTexts } from '../client/texts.tsx';

type TableProps = {
  title: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  aside?: ReactNode;
  emptyText?: string;
};

export function Table({ title, head, rows, aside, emptyText }: TableProps) {
  const t = useTexts('units');
  const keyedRows = rows.map((cells, row) => ({ row, cells: cells.map((cell, column) => ({ column, cell })) }));
  return (
    <div className="min-w-0">
      <h3 className="flex items-center justify-between gap-3 font-semibold">
        {title}
        {aside}
      </h3>
      {rows.length === 0 ? (
        <p className="text-quiet">{emptyText ?? t('none')}</p>
      ) : (
        // The keyboard can scroll a focused table that is wider than the screen.
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
              {keyedRows.map(({ row, cells }) => (
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
    </div>
  );
}
