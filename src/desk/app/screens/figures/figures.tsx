import { useState } from 'react';
import type {
  Grouping,
  Late,
  MarginRow,
  SalesRow,
  StockValueRow,
  Visits,
} from '../../../../shop/desk/figures/figures.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Field } from '../../ui/field.tsx';
import { tallinnDay, useFormat } from '../../ui/format.ts';
import { BranchChoice } from '../../ui/order/order-choices.tsx';
import { Panel, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LateNow } from './late-now.tsx';
import { Plot } from './plot.tsx';
import { Table } from './table.tsx';
import { VisitsOfShop } from './visits.tsx';

type Figures = {
  /** `key` null: refunds for tires that buyers keep. */
  sales: Record<Grouping, SalesRow[]>;
  margin: MarginRow[] | null;
  stockValue: StockValueRow[] | null;
  late: Late;
  visits: Visits;
};

const dayMs = 86_400_000;

const daysAgo = (days: number) => tallinnDay(new Date(Date.now() - days * dayMs));

/** About ten years. */
const maxPlottedDays = 3_700;

/** Returns the days from `from` to `to` of a query such as `from=…&to=…&branch=…`. */
function daysOf(filter: string): string[] {
  const { from = '', to = '' } = Object.fromEntries(new URLSearchParams(filter));
  const count = Math.min(maxPlottedDays, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}

export default function FiguresScreen() {
  const t = useTexts('figures');
  const [from, setFrom] = useState(() => daysAgo(29));
  const [to, setTo] = useState(() => daysAgo(0));
  const [branch, setBranch] = useState('');
  const filter = new URLSearchParams({ from, to, ...(branch && { branch }) }).toString();
  const query = useLiveQuery<Figures>(from && to ? `/api/figures?${filter}` : null, []);
  return (
    <Screen title={t('title')}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('from')} type="date" value={from} onChange={setFrom} />
        <Field label={t('to')} type="date" value={to} onChange={setTo} />
        <BranchChoice offersAll value={branch} onChange={setBranch} />
      </div>
      <WhenLoaded query={query}>{(figures) => <FigurePanels figures={figures} filter={filter} />}</WhenLoaded>
    </Screen>
  );
}

function FigurePanels({ figures, filter }: { figures: Figures; filter: string }) {
  const t = useTexts('figures');
  const { money } = useFormat();
  const { sales, visits } = figures;
  const days = daysOf(filter);
  const totalCents = sales.day.reduce((sum, row) => sum + row.grossCents, 0);
  return (
    <>
      <Panel title={t('sales', { amount: money(totalCents) })}>
        <Plot
          title={t('salesByDay')}
          points={days.map((day) => ({
            key: day,
            value: (sales.day.find(({ key }) => key === day)?.grossCents ?? 0) / 100,
          }))}
        />
        <div className="grid items-start gap-6 xl:grid-cols-2">
          {(['day', 'branch', 'brand', 'size'] as const).map((by) => (
            <Sales key={by} by={by} rows={sales[by]} filter={filter} />
          ))}
        </div>
      </Panel>
      {figures.margin && <Margin rows={figures.margin} filter={filter} />}
      {figures.stockValue && <StockValue rows={figures.stockValue} filter={filter} />}
      <LateNow late={figures.late} filter={filter} />
      <VisitsOfShop visits={visits} days={days} filter={filter} />
    </>
  );
}

function Sales({ by, rows, filter }: { by: Grouping; rows: SalesRow[]; filter: string }) {
  const t = useTexts('figures');
  const format = useFormat();
  const plainName = (key: string) => {
    if (by === 'day') return format.day(key);
    return by === 'branch' ? format.branchName(key) : key;
  };
  const keyName = (key: SalesRow['key']) => {
    if (key === null) return t('keptTires');
    const mayWrap = by === 'brand';
    return mayWrap ? key : <span className="whitespace-nowrap">{plainName(key)}</span>;
  };
  const shownRows = by === 'day' ? rows.toReversed() : rows;
  return (
    <Table
      title={t(`by.${by}`)}
      csvQuery={`figure=sales&by=${by}&${filter}`}
      head={[t(`by.${by}`), t('sold'), t('returned'), t('gross'), t('net')]}
      rows={shownRows.map((row) => [
        keyName(row.key),
        row.soldPieces,
        row.returnedPieces,
        format.money(row.grossCents),
        format.money(row.netCents),
      ])}
    />
  );
}

function Margin({ rows, filter }: { rows: MarginRow[]; filter: string }) {
  const t = useTexts('figures');
  const { money } = useFormat();
  return (
    <Panel title={t('margin')}>
      <p className="mb-2 text-s text-quiet">{t('marginExplains')}</p>
      <Table
        title={t('by.brand')}
        csvQuery={`figure=margin&${filter}`}
        head={[t('by.brand'), t('pieces'), t('net'), t('cost'), t('margin'), t('unknown')]}
        rows={rows.map((row) => [
          row.key ?? t('keptTires'),
          row.pieces,
          money(row.netCents),
          money(row.costCents),
          money(row.marginCents),
          row.unknownPieces,
        ])}
      />
    </Panel>
  );
}

function StockValue({ rows, filter }: { rows: StockValueRow[]; filter: string }) {
  const t = useTexts('figures');
  const { money, branchName } = useFormat();
  return (
    <Panel title={t('stockValue')}>
      <Table
        title={t('by.branch')}
        csvQuery={`figure=stockValue&${filter}`}
        head={[t('by.branch'), t('pieces'), t('cost'), t('unknown'), t('atSalePrice'), t('apart')]}
        rows={rows.map((row) => [
          row.branch === null ? t('underWay') : branchName(row.branch),
          row.pieces,
          money(row.costCents),
          row.unknownPieces,
          // Only of the pieces of unknown cost.
          money(row.atSalePriceCents),
          row.apartPieces,
        ])}
      />
    </Panel>
  );
}
