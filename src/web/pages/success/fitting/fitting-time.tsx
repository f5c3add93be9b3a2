import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatMoney, toCents } from '../../../../shop/money.ts';
import { openStatuses } from '../../../../shop/order/order.ts';
import type { Appointment, OrderView } from '../../../../shop/order/order-view.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { usePageContext } from '../../../document/page-context.tsx';
import { useBranchPhone } from '../../../ui/branch.tsx';
import { useDayAndTime } from '../../../ui/day-and-time.ts';
import { focusHeading } from '../../../ui/focus-heading.ts';
import { useShopLocale } from '../../../ui/locale.ts';
import { Section } from '../../../ui/section.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { AppointmentRefusal, ChooseTime } from './choose-time.tsx';
import { useAppointment } from './use-appointment.ts';

type Props = { order: OrderView; orderKey: OrderKey };

export function FittingTime({ order, orderKey }: Props) {
  const t = useTranslations('fittingTime');
  const { fitting: appointment } = order;
  const isOpen = openStatuses.includes(order.status) && order.fulfilment === 'fitting';
  if (!isOpen && !endedWithOrder(order)) return null;
  const isFreed = appointment?.state === 'freed';
  const isWithoutTime = !appointment || isFreed || appointment.state === 'missed';
  const mustChooseAgain = isOpen && appointment !== null && isWithoutTime;
  return (
    <Section
      id="fitting"
      title={t('title')}
      className={`mt-8 border-s-4 bg-sheet p-5 ${mustChooseAgain ? 'border-warn' : 'border-edge'}`}
    >
      {appointment && <AppointmentState order={order} appointment={appointment} />}
      {isOpen && isWithoutTime && <p className="mt-2">{t(appointment ? 'noneAgain' : 'none')}</p>}
      {isOpen && <Actions order={order} orderKey={orderKey} />}
    </Section>
  );
}

/** Whether the appointment of a closed order was done, or was freed because the order was closed. */
function endedWithOrder({ fitting, status }: OrderView): boolean {
  if (!fitting) return false;
  if (status === 'completed') return fitting.state === 'done';
  return fitting.freedBecause === 'closed' || fitting.freedBecause === 'expired';
}

function AppointmentState({ order, appointment }: { order: OrderView; appointment: Appointment }) {
  const t = useTranslations('fittingTime');
  const when = t('when', useDayAndTime()(appointment.at));
  const { state, freedBecause } = appointment;
  const isFreed = state === 'freed';
  return (
    <>
      <p className="tabular mt-1 text-xl font-bold first-letter:uppercase">{isFreed ? <s>{when}</s> : when}</p>
      {isFreed && freedBecause && <p className="mt-1">{t(`freed.${freedBecause}`)}</p>}
      {state !== 'freed' && state !== 'booked' && <p className="mt-1 font-semibold">{t(`state.${state}`)}</p>}
      {(state === 'booked' || state === 'arrived') && <Facts order={order} appointment={appointment} />}
    </>
  );
}

function Facts({ order, appointment }: { order: OrderView; appointment: Appointment }) {
  const t = useTranslations('fittingTime');
  const locale = useShopLocale();
  const branch = usePageContext().shopConfig.branches.find(({ id }) => id === order.branch);
  const { price, minutes, vehicle, storage, earlier: wantsEarlierTime } = appointment;
  const priceText = price === null ? null : formatMoney(toCents(price), locale);
  const facts = [
    [t('branch'), branch ? `${branch.name}, ${branch.street}` : order.branch],
    [t('price'), priceText === null ? t('priceAtBranch') : t('priceText', { price: priceText })],
    [t('duration'), t('minutes', { minutes })],
    [t('car'), [t(`vehicle.${vehicle}`), order.plate].filter(Boolean).join(', ')],
    [t('bring'), t('bringText')],
  ];
  return (
    <>
      <dl className="mt-3 grid gap-x-6 sm:grid-cols-[auto_1fr] sm:gap-y-1">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="mt-2 text-quiet sm:mt-0">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {storage && <p className="mt-3">{t('storage')}</p>}
      {wantsEarlierTime && <p className="mt-3">{t('earlier')}</p>}
    </>
  );
}

/** The appointment's state after an action of the buyer. The branch or a change of the order may change it later. */
const stateAfter = { booked: 'booked', cancelled: 'freed' } as const;

function Actions({ order, orderKey }: Props) {
  const t = useTranslations('fittingTime');
  const dayAndTime = useDayAndTime();
  const phone = useBranchPhone(order.branch);
  const actions = useAppointment(orderKey);
  const [lastAction, setLastAction] = useState<'booked' | 'cancelled' | null>(null);
  const { fitting: appointment, customer } = order;
  const isBooked = appointment?.state === 'booked';
  const isNoLongerBooked = appointment !== null && !isBooked;
  const [isChoosing, setIsChoosing] = useState(isNoLongerBooked);
  const isChangeable = !isBooked || Date.parse(appointment.changeableUntil) > Date.now();
  if (appointment?.state === 'arrived' || appointment?.state === 'done') return null;

  function finish(action: 'booked' | 'cancelled') {
    setLastAction(action);
    setIsChoosing(false);
    focusHeading('#fitting');
  }

  async function cancel(close: () => void) {
    const isDone = await actions.cancel();
    close();
    if (isDone) finish('cancelled');
  }

  return (
    <div className="no-print">
      <div role="status">
        {lastAction && appointment?.state === stateAfter[lastAction] && (
          <p className="mt-3 font-semibold text-good">
            {t(`said.${lastAction}`)} {customer.email !== '' && t('said.emailed')}
          </p>
        )}
      </div>
      {isBooked && (
        <p className="mt-3 text-s text-quiet">
          {isChangeable ? t('until', dayAndTime(appointment.changeableUntil)) : t('refusal.too-late', { phone })}
        </p>
      )}
      <div role="alert" className="mt-3 empty:hidden">
        {actions.refusal && !isChoosing && <AppointmentRefusal error={actions.refusal} phone={phone} />}
      </div>
      {isChangeable && (
        <details open={isChoosing} onToggle={(event) => setIsChoosing(event.currentTarget.open)} className="mt-2">
          <summary className="inline-flex min-h-11 items-center font-semibold underline">
            {t(isBooked ? 'change' : 'choose')}
          </summary>
          {isChoosing && (
            <ChooseTime
              key={`${order.branch} ${appointment?.at}`}
              appointment={appointment}
              orderKey={orderKey}
              phone={phone}
              actions={actions}
              onBooked={() => finish('booked')}
            />
          )}
        </details>
      )}
      {isBooked && (
        <div className="flex flex-wrap gap-x-6">
          <button
            type="button"
            className="inline-flex min-h-11 items-center underline"
            onClick={() => void actions.downloadCalendar()}
          >
            {t('calendar')}
          </button>
          {isChangeable && (
            <ConfirmDialog
              id="cancel-fitting"
              namespace="fittingTime.cancel"
              isBusy={actions.isBusy}
              onConfirm={cancel}
            />
          )}
        </div>
      )}
    </div>
  );
}
