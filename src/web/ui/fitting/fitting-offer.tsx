import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { fittedTireOf } from '../../../shop/fitting/fitted-tire.ts';
import { type FittingChoice, fittingChoices } from '../../../shop/fitting/fitting-choices.ts';
import { formatMoney } from '../../../shop/money.ts';
import { fittingSlotsQuery } from '../../client/fitting-slots.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { calendarDay, useDateFormat, useShopLocale } from '../locale.ts';

export type FittedProduct = Pick<Product, 'id' | 'size' | 'season' | 'marks'> & { count: number };

/** Returns the lowest price of fitting the tires (the argument `from` of its message is `from` if another price is higher, otherwise `exactly`) and the branches where a time can be booked; null if there are none. */
export function useFittingPrice(tires: readonly FittedProduct[]) {
  const locale = useShopLocale();
  const { shopConfig } = usePageContext();
  const fitted = tires.map((tire) => ({ ...fittedTireOf(tire), count: tire.count }));
  const branches = shopConfig.branches.flatMap(({ id, name }) => {
    const choices = fittingChoices(shopConfig, id, fitted);
    return choices.length > 0 ? [{ id, name, choices }] : [];
  });
  const prices = branches.flatMap(({ choices }) => choices.map(({ priceCents }) => priceCents));
  const lowest = Math.min(...prices);
  const from = lowest === Math.max(...prices) ? 'exactly' : 'from';
  return branches.length > 0 ? { price: formatMoney(lowest, locale), from, branches } : null;
}

type OfferProps = { tires: readonly FittedProduct[]; branch?: string | undefined };

/** The price of fitting, and the soonest free times. Needs messages `fittingOffer`. */
export function FittingOffer({ tires, branch }: OfferProps) {
  return (
    <>
      <p>
        <FittingPrice tires={tires} />
      </p>
      <SoonestTimes tires={tires} branch={branch} />
    </>
  );
}

export function FittingPrice({ tires }: Pick<OfferProps, 'tires'>) {
  const t = useTranslations('fittingOffer');
  const fitting = useFittingPrice(tires);
  return fitting ? t('price', { price: fitting.price, from: fitting.from }) : t('byPhone');
}

/** The soonest free time at `branch`, or at each branch if none is chosen, which the browser loads. Nothing if the time is agreed by phone. */
export function SoonestTimes({ tires, branch = '' }: OfferProps) {
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
          <Soonest key={id} branch={id} name={name} items={items} choices={choices} />
        ))}
      </dl>
    </>
  );
}

type SoonestProps = { branch: string; name: string; items: string; choices: readonly FittingChoice[] };

/** A line of text whose height does not change when the free time has loaded. */
function Soonest({ branch, name, items, choices }: SoonestProps) {
  const t = useTranslations('fittingOffer');
  const format = useDateFormat();
  // The shortest job has the soonest free times.
  const { vehicle } = choices.reduce((shortest, choice) => (choice.minutes < shortest.minutes ? choice : shortest));
  // Paying at the branch allows the earliest times.
  const job = { branch, items, vehicle, method: 'pay_at_branch' };
  const { data, isPending } = useQuery(fittingSlotsQuery(job, { openDays: 1, through: null }));
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
