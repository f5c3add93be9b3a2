import type { FittingLink } from '../../shop/checkout/fitting/fitting-link.server.ts';
import type { OrderSlots } from '../../shop/checkout/fitting/order-booking.server.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import type { OrderView } from '../../shop/order/order-view.ts';

export type Outcome = 'booked' | 'cancelled';
export type RefusalReason = 'slot-taken' | 'too-late' | 'by-phone' | 'too-many-appointments' | 'choose';

export type FittingPageState = {
  link: FittingLink;
  order: OrderView;
  slots: OrderSlots;
  /** The requested first day; null: the first possible day. */
  from: string | null;
  /** The requested vehicle; null: the vehicle of the appointment. */
  vehicle: Vehicle | null;
  /** The start that is chosen when the page opens. */
  at: string | null;
  outcome: Outcome | null;
  refused: RefusalReason | null;
  /** The free start times nearest to the chosen time, if that was taken. */
  nearest: readonly string[];
  asksToCancel: boolean;
};
