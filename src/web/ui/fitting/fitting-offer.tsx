import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { fittedTireOf } from '../../../shop/fitting/fitted-tire.ts';
import { type FittingChoice, fittingChoices } from '../../../shop/fitting/fitting-choices.ts';
import type { Vehicle } from '../../../shop/fitting/work.ts';
import { formatMoney } from '../../../shop/money.ts';
import { type FittingJob, fittingSlotsQuery } from '../../client/fitting-slots.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { calendarDay, useDateFormat, useShopLocale } from '../locale.ts';

export type FittedProduct = Pick<Product, 'id' | 'size' | 'season' | 'marks'> & { count: number };

/** Returns branches where fitting can be booked and the lowest price, or null. `kind`: `lowest` if prices differ. */
export function useFittingPrice(tires: readonly FittedProduct[]) {
  const locale = useShopLocale();
  const { shopConfig } = usePageContext();
  const fitted = tires.map(fittedTireOf);
  const branches = shopConfig.branches.flatMap(({ id, name }) => {
    const choices = fittingChoices(shopConfig, id, fitted);
    return choices.length > 0 ? [{ id, name, choices }] : [];
  });
  const prices = branches.flatMap(({ choices }) => choices.map(({ priceCents }) => priceCents));
  const lowest = Math.min(...prices);
  const kind = lowest === Math.max(...prices) ? 'only' : 'lowest';
  return branches.length > 0 ? { price: formatMoney(lowest, locale), kind, branches } : null;
}

type OfferProps = {
  tires: readonly FittedProduct[];
  branch?: string | undefined;
  /** Null: not chosen; then the times are those of the vehicle with the shortest job. */
  vehicle?: Vehicle | null | undefined;
  /** Empty: not chosen; then the times are those of payment at the branch: they wait for no payment, so they are the earliest. */
  method?: string | undefined;
};

/** The price of fitting, and the soonest free times. Needs messages `fittingOffer`. */
export function FittingOffer(offer: OfferProps) {
  return (
    <>
      <p>
        <FittingPrice {...offer} />
      </p>
      <SoonestTimes {...offer} />
    </>
  );
}

export function FittingPrice({ tires }: Pick<OfferProps, 'tires'>) {
  const t = useTranslations('fittingOffer');
  const fitting = useFittingPrice(tires);
  return fitting ? t('price', { price: fitting.price, kind: fitting.kind }) : t('byPhone');
}

/** Shows the soonest time at `branch`, or at each if none is chosen; nothing if no branch takes bookings. */
export function SoonestTimes({ tires, branch = '', vehicle, method }: OfferProps) {
  const t = useTranslations('fittingOffer');
  const branches = useFittingPrice(tires)?.branches;
  if (!branches) return null;
  const chosenBranches = branches.filter(({ id }) => id === branch);
  const items = tires.map(({ id, count }) => `${id}:${count}`).join();
  return (
    <>
      <p className="text-quiet">{t('soonest')}</p>
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-3">
        {(chosenBranches.length > 0 ? chosenBranches : branches).map(({ id, name, choices }) => (
          <Soonest
            key={id}
            name={name}
            job={{
              branch: id,
              items,
              vehicle: vehicle ?? vehicleOfShortestJob(choices),
              method: method || 'pay_at_branch',
            }}
          />
        ))}
      </dl>
    </>
  );
}

const vehicleOfShortestJob = (choices: readonly FittingChoice[]) =>
  choices.reduce((shortest, choice) => (choice.minutes < shortest.minutes ? choice : shortest)).vehicle;

/** A line of text whose height does not change when the free time has loaded. */
function Soonest({ name, job }: { name: string; job: FittingJob }) {
  const t = useTranslations('fittingOffer');
  const format = useDateFormat();
  const { data, isPending } = useQuery(fittingSlotsQuery(job, { openDays: 1 }));
  const firstOpenDay = data?.days.find(({ starts }) => starts.length > 0);
  const day =
    firstOpenDay && format(calendarDay(firstOpenDay.day), { weekday: 'short', day: 'numeric', month: 'short' });
  const time = firstOpenDay?.starts[0]?.time;
  const text = day && time ? t('dayAndTime', { day, time }) : t('unknown');
  return (
    <>
      <dt>{name}</dt>
      <dd className="font-semibold">{isPending ? '\u00a0' : text}</dd>
    </>
  );
}
