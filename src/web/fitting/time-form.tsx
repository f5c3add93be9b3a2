import { translatorOf } from '../../messages/translator.server.ts';
import { addDays } from '../../shop/calendar.ts';
import { vehicles } from '../../shop/config/vehicles.ts';
import { locales } from '../../shop/locale.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { HiddenFields } from '../plain-pages/plain-document.tsx';
import { dayAndTime } from '../ui/day-and-time.ts';
import { calendarDay } from '../ui/locale.ts';
import { type FittingPageState, pathWith } from './page-state.ts';

export function TimeForm({ state }: { state: FittingPageState }) {
  const { link, order, slots, from: firstDay, chosenStart, wishes, nearestStarts = [] } = state;
  const { locale } = order;
  const t = translatorOf(locale, 'fittingTime');
  const tDays = translatorOf(locale, 'fittingDays');
  const isBooked = order.fitting?.state === 'booked';
  const vehicle = slots.work?.vehicle ?? 'car';
  const days = slots.days.filter((day) => day.state !== 'closed');
  const dayOfStart = chosenStart && tallinnDate(new Date(chosenStart));
  const unfoldedDay =
    days.find(({ day }) => day === dayOfStart)?.day ?? days.find(({ starts }) => starts.length > 0)?.day;
  const hasStarts = nearestStarts.length > 0 || days.some(({ starts }) => starts.length > 0);
  return (
    <form method="post" action="/fitting">
      <HiddenFields fields={link} />
      <input type="hidden" name="vehicle" value={vehicle} />
      <input type="hidden" name="from" value={firstDay ?? ''} />
      {nearestStarts.length > 0 && (
        <fieldset className="near">
          <legend>{tDays('nearest')}</legend>
          <div className="starts near">
            {nearestStarts.map((start) => (
              <Start key={start} at={start} chosen={chosenStart}>
                {t('when', dayAndTime(start, locales[locale].intl))}
              </Start>
            ))}
          </div>
        </fieldset>
      )}
      {days.map(({ day, starts }) => {
        const text = dayAndTime(calendarDay(day).toISOString(), locales[locale].intl).day;
        return starts.length === 0 ? (
          <p key={day} className="full">
            {tDays('full', { day: text })}
          </p>
        ) : (
          <details key={day} open={day === unfoldedDay}>
            <summary>
              <span className="day">{text}</span>{' '}
              <span className="quiet">{t('form.free', { count: starts.length })}</span>
            </summary>
            <fieldset>
              <legend className="hidden">{text}</legend>
              <div className="starts">
                {starts.map(({ at: start, time }) => (
                  <Start key={start} at={new Date(start).toISOString()} chosen={chosenStart}>
                    {time}
                  </Start>
                ))}
              </div>
            </fieldset>
          </details>
        );
      })}
      {days.length === 0 && <p>{tDays('none')}</p>}
      <Weeks state={state} />
      {hasStarts && (
        <>
          <label className="tick">
            <input type="checkbox" name="storage" value="yes" defaultChecked={wishes.storage} />
            {t('form.storage')}
          </label>
          <label className="tick">
            <input type="checkbox" name="earlier" value="yes" defaultChecked={wishes.earlier} />
            {t('form.earlier')}
          </label>
          <p className="send">
            <button type="submit" name="act" value="book">
              {t(isBooked ? 'form.move' : 'form.book')}
            </button>
          </p>
        </>
      )}
    </form>
  );
}

function Start({ at, chosen, children }: { at: string; chosen: string | null | undefined; children: string }) {
  return (
    <label className="start">
      <input type="radio" name="at" value={at} defaultChecked={at === chosen} />
      {children}
    </label>
  );
}

const daysPerPage = 7;

function Weeks({ state }: { state: FittingPageState }) {
  const { order, slots, from: firstDay } = state;
  const t = translatorOf(order.locale, 'fittingPage');
  const { work, nextDay, earliest } = slots;
  const hasEarlierDays = firstDay !== null && earliest !== null && firstDay > earliest;
  const pathOfDay = (day: string) => pathWith(state, { vehicle: work?.vehicle ?? '', from: day });
  return (
    <p className="weeks">
      {hasEarlierDays && <a href={pathOfDay(addDays(firstDay, -daysPerPage))}>{t('earlierDays')}</a>}
      {nextDay && <a href={pathOfDay(nextDay)}>{t('laterDays')}</a>}
    </p>
  );
}

/** Links for the vehicles, because each vehicle has other free times. */
export function Vehicles({ state }: { state: FittingPageState }) {
  const { order, slots, vehicle: requestedVehicle } = state;
  const t = translatorOf(order.locale, 'fittingTime');
  const chosenVehicle = slots.work?.vehicle ?? requestedVehicle;
  return (
    <>
      <p>{t('form.vehicle')}</p>
      <p className="vehicles">
        {vehicles.map((vehicle) => (
          <a
            key={vehicle}
            className="start"
            href={pathWith(state, { vehicle })}
            aria-current={vehicle === chosenVehicle ? 'true' : undefined}
          >
            <span className="name">{t(`vehicle.${vehicle}`)}</span>
          </a>
        ))}
      </p>
    </>
  );
}
