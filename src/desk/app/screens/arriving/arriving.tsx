import { useState } from 'react';
import { Link } from 'react-router';
import type {
  Arriving,
  ArrivingDay,
  ArrivingDelivery,
  ArrivingLine,
  StoredSet,
} from '../../../../shop/desk/arriving.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Stepper } from '../../ui/stepper.tsx';

export default function ArrivingScreen() {
  const t = useTexts('arriving');
  const { branch } = useBranch();
  const query = useLiveQuery<Arriving>(`/api/arriving?branch=${branch}`, ['orders', 'fitting', 'purchases', 'stock']);
  return (
    <Screen title={t('title')}>
      <WhenLoaded query={query}>
        {({ days, fromStorage }) => (
          <>
            {fromStorage.length > 0 && <StoredSetsToFetch sets={fromStorage} />}
            {days.length === 0 ? (
              <p className="text-l text-quiet">{t('nothing')}</p>
            ) : (
              days.map((day) => <DayPanel key={day.day ?? 'none'} day={day} />)
            )}
          </>
        )}
      </WhenLoaded>
    </Screen>
  );
}

function StoredSetsToFetch({ sets }: { sets: readonly StoredSet[] }) {
  const t = useTexts('arriving');
  const fittingTexts = useTexts('fittingTime');
  const { dayAndTime } = useFormat();
  return (
    <ListPanel title={t('fromStorage')} rows={sets}>
      {({ id, at, bay, number, name, plate }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-3 first:border-t-0">
          <span className="number font-semibold">{dayAndTime(at)}</span>
          <span>{fittingTexts('bay', { bay })}</span>
          {plate && <span className="number rounded-sm border border-edge px-1">{plate}</span>}
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span>{t('otherSet')}</span>
          {number && (
            <Link to={`/o/${number}`} className="number underline">
              {number}
            </Link>
          )}
        </li>
      )}
    </ListPanel>
  );
}

function DayPanel({ day }: { day: ArrivingDay }) {
  const t = useTexts('arriving');
  const format = useFormat();
  return (
    <Panel title={day.day ? format.day(day.day) : t('noDay')} count={day.count}>
      {day.overdue && <State tone="bad">{t('overdue')}</State>}
      {day.deliveries.map((delivery) =>
        delivery.kind === 'purchase' ? (
          <PurchaseSection key={delivery.purchase} delivery={delivery} />
        ) : (
          <TransferSection key={delivery.branch + delivery.state} delivery={delivery} />
        ),
      )}
    </Panel>
  );
}

function PurchaseSection({ delivery }: { delivery: Extract<ArrivingDelivery, { kind: 'purchase' }> }) {
  const t = useTexts('arriving');
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const countOf = (line: ArrivingLine) => counts.get(line.tireId) ?? line.count;
  const countedTires = delivery.lines
    .map((line) => ({ tire: line.tireId, count: countOf(line) }))
    .filter(({ count }) => count > 0);
  return (
    <section className="mt-3 border-t border-line pt-3">
      <h3 className="flex flex-wrap items-baseline gap-3 font-semibold">
        {delivery.supplier}
        <Link to={`/purchases/${delivery.purchase}`} className="number font-normal underline">
          {delivery.purchase}
        </Link>
        {delivery.state === 'unclear' && <State tone="warn">{t('unclear')}</State>}
      </h3>
      <ul>
        {delivery.lines.map((line) => (
          <li key={line.tireId} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <LineFacts line={line} />
            <Stepper
              label={`${line.title} ${line.size}`}
              hidesLabel
              value={countOf(line)}
              max={line.count}
              onChange={(count) => setCounts(new Map(counts).set(line.tireId, count))}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <ActButton
          act="receive-purchase"
          fields={{ number: delivery.purchase, good: countedTires }}
          label={t('arrived')}
          look="primary"
          isDisabled={countedTires.length === 0}
          // Missing pieces may come later. The counts become 0, so that a second press does not receive them as well.
          onDone={() => setCounts(new Map(delivery.lines.map((line) => [line.tireId, 0])))}
        />
        <Link to={`/purchases/${delivery.purchase}?scan`} className={buttonClass()}>
          {t('scan')}
        </Link>
      </div>
    </section>
  );
}

function TransferSection({ delivery }: { delivery: Extract<ArrivingDelivery, { kind: 'transfer' }> }) {
  const t = useTexts('arriving');
  const { branchName } = useFormat();
  return (
    <section className="mt-3 border-t border-line pt-3">
      <h3 className="flex flex-wrap items-baseline gap-3 font-semibold">
        {branchName(delivery.branch)}
        <State tone={delivery.state === 'sent' ? 'good' : 'quiet'}>{t(`state.${delivery.state}`)}</State>
      </h3>
      <ul>
        {delivery.lines.map((line) => (
          <li key={line.tireId} className="flex flex-wrap items-start justify-between gap-3 py-2">
            <LineFacts line={line} />
            <div className="flex flex-wrap gap-2">
              {line.orders.map(
                ({ number, transfer: transferId, count }) =>
                  transferId !== null && (
                    <ActButton
                      key={transferId}
                      act="receive-transfer"
                      fields={{ id: transferId, count }}
                      label={t('arrivedFor', { count, number })}
                    />
                  ),
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineFacts({ line }: { line: ArrivingLine }) {
  const t = useTexts('arriving');
  return (
    <span className="min-w-0 flex-1 basis-56">
      <span className="number font-semibold">{line.count} ×</span> {line.title}{' '}
      <span className="number whitespace-nowrap">{line.size}</span>
      <span className="number block text-s text-quiet">{[line.sku, line.ean].filter(Boolean).join(', ')}</span>
      <span className="flex flex-wrap gap-x-3 text-s">
        {line.orders.map(({ number, count }) => (
          <Link key={number} to={`/o/${number}`} className="underline">
            {count} × <span className="number">{number}</span>
          </Link>
        ))}
        {line.stock > 0 && <span>{t('stock', { count: line.stock })}</span>}
      </span>
    </span>
  );
}
