import { Link } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import type { PieceState } from '../../../../shop/order/holds.ts';
import { useTexts } from '../../client/texts.tsx';
import { useMayStart } from '../../client/use-may-start.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

/** `asked`: another branch is asked to send the pieces. */
const statesBeforeArrival: readonly PieceState[] = ['reserved', 'ordered', 'asked', 'sent'];

export function Lines({ order }: { order: DeskOrder }) {
  const t = useTexts('order');
  const { money, day, placeName } = useFormat();
  return (
    <Panel title={t('tiresOf')}>
      <ul>
        {order.lines.map((line) => (
          <li key={line.position} className="grid border-t border-line pb-3 first:border-t-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link to={`/tires/${line.tireId}`} className="flex min-h-12 items-center font-semibold hover:underline">
                <span>
                  <span className="number">{line.count} ×</span> {line.title}{' '}
                  <span className="number whitespace-nowrap">{line.size}</span>
                </span>
              </Link>
              <span className="number">{money(line.priceCents)}</span>
            </p>
            <p className="flex flex-wrap gap-x-4 text-s">
              {line.here > 0 && (
                <span>
                  {t('count.here', { count: line.here })}
                  {line.shelf ? `, ${line.shelf}` : ''}
                </span>
              )}
              {line.missing > 0 && <span className="text-bad">{t('count.missing', { count: line.missing })}</span>}
              {line.handedOver > 0 && <span>{t('count.handedOver', { count: line.handedOver })}</span>}
              {line.returned > 0 && <span>{t('count.returned', { count: line.returned })}</span>}
            </p>
            <ul className="text-s text-quiet">
              {line.pieces
                .filter(({ state }) => statesBeforeArrival.includes(state))
                .map((piece) => (
                  <li key={piece.place + piece.state + piece.day}>
                    {t('comingFrom', { count: piece.count, place: placeName(piece.place) })}
                    {piece.day ? `, ${day(piece.day)}` : ''}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      <NotArrivedButtons order={order} placeName={placeName} />
    </Panel>
  );
}

function NotArrivedButtons({ order, placeName }: { order: DeskOrder; placeName: (place: string) => string }) {
  const t = useTexts('acts');
  const mayStart = useMayStart();
  const pieces = order.lines.flatMap((line) => line.pieces);
  const piecesOnTheirWay = pieces.filter(({ state }) => state === 'ordered' || state === 'sent');
  const senders = new Set(piecesOnTheirWay.map(({ place }) => place));
  if (!order.acts.includes('did-not-come') || !mayStart('did-not-come')) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {[...senders].map((sender) => (
        <ActButton
          key={sender}
          act="did-not-come"
          fields={{ number: order.number, place: sender }}
          shownVersion={order.version}
          label={`${t('did-not-come')}: ${placeName(sender)}`}
        />
      ))}
    </div>
  );
}
