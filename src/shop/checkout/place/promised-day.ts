import { addWorkingDays, type Day, firstOpenDay, hoursOf, workingDayFrom } from '../../calendar.ts';
import { isSupplier, supplierAt } from '../../catalog/stock-location.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { nextCutOff, readCutOff } from '../../purchasing/order-terms.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { Part } from './allocate.ts';

/** `cutOff`: the time of day until which the supplier of this part takes orders; absent: that of `shop.cutOffs`. */
export type PromisedPart = Pick<Part, 'place' | 'leadDays' | 'cutOff'>;

type Calendar = Pick<ShopConfig, 'hours' | 'branches' | 'cutOffs'>;

/** Returns the day on which the last part is at the branch. Lead days count from the first open day; for a supplier, from its next cut-off. */
export function promisedDay(parts: readonly PromisedPart[], now: Date, shop: Calendar, branch: string): Day {
  const hours = hoursOf(shop, branch);
  const firstDay = firstOpenDay(now, hours);
  const days = parts.map(({ place, leadDays, cutOff }) => {
    // Tires at the branch are there on any open day; transfers run on working days.
    if (!isSupplier(place))
      return leadDays === 0 ? firstDay : addWorkingDays(workingDayFrom(firstDay, hours), leadDays, hours);
    const orderedAt = nextCutOff(now, readCutOff(cutOff ?? shop.cutOffs?.[supplierAt(place)]), hours);
    return addWorkingDays(tallinnDate(orderedAt), leadDays, hours);
  });
  return [firstDay, ...days].toSorted().at(-1) ?? firstDay;
}
