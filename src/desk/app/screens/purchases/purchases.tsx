import { Link } from 'react-router';
import type { PurchaseRow, PurchaseState } from '../../../../shop/desk/purchase.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';

const statesInOrder: readonly PurchaseState[] = ['unclear', 'draft', 'sending', 'sent'];

export default function Purchases() {
  const t = useTexts('purchases');
  const query = useLiveQuery<PurchaseRow[]>('/api/purchases', ['purchases', 'orders']);
  return (
    <Screen title={t('title')}>
      <WhenLoaded query={query}>
        {(purchases) => (
          <>
            {purchases.length === 0 && <p className="text-l text-quiet">{t('none')}</p>}
            {statesInOrder.map((state) => (
              <Group key={state} state={state} rows={purchases.filter((row) => row.state === state)} />
            ))}
          </>
        )}
      </WhenLoaded>
    </Screen>
  );
}

function Group({ state, rows }: { state: PurchaseState; rows: PurchaseRow[] }) {
  const t = useTexts('purchases');
  const { branchName, day, time } = useFormat();
  if (rows.length === 0) return null;
  return (
    <ListPanel title={t(`state.${state}`)} rows={rows}>
      {(row) => (
        <li key={row.number} className="border-t border-line first:border-t-0">
          <Link
            data-row
            to={`/purchases/${row.number}`}
            className="flex min-h-14 flex-wrap items-center gap-x-4 py-2 hover:underline"
          >
            <span className="number font-semibold">{row.number}</span>
            <span>
              {row.supplier} → {branchName(row.branch)}
            </span>
            <span className="number">{t('pieces', { received: row.received, ordered: row.ordered })}</span>
            {row.expectedOn && <span className="text-s text-quiet">{day(row.expectedOn)}</span>}
            {row.sentAt && <span className="text-s text-quiet">{t('sentAt', { time: time(row.sentAt) })}</span>}
            {row.unanswered > 0 && state === 'sent' && (
              <State tone="warn">{t('unanswered', { count: row.unanswered })}</State>
            )}
            {row.refused > 0 && <State tone="bad">{t('refused', { count: row.refused })}</State>}
          </Link>
        </li>
      )}
    </ListPanel>
  );
}
