import { Link, useParams } from 'react-router';
import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { PhotoPanel } from './photo-panel.tsx';
import { PricePanel } from './price-panel.tsx';

export default function Tire() {
  const t = useTexts('tire');
  const { id = '' } = useParams();
  const query = useLiveQuery<DeskTire>(`/api/tires/${encodeURIComponent(id)}`, [
    'stock',
    'orders',
    'purchases',
    'imports',
  ]);
  const tire = query.data?.tire;
  return (
    <Screen
      title={tire ? `${tire.manufacturer} ${tire.model} ${tire.size}` : t('title')}
      aside={
        tire && (
          <span className="flex flex-wrap gap-2">
            <Link to={`/sell?tire=${id}`} className={buttonClass()}>
              {t('sell')}
            </Link>
            <Link to={`/count?tire=${id}`} className={buttonClass()}>
              {t('count')}
            </Link>
          </span>
        )
      }
    >
      <WhenLoaded query={query}>
        {(data) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <div className="grid gap-4">
              <StockLocations data={data} />
              <Allocations data={data} />
              <StockChanges data={data} />
            </div>
            <div className="grid gap-4">
              <PricePanel data={data} />
              {data.photos && <PhotoPanel tireId={id} photos={data.photos} pin={data.picturePin} />}
            </div>
          </div>
        )}
      </WhenLoaded>
    </Screen>
  );
}

/** `onHand` also counts pieces that are not free: `held` (for unpaid orders), `sold` (paid, at a branch, not handed over yet) and `owed` (ordered by the shop, but perhaps not yet deducted in the supplier's list). It does not count those `apart`, which are not for sale. */
function StockLocations({ data: { stock, tire } }: { data: DeskTire }) {
  const t = useTexts('tire');
  const { placeName } = useFormat();
  return (
    <Panel title={t('stock')}>
      {tire.ean && <p className="number text-s text-quiet">EAN {tire.ean}</p>}
      <ul>
        {stock.places.map(({ place, onHand, held, sold, owed, apart: notForSale }) => (
          <li key={place} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 first:border-t-0">
            <span className="font-semibold">{placeName(place)}</span>
            <span className="number flex flex-wrap gap-x-4">
              <span>{t('there', { count: onHand })}</span>
              {held > 0 && <span>{t('held', { count: held })}</span>}
              {sold > 0 && <span>{t('sold', { count: sold })}</span>}
              {owed > 0 && <span>{t('owed', { count: owed })}</span>}
              {notForSale > 0 && <State tone="warn">{t('apart', { count: notForSale })}</State>}
              <span className="font-semibold">{t('free', { count: Math.max(0, onHand - held - sold - owed) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Allocations({ data: { stock } }: { data: DeskTire }) {
  const t = useTexts('tire');
  const { placeName } = useFormat();
  const allocations = stock.promises;
  if (allocations.length === 0) return null;
  return (
    <ListPanel title={t('promises')} rows={allocations}>
      {(allocation) => (
        <li
          key={allocation.number + allocation.place + allocation.state}
          className="border-t border-line py-2 first:border-t-0"
        >
          <Link to={`/o/${allocation.number}`} className="hover:underline" data-row>
            <span className="number font-semibold">{allocation.number}</span> {allocation.count} ×{' '}
            {placeName(allocation.place)}, {t(`state.${allocation.state}`)}
          </Link>
        </li>
      )}
    </ListPanel>
  );
}

function StockChanges({ data: { stock } }: { data: DeskTire }) {
  const t = useTexts('tire');
  const { time, actorName, placeName } = useFormat();
  if (stock.changes.length === 0) return null;
  return (
    <Panel title={t('changes')}>
      <ul className="text-s">
        {stock.changes.map((change) => (
          <li
            key={change.at + change.place + change.count}
            className="flex flex-wrap gap-x-3 border-t border-line py-2 first:border-t-0"
          >
            <span className="number text-quiet">{time(change.at)}</span>
            <span className="number">
              {placeName(change.place)}: {change.before} → {change.after}
            </span>
            <span>{change.reason}</span>
            <span className="text-quiet">{actorName(change.actor)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
