import { locales, unbrokenDate } from '../../../shop/locale.ts';
import { formatMoney } from '../../../shop/money.ts';
import { useSession } from '../client/queries.ts';
import { timeZone, useLanguage, useTexts } from '../client/texts.tsx';

/** At 10:00 UTC the calendar day in Tallinn is the same as in UTC. */
const dateOf = (day: string) => new Date(`${day}T10:00:00Z`);

/** Returns the calendar day in Tallinn as `2026-11-24`, the Swedish date format. */
export function tallinnDay(time: string | Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(time));
}

export const tallinnToday = (): string => tallinnDay(new Date());

/** Returns this month and the twelve months before it as `2026-11`, the latest first. */
export function recentMonths(): string[] {
  const [year = 0, month = 0] = tallinnToday().split('-').map(Number);
  return Array.from({ length: 13 }, (_, monthsBack) =>
    new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 7),
  );
}

export function useFormat() {
  const { locale } = useLanguage();
  const { data: session } = useSession();
  const t = useTexts('units');
  const { intl } = locales[locale];
  const clock = new Intl.DateTimeFormat(intl, { hour: '2-digit', minute: '2-digit', timeZone });
  const dateText = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intl, { ...options, timeZone }).format(dateOf(day));
  const dayText = (day: string, { hasWeekday }: { hasWeekday: boolean }) =>
    unbrokenDate(dateText(day, { ...(hasWeekday && { weekday: 'short' }), day: 'numeric', month: 'short' }));
  const today = tallinnToday();
  const day = (date: string, { short = false } = {}) =>
    date === today ? t('today') : dayText(date, { hasWeekday: !short });
  const branchName = (id: string) => session?.branches.find((branch) => branch.id === id)?.name ?? id;
  return {
    money: (cents: number) => formatMoney(cents, locale),
    day,
    /** `24.11.2026`, in digits, because the name of a month would need the grammatical case of the sentence. */
    fullDay: (day: string) => dateText(day, { day: '2-digit', month: '2-digit', year: 'numeric' }),
    longDay: (day: string) => unbrokenDate(dateText(day, { weekday: 'long', day: 'numeric', month: 'long' })),
    monthName: (month: string) => dateText(`${month}-15`, { month: 'long', year: 'numeric' }),
    dayRange: (from: string, to: string) =>
      unbrokenDate(
        new Intl.DateTimeFormat(intl, { day: 'numeric', month: 'long', timeZone }).formatRange(
          dateOf(from),
          dateOf(to),
        ),
      ),
    /** `14:02`; on other days than today `24. nov 14:02`. */
    time: (at: string | Date) => {
      const clockTime = clock.format(new Date(at));
      const date = tallinnDay(at);
      return date === today ? clockTime : `${dayText(date, { hasWeekday: false })} ${clockTime}`;
    },
    /** `T, 24. nov 14:02` with the weekday, or the word for today and the time. */
    dayAndTime: (at: string) => `${day(tallinnDay(at))} ${clock.format(new Date(at))}`,
    branchName,
    /** `staff:kati` → `Kati`, `branch:<id>` → the name of the branch, `buyer` → the word for the buyer. */
    actorName: (actor: string) => {
      const [kind = '', name = ''] = actor.split(':');
      if (kind === 'staff') return name.charAt(0).toUpperCase() + name.slice(1);
      if (kind === 'operator') return name === '' ? t('actor.operator') : `${t('actor.operator')} (${name})`;
      if (kind === 'buyer' || kind === 'shop' || kind === 'unknown') return t(`actor.${kind}`);
      if (kind === 'branch') return branchName(name);
      return actor;
    },
    /** `supplier:<name>` → the name of the supplier; the id of a branch → the name of the branch. */
    placeName: (place: string) => (place.startsWith('supplier:') ? place.slice('supplier:'.length) : branchName(place)),
  };
}
