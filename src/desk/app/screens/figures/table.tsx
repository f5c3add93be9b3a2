import type { ReactNode } from 'react';
import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Table as PlainTable } from '../../ui/table.tsx';

const maxRows = 30;

type TableProps = { title: string; csvQuery: string; head: string[]; rows: ReactNode[][] };

export function Table({ title, csvQuery, head, rows }: TableProps) {
  const t = useTexts('figures');
  const csvLink = (
    <a href={`/api/figures/csv?${csvQuery}`} className={buttonClass('quiet')} download>
      CSV
    </a>
  );
  return (
    <div>
      <PlainTable title={title} head={head} rows={rows.slice(0, maxRows)} aside={csvLink} emptyText={t('none')} />
      {rows.length > maxRows && <p className="text-s text-quiet">{t('moreInCsv', { count: rows.length - maxRows })}</p>}
    </div>
  );
}
