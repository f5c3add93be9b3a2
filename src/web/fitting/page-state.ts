import type { FittingLink } from '../../shop/checkout/fitting/fitting-link.server.ts';
import type { OrderSlots } from '../../shop/checkout/fitting/order-booking.server.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import type { OrderView } from '../../shop/order/order-view.ts';

export type Outcome = 'booked' | 'cancelled';
export type RefusalReason = 'slot-taken' | 'too-late' | 'by-phone' | 'too-many-appointments' | 'choose';

/** `storage`: the branch stores the buyer's other set. `earlier`: the buyer wants to be told of earlier times. */
export type Wishes = { storage: boolean; earlier: boolean };

export type FittingPageState = {
  link: FittingLink;
  order: OrderView;
  slots: OrderSlots;
  /** The requested first day; null: the first possible day. */
  from: string | null;
  /** The requested vehicle; null: the vehicle of the appointment. */
  vehicle: Vehicle | null;
  chosenStart: string | null;
  /** The ticked wishes: those of the refused form, otherwise those of the appointment. */
  wishes: Wishes;
  outcome: Outcome | null;
  refusal: RefusalReason | null;
  /** The free start times nearest to the chosen time, if that was taken. */
  nearestStarts: readonly string[];
  showsCancelConfirmation: boolean;
};
