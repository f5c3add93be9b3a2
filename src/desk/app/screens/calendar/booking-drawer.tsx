import { Link } from 'react-router';
import type { CalendarBooking, CalendarDay } from '../../../../shop/desk/calendar/calendar.ts';
import { dialable } from '../../../../shop/dialable.ts';
import { missedFrom } from '../../../../shop/fitting/start-range.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { MoneyState, TiresState } from '../../ui/order/order-row.tsx';
import { State } from '../../ui/parts.tsx';
import { PrintLink } from '../../ui/print-link.tsx';
import { customerOf, useWorkText } from './booking-line.tsx';
import { EditBooking } from './edit-booking.tsx';
import { MoveBooking } from './move-booking.tsx';
import type { CalendarUrl } from './use-calendar-url.ts';
import { useServerNow } from './use-server-now.ts';

type Props = { calendar: CalendarDay; booking: CalendarBooking; url: CalendarUrl };
type DrawerProps = Props & { onMessage: (message: string) => void };

export function BookingDrawer({ calendar, booking, url, onMessage }: DrawerProps) {
  if (url.isMoving) return <MoveBooking {...{ calendar, booking, url, onMessage }} />;
  if (url.isEditing && !booking.order) return <EditBooking booking={booking} onClose={() => url.open(booking.id)} />;
  return (
    <Drawer title={`${booking.time} ${customerOf(booking)}`} onClose={url.close}>
      <States booking={booking} />
      <Acts calendar={calendar} booking={booking} url={url} />
      <Details booking={booking} />
    </Drawer>
  );
}

const stateTones = { booked: 'quiet', arrived: 'good', done: 'good', missed: 'bad' } as const;

function States({ booking: { state, mustMove, order, storage: hasStoredSet } }: Pick<Props, 'booking'>) {
  const t = useTexts('calendar');
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      <State tone={stateTones[state]}>{t(`state.${state}`)}</State>
      {mustMove && <State tone="bad">{t('mustMove')}</State>}
      {order && <TiresState tires={order.tires} />}
      {order && <MoneyState money={order.money} />}
      {hasStoredSet && <State tone="warn">{t('storage')}</State>}
      {mustMove && <p className="w-full text-s text-quiet">{t('mustMoveWhy')}</p>}
    </div>
  );
}

function Acts({ calendar, booking, url }: Props) {
  const t = useTexts('calendar');
  const { id, version, state, order, mustMove } = booking;
  const fields = { id, version };
  const isOpen = state === 'booked' || state === 'arrived';
  const now = useServerNow(calendar.now);
  const mayArrive = state === 'booked' && calendar.day <= calendar.today;
  const mayBeMissed = state === 'booked' && now >= missedFrom(Date.parse(booking.from));
  const moveButton = (
    <Button look={mustMove ? 'primary' : 'plain'} onPress={() => url.open(id, { move: true })}>
      {t('acts.move')}
    </Button>
  );
  const orderLink = order && (
    <Link
      to={`/o/${order.number}`}
      className={buttonClass(state === 'done' ? 'primary' : 'plain')}
      {...(state === 'done' && { 'data-primary': '' })}
    >
      {t('acts.openOrder', { number: order.number })}
    </Link>
  );
  return (
    <div className="flex flex-wrap items-start gap-2">
      {mustMove && moveButton}
      {mayArrive && (
        <ActButton
          act="fitting-arrived"
          fields={fields}
          label={t('acts.arrived')}
          look={mustMove ? 'plain' : 'primary'}
        />
      )}
      {state === 'arrived' && <ActButton act="fitting-done" fields={fields} label={t('acts.done')} look="primary" />}
      {state === 'done' && orderLink}
      {isOpen && !mustMove && moveButton}
      {!order && <Button onPress={() => url.open(id, { edit: true })}>{t('acts.edit')}</Button>}
      {mayBeMissed && <ActButton act="fitting-missed" fields={fields} label={t('acts.missed')} />}
      {state !== 'booked' && <ActButton act="undo-fitting" fields={fields} label={t('acts.undo')} />}
      <PrintLink path={order ? `work-order/${order.number}` : `fitting/${id}`}>{t('acts.print')}</PrintLink>
      {state !== 'done' && orderLink}
      {isOpen && (
        <ActButton
          // Cancels the appointment, so that its time is free again.
          act="free-fitting"
          fields={fields}
          label={t('acts.free')}
          confirmLabel={t('acts.freeSure')}
          look="danger"
          onDone={url.close}
        />
      )}
    </div>
  );
}

function Details({ booking }: Pick<Props, 'booking'>) {
  const t = useTexts('calendar');
  const fittingTexts = useTexts('fittingTime');
  const format = useFormat();
  const workText = useWorkText();
  const { time, minutes, bay, name, phone, plate, vehicle, priceCents, note, channel, order } = booking;
  const rows: [string, React.ReactNode][] = [
    [t('label.time'), `${time}, ${t('minutes', { count: minutes })}`],
    [t('label.bay'), bay],
    [t('label.work'), `${fittingTexts(`vehicle.${vehicle}`)}, ${workText(booking)}`],
    [t('label.price'), priceCents === null ? t('priceAgreed') : format.money(priceCents)],
    [t('label.plate'), plate],
    [t('label.name'), name],
    [
      t('label.phone'),
      phone && (
        <a className="inline-flex min-h-12 items-center underline" href={`tel:${dialable(phone)}`}>
          {phone}
        </a>
      ),
    ],
    [t('label.shelf'), order?.shelf ?? ''],
    [t('label.note'), note],
    [t('label.bookedBy'), t(`channel.${channel}`)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
      {rows.map(
        ([label, value]) =>
          value !== '' && (
            <div key={label} className="contents">
              <dt className="text-s text-quiet">{label}</dt>
              <dd className="number m-0 wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
