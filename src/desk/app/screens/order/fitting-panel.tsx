import { Link } from 'react-router';
import type { DeskAppointment } from '../../../../shop/desk/fitting/appointment.ts';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { openStatuses } from '../../../../shop/order/order.ts';
import { useTexts } from '../../client/texts.tsx';
import { useMayStart } from '../../client/use-may-start.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State } from '../../ui/parts.tsx';

export function FittingPanel({ order }: { order: DeskOrder }) {
  const t = useTexts('fittingTime');
  const mayStart = useMayStart();
  const { number, version, fitting, status, fulfilment } = order;
  if (fulfilment !== 'fitting') return null;
  const isBooked = fitting?.state === 'booked';
  const isChangeable = openStatuses.includes(status) && fitting?.state !== 'arrived';
  return (
    <Panel title={t('title')}>
      {fitting && <AppointmentFacts appointment={fitting} />}
      {isChangeable && !isBooked && <State tone="warn">{t('none')}</State>}
      {isChangeable && mayStart('book-order-fitting') && (
        <div className="mt-3 flex flex-wrap items-start gap-2">
          <Link to={`/o/${number}/fitting`} className={buttonClass()}>
            {isBooked ? t('move') : t('choose')}
          </Link>
          {isBooked && (
            <ActButton
              // Cancels the appointment, so that its time is free again.
              act="free-order-fitting"
              fields={{ number }}
              shownVersion={version}
              label={t('free')}
              look="danger"
              confirmLabel={t('freeSure')}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

const stateTones = { booked: 'good', arrived: 'good', done: 'quiet', missed: 'bad', freed: 'warn' } as const;

function AppointmentFacts({ appointment }: { appointment: DeskAppointment }) {
  const t = useTexts('fittingTime');
  const { dayAndTime, money } = useFormat();
  const { at, minutes, bay, vehicle, priceCents, state, freedBecause } = appointment;
  const { storage: isOtherSetStored, earlier: wantsEarlierTime } = appointment;
  return (
    <div className="mb-2 grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className={`number text-l font-semibold ${state === 'freed' ? 'line-through' : ''}`}>
          {dayAndTime(at)}
        </span>
        <State tone={stateTones[state]}>{freedBecause ? t(`freed.${freedBecause}`) : t(`state.${state}`)}</State>
      </p>
      <p className="flex flex-wrap gap-x-4">
        <span>{t('bay', { bay })}</span>
        <span>{t('minutes', { minutes })}</span>
        <span>{t(`vehicle.${vehicle}`)}</span>
      </p>
      <p>{priceCents === null ? t('priceAgreed') : t('price', { amount: money(priceCents) })}</p>
      {isOtherSetStored && <p className="font-semibold">{t('storage')}</p>}
      {wantsEarlierTime && state === 'booked' && <p>{t('earlier')}</p>}
    </div>
  );
}
