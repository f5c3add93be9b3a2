import type { MonthReport } from '../../../../shop/books/accounts/month-report.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';

export function DocumentNumbers({ report: { numbers, skipped: skippedByRestores } }: { report: MonthReport }) {
  const t = useTexts('month');
  const { time } = useFormat();
  const rows = numbers.map(({ kind, first, last, count }) => [t(`kind.${kind}`), first, last, count]);
  const skippedRows = skippedByRestores.map(({ kind, first, last, restoredAt }) => [
    t(`kind.${kind}`),
    first,
    last,
    time(restoredAt),
  ]);
  return (
    <>
      <Table title={t('numbers')} head={[t('documents'), t('first'), t('last'), t('count')]} rows={rows} />
      {skippedByRestores.length > 0 && (
        <div className="grid gap-2">
          <Table
            title={t('skipped')}
            head={[t('documents'), t('first'), t('last'), t('restored')]}
            rows={skippedRows}
          />
          <p className="text-quiet">{t('skippedExplains')}</p>
        </div>
      )}
    </>
  );
}
