import { Fragment } from 'react';
import { translatorOf } from '../../messages/translator.server.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { type Locale, localeIds, locales } from '../../shop/locale.ts';
import { formatMoney, toCents } from '../../shop/money.ts';
import type { Appointment, OrderView } from '../../shop/order/order-view.ts';
import { BuyerDocument } from '../plain-pages/buyer-document.tsx';
import { HiddenFields } from '../plain-pages/plain-document.tsx';
import { dayAndTime } from '../ui/day-and-time.ts';
import { type FittingPageState, pathWith } from './page-state.ts';
import { TimeForm, Vehicles } from './time-form.tsx';

/** The appointment's state after each outcome. In any other state, the outcome in the URL is outdated and not shown. */
const stateAfter = { booked: 'booked', cancelled: 'freed' } as const;

export function FittingPage({ state, shopConfig }: { state: FittingPageState; shopConfig: ShopConfig }) {
  const { order, outcome, refusal, slots } = state;
  const { locale, fitting: appointment } = order;
  const t = translatorOf(locale, 'fittingTime');
  const title = translatorOf(locale, 'fittingPage')('title', { number: order.number });
  const branch = shopConfig.branches.find(({ id }) => id === order.branch);
  const phone = branch?.phone ?? shopConfig.phones[0];
  const isBooked = appointment?.state === 'booked';
  const callReason = reasonToCall(slots, isBooked);
  const isBookableOnline = slots.work !== null;
  // Another vehicle may still be bookable online.
  const needsCallForRequestedVehicle = callReason === 'by-phone' && state.vehicle !== undefined;
  const canChoose = isBookableOnline || needsCallForRequestedVehicle;
  return (
    <BuyerDocument locale={locale} title={title} shopName={shopConfig.name} urlIn={(id) => urlIn(id, state)}>
      <h1>{title}</h1>
      {outcome && appointment?.state === stateAfter[outcome] && (
        <p className="card good" role="status">
          {t(`said.${outcome}`)} {order.customer.email !== '' && t('said.emailed')}
        </p>
      )}
      {refusal && (
        <p className="card bad" role="alert">
          {refusal === 'choose' ? t('form.choose') : t(`refusal.${refusal}`, { phone })}
        </p>
      )}
      {appointment && <AppointmentCard order={order} appointment={appointment} branch={branch} />}
      {state.showsCancelConfirmation ? (
        <CancelConfirmation state={state} />
      ) : (
        <>
          {callReason && refusal !== callReason && <p className="card">{t(`refusal.${callReason}`, { phone })}</p>}
          {canChoose && <h2>{t(isBooked ? 'change' : 'choose')}</h2>}
          {canChoose && !isBooked && <Vehicles state={state} />}
          {isBookableOnline && <TimeForm state={state} />}
          {isBooked && slots.canChange && <CancelButton state={state} />}
        </>
      )}
    </BuyerDocument>
  );
}

function urlIn(locale: Locale, state: FittingPageState): string {
  const { vehicle, from, chosenStart } = state;
  return pathWith(state, { locale, vehicle: vehicle ?? '', from: from ?? '', at: chosenStart ?? '' });
}

/** Returns why the buyer must call the branch; null: the time can be booked or changed here, or the order is closed. */
function reasonToCall(
  { canChange, work }: FittingPageState['slots'],
  isBooked: boolean,
): 'by-phone' | 'too-late' | null {
  if (canChange) return work ? null : 'by-phone';
  return isBooked ? 'too-late' : null;
}

type AppointmentCardProps = {
  order: OrderView;
  appointment: Appointment;
  branch: ShopConfig['branches'][number] | undefined;
};

function AppointmentCard({ order: { locale, branch: branchId, plate }, appointment, branch }: AppointmentCardProps) {
  const t = translatorOf(locale, 'fittingTime');
  const { state, freedBecause, price, minutes, vehicle, storage, earlier: wantsEarlierTime } = appointment;
  const when = t('when', dayAndTime(appointment.at, locales[locale].intl));
  const isFreed = state === 'freed';
  if (isFreed) {
    return (
      <div className="card">
        <p className="when">
          <s>{when}</s>
        </p>
        {freedBecause && <p>{t(`freed.${freedBecause}`)}</p>}
      </div>
    );
  }
  return (
    <div className="card">
      <p className="when">{when}</p>
      {state === 'booked' ? (
        <dl>
          <dt>{t('branch')}</dt>
          <dd>
            {branch ? (
              <>
                {branch.name}, <a href={branch.map}>{branch.street}</a>
              </>
            ) : (
              branchId
            )}
          </dd>
          <dt>{t('price')}</dt>
          <dd>
            {price === null ? t('priceAtBranch') : t('priceText', { price: formatMoney(toCents(price), locale) })}
          </dd>
          <dt>{t('duration')}</dt>
          <dd>{t('minutes', { minutes })}</dd>
          <dt>{t('car')}</dt>
          <dd>{[t(`vehicle.${vehicle}`), plate].filter(Boolean).join(', ')}</dd>
          <dt>{t('bring')}</dt>
          <dd>{t('bringText')}</dd>
        </dl>
      ) : (
        <p>{t(`state.${state}`)}</p>
      )}
      {state === 'booked' && storage && <p>{t('storage')}</p>}
      {state === 'booked' && wantsEarlierTime && <p>{t('earlier')}</p>}
    </div>
  );
}

function CancelButton({ state: { link, order } }: { state: FittingPageState }) {
  const t = translatorOf(order.locale, 'fittingTime');
  return (
    <form method="post" action="/fitting" className="cancel">
      <HiddenFields fields={link} />
      <button type="submit" name="act" value="cancel">
        {t('cancel.open')}
      </button>
    </form>
  );
}

function CancelConfirmation({ state: { link, order } }: { state: FittingPageState }) {
  const t = translatorOf(order.locale, 'fittingTime');
  return (
    <div role="alert">
      <h2>{t('cancel.title')}</h2>
      <p>{t('cancel.text')}</p>
      <form method="post" action="/fitting">
        <HiddenFields fields={link} />
        <input type="hidden" name="sure" value="yes" />
        <button type="submit" name="act" value="cancel">
          {t('cancel.yes')}
        </button>
      </form>
      <p className="weeks">
        <a href={`/fitting?${new URLSearchParams(link)}`}>{t('cancel.no')}</a>
      </p>
    </div>
  );
}

/** The text is in each language, because the language of an order must not be disclosed. */
export function InvalidLinkPage({ shopConfig }: { shopConfig: ShopConfig }) {
  const [phone] = shopConfig.phones;
  return (
    <BuyerDocument locale="ee" title={translatorOf('ee', 'fittingPage')('gone')} shopName={shopConfig.name}>
      {localeIds.map((locale, index) => {
        const t = translatorOf(locale, 'fittingPage');
        const Heading = index === 0 ? 'h1' : 'h2';
        return (
          <Fragment key={locale}>
            <Heading lang={locales[locale].language}>{t('gone')}</Heading>
            <p lang={locales[locale].language}>{t('goneHelp', { phone })}</p>
          </Fragment>
        );
      })}
    </BuyerDocument>
  );
}
