import type { FittingLink } from '../../shop/checkout/fitting/fitting-link.server.ts';
import type { OrderSlots } from '../../shop/checkout/fitting/order-booking.server.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import type { Locale } from '../../shop/locale.ts';
import type { OrderView } from '../../shop/order/order-view.ts';

/** Values of `said`, the parameter of the page to which a submitted form redirects. */
export const outcomes = ['booked', 'cancelled'] as const;
export type Outcome = (typeof outcomes)[number];
export type RefusalReason = 'slot-taken' | 'too-late' | 'by-phone' | 'too-many-appointments' | 'choose';

/** `storage`: the branch stores the buyer's other set. `earlier`: the buyer wants to be told of earlier times. */
export type Wishes = { storage: boolean; earlier: boolean };

/** `locale`: the language that the visitor chose instead of that of the order. */
export type FittingPageLink = FittingLink & { locale?: Locale };

export type FittingPageState = {
  link: FittingPageLink;
  /** In the language of the page. */
  order: OrderView;
  slots: OrderSlots;
  /** The requested first day; null: the first possible day. */
  from: string | null;
  /** The requested vehicle; undefined: the vehicle of the appointment. */
  vehicle: Vehicle | undefined;
  /** The start time in the link, as ISO 8601; null or absent: none. */
  chosenStart?: string | null;
  /** The ticked wishes: those of the refused form or of a link on its page, otherwise those of the appointment. */
  wishes: Wishes;
  outcome?: Outcome | undefined;
  refusal?: RefusalReason | null;
  /** The free start times nearest to the chosen time, if that was taken. */
  nearestStarts?: readonly string[];
  showsCancelConfirmation?: boolean;
};

const yesOrNo = (isTicked: boolean) => (isTicked ? 'yes' : 'no');

/** The path of the page with other `fields`, such as a language or a day, and the same ticks. */
export function pathWith({ link, wishes }: FittingPageState, fields: Record<string, string>): string {
  const ticks = { storage: yesOrNo(wishes.storage), earlier: yesOrNo(wishes.earlier) };
  return `/fitting?${new URLSearchParams({ ...link, ...ticks, ...fields })}`;
}
