import type { Visits } from '../../../../shop/desk/figures/figures.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';
import { Plot } from './plot.tsx';
import { Table } from './table.tsx';

type Props = { visits: Visits; days: readonly string[]; period: string };

export function VisitsOfShop({ visits, days, period }: Props) {
  const t = useTexts('figures');
  const { day } = useFormat();
  return (
    <Panel title={t('visits', { count: visits.total })}>
      <Plot
        title={t('visitsByDay')}
        points={days.map((label) => ({
          label,
          value: visits.days.find((row) => row.day === label)?.views ?? 0,
        }))}
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Table
          title={t('pages')}
          csvQuery={`figure=visitsByPage&${period}`}
          head={[t('page'), t('views')]}
          rows={visits.pages.map(({ page, views }) => [page, views])}
        />
        <Table
          title={t('referrers')}
          csvQuery={`figure=visitsByReferrer&${period}`}
          head={[t('site'), t('views')]}
          rows={visits.referrers.map(({ referrer, views }) => [referrer, views])}
        />
        <Table
          title={t('visitsByDay')}
          csvQuery={`figure=visitsByDay&${period}`}
          head={[t('day'), t('views')]}
          rows={visits.days.toReversed().map((row) => [day(row.day), row.views])}
        />
      </div>
    </Panel>
  );
}
