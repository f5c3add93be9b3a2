import type { Visits } from '../../../../shop/desk/figures/figures.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';
import { Plot } from './plot.tsx';
import { Table } from './table.tsx';

type Props = { visits: Visits; days: readonly string[]; filter: string };

export function VisitsOfShop({ visits, days, filter }: Props) {
  const t = useTexts('figures');
  const format = useFormat();
  return (
    <Panel title={t('visits', { count: visits.total })}>
      <Plot
        title={t('visitsByDay')}
        points={days.map((day) => ({
          key: day,
          value: visits.days.find((row) => row.day === day)?.views ?? 0,
        }))}
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Table
          title={t('pages')}
          csvQuery={`figure=visitsByPage&${filter}`}
          head={[t('page'), t('views')]}
          rows={visits.pages.map(({ page, views }) => [page, views])}
        />
        <Table
          title={t('referrers')}
          csvQuery={`figure=visitsByReferrer&${filter}`}
          head={[t('site'), t('views')]}
          rows={visits.referrers.map(({ referrer, views }) => [referrer, views])}
        />
        <Table
          title={t('visitsByDay')}
          csvQuery={`figure=visitsByDay&${filter}`}
          head={[t('day'), t('views')]}
          rows={visits.days.toReversed().map((row) => [format.day(row.day), row.views])}
        />
      </div>
    </Panel>
  );
}
