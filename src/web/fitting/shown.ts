import type { FittingLink } from '../../shop/checkout/fitting/fitting-link.server.ts';
import type { OrderSlots } from '../../shop/checkout/fitting/order-booking.server.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import type { OrderView } from '../../shop/order/order-view.ts';

/** What a page says of the last act. */
export type Said = 'booked' | 'cancelled';
export type Refused = 'slot-taken' | 'too-late' | 'by-phone' | 'too-many-appointments' | 'choose';

export type Shown = {
  link: FittingLink;
  order: OrderView;
  slots: OrderSlots;
  /** The first day that was asked for; null: the first possible one. */
  from: string | null;
  /** The vehicle that was asked for; null: the one of the appointment. */
  vehicle: Vehicle | null;
  /** The start that is chosen when the page opens. */
  at: string | null;
  said: Said | null;
  refused: Refused | null;
  /** Free starts nearest to one that was taken. */
  nearest: readonly string[];
  /** Whether to ask before the appointment is cancelled. */
  asksToCancel: boolean;
};
