import { Link } from 'react-router';
import type { Feed } from '../../../../shop/staff/feed.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { useJobName } from '../../ui/job-name.ts';
import { ListPanel, Panel, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CalendarFeeds } from './feeds.tsx';
import { Log } from './log.tsx';
import { People, type PersonRow } from './people.tsx';
import { PersonalData } from './personal-data.tsx';
import { type StationRow, Stations } from './stations.tsx';
import { type Trouble, Troubles } from './troubles.tsx';

/** `withdrawals`: open declarations of buyers that they withdraw from an order. */
type ShopView = {
  people: PersonRow[];
  stations: StationRow[];
  feeds: Feed[];
  troubles: Trouble[];
  failedJobs: { id: string; queue: string; at: string; error: string }[];
  withdrawals: { id: string; receivedAt: string; number: string; name: string; note: string }[];
};

export default function Shop() {
  const t = useTexts('shop');
  const query = useLiveQuery<ShopView>('/api/shop', ['people', 'orders', 'purchases', 'imports']);
  return (
    <Screen title={t('title')}>
      <WhenLoaded query={query}>
        {(shop) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <div className="grid gap-4">
              <Troubles rows={shop.troubles} />
              <Withdrawals rows={shop.withdrawals} />
              <FailedJobs rows={shop.failedJobs} />
              <PersonalData />
            </div>
            <div className="grid gap-4">
              <People rows={shop.people} />
              <Stations rows={shop.stations} />
              <CalendarFeeds rows={shop.feeds} />
            </div>
          </div>
        )}
      </WhenLoaded>
      <Log />
    </Screen>
  );
}

function Withdrawals({ rows }: { rows: ShopView['withdrawals'] }) {
  const t = useTexts('shop');
  const { time } = useFormat();
  return (
    <ListPanel title={t('withdrawals')} rows={rows} emptyText={t('none')}>
      {(row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
        >
          <Link to={`/o/${row.number}`} className="min-w-0 flex-1 hover:underline" data-row>
            <span className="number font-semibold">{row.number}</span> {row.name}
            <span className="block text-s text-quiet">
              {time(row.receivedAt)} {row.note}
            </span>
          </Link>
          <ActButton act="handle-withdrawal" fields={{ id: row.id }} label={t('handled')} />
        </li>
      )}
    </ListPanel>
  );
}

function FailedJobs({ rows }: { rows: ShopView['failedJobs'] }) {
  const t = useTexts('shop');
  const { time } = useFormat();
  const jobName = useJobName();
  if (rows.length === 0) return null;
  return (
    <Panel title={t('jobs')} count={rows.length}>
      <ul className="mb-3 text-s">
        {rows.map((row) => (
          <li key={row.id} className="border-t border-line py-2 first:border-t-0">
            {jobName(row.queue)}, {time(row.at)}
            <span lang="en" className="block text-quiet">
              {row.error}
            </span>
          </li>
        ))}
      </ul>
      <ActButton act="retry-jobs" fields={{}} label={t('retry')} />
    </Panel>
  );
}
