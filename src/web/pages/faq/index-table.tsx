import type { ReactNode } from 'react';

/** Pairs of index and value, folded until asked for: nobody reads 67 rows by accident. */
export function IndexTable({ caption, rows }: { caption: ReactNode; rows: readonly (readonly [string, string])[] }) {
  return (
    <details className="my-3">
      <summary className="min-h-11 py-2 font-semibold underline">{caption}</summary>
      <dl className="tabular grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 text-s">
        {rows.map(([index, value]) => (
          <div key={index} className="flex justify-between border-b border-line py-1">
            <dt className="font-semibold">{index}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
