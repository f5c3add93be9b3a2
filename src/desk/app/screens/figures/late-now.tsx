import { Link } from 'react-router';
import type { Late } from '../../../../shop/desk/figures/figures.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';
import { Table } from './table.tsx';

/** `late`: what is late now at the chosen branch, whatever days are chosen. `filter`: the branch and the days as a query string, for the CSV links. */
export function LateNow({ late, filter }: { late: Late; filter: string }) {
  const t = useTexts('figures');
  const { day, branchName, money } = useFormat();
  const orderLink = (number: string) => (
    <Link to={`/o/${number}`} className="number underline">
      {number}
    </Link>
  );
  return (
    <Panel title={t('late')}>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Table
          title={t('lateOrders')}
          csvQuery={`figure=lateOrders&${filter}`}
          head={[t('order'), t('promised'), t('expected')]}
          rows={late.orders.map((row) => [
            orderLink(row.number),
            day(row.promisedOn),
            row.expectedOn ? day(row.expectedOn) : '–',
          ])}
        />
        <Table
          title={t('lateTransfers')}
          csvQuery={`figure=lateTransfers&${filter}`}
          head={[t('order'), t('way')]}
          rows={late.transfers.map((row) => [orderLink(row.number), `${branchName(row.from)} → ${branchName(row.to)}`])}
        />
        <Table
          title={t('restsDue')}
          csvQuery={`figure=restsDue&${filter}`}
          head={[t('order'), t('missing')]}
          rows={late.restsDue.map((row) => [orderLink(row.number), money(row.missingCents)])}
        />
        <Table
          title={t('purchasesUnanswered')}
          csvQuery={`figure=purchasesUnanswered&${filter}`}
          head={[t('purchase'), t('supplier')]}
          rows={late.purchasesUnanswered.map((row) => [
            <Link key={row.number} to={`/purchases/${row.number}`} className="number underline">
              {row.number}
            </Link>,
            row.supplier,
          ])}
        />
      </div>
    </Panel>
  );
}
