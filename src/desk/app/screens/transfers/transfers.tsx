import { Link } from 'react-router';
import type { TransferRow } from '../../../../shop/desk/today.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery, useSession } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, State, WhenLoaded } from '../../ui/parts.tsx';
import { PrintLink } from '../../ui/print-link.tsx';
import { Screen } from '../../ui/screen.tsx';

export default function Transfers() {
  const t = useTexts('transfers');
  const { branch } = useBranch();
  const { data: session } = useSession();
  const query = useLiveQuery<TransferRow[]>('/api/transfers', ['orders']);
  const otherBranches = session?.branches.filter(({ id }) => id !== branch) ?? [];
  return (
    <Screen
      title={t('title')}
      aside={otherBranches.map(({ id, name }) => (
        <PrintLink key={id} path="transfers" query={{ from: branch, to: id }}>
          {t('print', { branch: name })}
        </PrintLink>
      ))}
    >
      <WhenLoaded query={query}>
        {(transfers) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <TransferList
              title={t('toSend')}
              emptyText={t('nothingToSend')}
              rows={transfers.filter((row) => row.from === branch && row.state === 'requested')}
              act="send-transfer"
            />
            <TransferList
              title={t('toReceive')}
              emptyText={t('nothingToReceive')}
              // Tires can arrive that the other branch has not booked as sent.
              rows={transfers.filter((row) => row.to === branch)}
              act="receive-transfer"
            />
          </div>
        )}
      </WhenLoaded>
    </Screen>
  );
}

type ListProps = { title: string; emptyText: string; rows: TransferRow[]; act: 'send-transfer' | 'receive-transfer' };

function TransferList({ title, emptyText, rows, act }: ListProps) {
  const t = useTexts('transfers');
  const { branchName, day } = useFormat();
  return (
    <ListPanel title={title} rows={rows} count={rows.reduce((sum, { count }) => sum + count, 0)} emptyText={emptyText}>
      {(row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <Link data-row to={`/o/${row.number}`} className="min-w-0 flex-1 basis-56 hover:underline">
            <span className="number font-semibold">{row.count} ×</span> {row.title}{' '}
            <span className="number whitespace-nowrap">{row.size}</span>
            <span className="block text-s text-quiet">
              {branchName(row.from)} → {branchName(row.to)}, <span className="number">{row.number}</span>,{' '}
              {t('promised', { day: day(row.promisedOn) })}
            </span>
            <span className="flex gap-3 text-s">
              <State tone={row.state === 'sent' ? 'good' : 'quiet'}>{t(`state.${row.state}`)}</State>
              {row.late && <State tone="bad">{t('late')}</State>}
            </span>
          </Link>
          <div className="flex flex-wrap gap-2">
            <ActButton act={act} fields={{ id: row.id, count: row.count }} label={t(act)} />
            {act === 'receive-transfer' && row.state === 'sent' && (
              <ActButton act="transfer-missing" fields={{ id: row.id, count: row.count }} label={t('missing')} />
            )}
          </div>
        </li>
      )}
    </ListPanel>
  );
}
