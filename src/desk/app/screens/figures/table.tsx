import type { ReactNode } from 'react';
import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Table as PlainTable } from '../../ui/table.tsx';

const maxRows = 30;

type TableProps = { title: string; csv: string; head: string[]; rows: ReactNode[][] };

export function Table({ title, csv, head, rows }: TableProps) {
  const t = useTexts('figures');
  const link = (
    <a href={`/api/figures/csv?${csv}`} className={buttonClass('quiet')} download>
      CSV
    </a>
  );
  return (
    <div>
      <PlainTable title={title} head={head} rows={rows.slice(0, maxRows)} aside={link} none={t('none')} />
      {rows.length > maxRows && <p className="text-s text-quiet">{t('moreInCsv', { count: rows.length - maxRows })}</p>}
    </div>
  );
}
