import type { ReactNode } from 'react';
import type { Refused } from '../client/api.ts';
import { useTexts } from '../client/texts.tsx';
import { Problem } from './problem.tsx';

export function Panel({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-sheet">
      <h2 className="flex items-baseline justify-between gap-2 px-4 pt-3 pb-2">
        <span className="min-w-0 wrap-anywhere first-letter:uppercase">{title}</span>
        {count !== undefined && <span className="number text-m font-normal text-quiet">{count}</span>}
      </h2>
      <div className="px-4 pb-4">{children}</div>
    </section>
  );
}

type ListPanelProps<Row> = {
  title: string;
  rows: readonly Row[];
  count?: number;
  emptyText?: string;
  children: (row: Row) => ReactNode;
};

export function ListPanel<Row>({ title, rows, count = rows.length, emptyText, children }: ListPanelProps<Row>) {
  return (
    <Panel title={title} count={count}>
      {rows.length === 0 && emptyText && <p className="text-quiet">{emptyText}</p>}
      <ul>{rows.map((row) => children(row))}</ul>
    </Panel>
  );
}

const tones = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', quiet: 'text-quiet' } as const;
const shapes = { good: '●', warn: '▲', bad: '■', quiet: '○' } as const;

type StateProps = { tone: keyof typeof tones; wraps?: boolean; children: ReactNode };

/** A state in words, with a shape because colour must not be the only sign. `wraps`: for whole sentences. */
export function State({ tone, wraps = false, children }: StateProps) {
  const wrapClass = wraps ? 'wrap-anywhere' : 'sm:whitespace-nowrap';
  return (
    <span className={`inline-flex items-baseline gap-1 font-medium ${wrapClass} ${tones[tone]}`}>
      <span aria-hidden="true" className="text-s">
        {shapes[tone]}
      </span>
      {children}
    </span>
  );
}

export function Counts({ counts }: { counts: readonly [label: string, count: number][] }) {
  return (
    <dl className="grid max-w-md grid-cols-[1fr_auto] gap-y-1">
      {counts.map(([label, count]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className="number m-0 text-right font-semibold">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

type ExpandableRowProps = { isOpen: boolean; onToggle: () => void; summary: ReactNode; children: ReactNode };

export function ExpandableRow({ isOpen, onToggle, summary, children }: ExpandableRowProps) {
  return (
    <li className="border-t border-line py-2 first:border-t-0">
      <button
        type="button"
        data-row
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-12 w-full cursor-pointer flex-wrap items-center gap-x-4 text-left"
      >
        {summary}
      </button>
      {isOpen && children}
    </li>
  );
}

/** Renders the data of a query; without data, its refusal or a loading text. */
export function WhenLoaded<T>({
  query,
  children,
}: {
  query: { data: T | undefined; error: Refused | null };
  children: (data: T) => ReactNode;
}) {
  const t = useTexts('units');
  // After a failed refresh, the earlier data stays on the screen.
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Problem refused={query.error} isOfRead />;
  return (
    <p role="status" className="p-4 text-quiet">
      {t('loading')}
    </p>
  );
}
