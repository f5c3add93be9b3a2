import { type Locale, locales } from '../../../shop/locale.ts';
import { formatMoney } from '../../../shop/money.ts';
import { useSession } from '../client/queries.ts';
import { timeZone, useLanguage, useTexts } from '../client/texts.tsx';

/** Returns a calendar day (`2026-11-24`) as `T, 24. nov`; with `short` without the weekday. */
function dayText(day: string, locale: Locale, short: boolean): string {
  const options: Intl.DateTimeFormatOptions = {
    ...(!short && { weekday: 'short' }),
    day: 'numeric',
    month: 'short',
    timeZone,
  };
  return new Intl.DateTimeFormat(locales[locale].region, options).format(new Date(`${day}T10:00:00Z`));
}

export function tallinnDay(time: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time);
}

/** This month and the twelve before it, newest first: `2026-11`. */
export function recentMonths(): string[] {
  const [year = 0, month = 0] = tallinnDay(new Date()).split('-').map(Number);
  return Array.from({ length: 13 }, (_, before) =>
    new Date(Date.UTC(year, month - 1 - before, 1)).toISOString().slice(0, 7),
  );
}

export function useFormat() {
  const { locale } = useLanguage();
  const { data: session } = useSession();
  const t = useTexts('units');
  const region = locales[locale].region;
  const clock = new Intl.DateTimeFormat(region, { hour: '2-digit', minute: '2-digit', timeZone });
  const tallinnToday = tallinnDay(new Date());
  return {
    money: (cents: number) => formatMoney(cents, locale),
    day: (day: string, { short = false } = {}) => (day === tallinnToday ? t('today') : dayText(day, locale, short)),
    /** `24.11.2026`, in digits, because the name of a month would need the grammatical case of the sentence. */
    fullDay: (day: string) =>
      new Intl.DateTimeFormat(region, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).format(
        new Date(`${day}T10:00:00Z`),
      ),
    /** `teisipäev, 24. november`, also today. */
    longDay: (day: string) =>
      new Intl.DateTimeFormat(region, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
        .format(new Date(`${day}T10:00:00Z`))
        // A no-break space keeps the number of the day on the line of its month.
        .replace(/(\d\.?) /, '$1\u00A0'),
    /** `november 2026`, of `2026-11`. */
    monthName: (month: string) =>
      new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric', timeZone }).format(
        new Date(`${month}-15T10:00:00Z`),
      ),
    /** `23.–29. november`. */
    days: (from: string, to: string) =>
      new Intl.DateTimeFormat(region, { day: 'numeric', month: 'long', timeZone }).formatRange(
        new Date(`${from}T10:00:00Z`),
        new Date(`${to}T10:00:00Z`),
      ),
    /** `14:02` today, otherwise with the day. */
    time: (iso: string) => {
      const time = new Date(iso);
      const day = tallinnDay(time);
      return day === tallinnToday ? clock.format(time) : `${dayText(day, locale, true)} ${clock.format(time)}`;
    },
    /** `14:02`, whatever the day. */
    clock: (iso: string) => clock.format(new Date(iso)),
    /** The day in Tallinn, for `day`. */
    dayOf: (iso: string) => tallinnDay(new Date(iso)),
    branch: (id: string) => session?.branches.find((branch) => branch.id === id)?.name ?? id,
    /** `staff:kati` → `Kati`; other actors by their kind, such as the buyer. */
    actor: (actor: string) => {
      const [kind = '', name = ''] = actor.split(':');
      if (kind === 'staff') return name.charAt(0).toUpperCase() + name.slice(1);
      if (kind === 'operator' && name !== '') return `${t('actor.operator')} (${name})`;
      if (kind === 'buyer' || kind === 'shop' || kind === 'operator') return t(`actor.${kind}`);
      if (kind === 'branch') return session?.branches.find(({ id }) => id === name)?.name ?? name;
      return actor;
    },
    supplier: (place: string) => place.replace(/^supplier:/, ''),
  };
}
