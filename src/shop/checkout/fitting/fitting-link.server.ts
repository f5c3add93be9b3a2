import type { OrderView } from '../../order/order-view.ts';
import { isSignedLink, signatureOf } from '../signed-link.server.ts';

/** `until`: expiry in seconds since 1970; `sign`: an HMAC as base64url. */
export type FittingLink = { order: string; until: string; sign: string };

const linkWithoutAppointmentValidMs = 60 * 24 * 60 * 60 * 1000;

function signedText({ order, until }: Omit<FittingLink, 'sign'>): string {
  return `fitting-link ${order} ${until}`;
}

type LinkedOrderData = Pick<OrderView, 'number' | 'placedAt' | 'fitting'>;

/** The start of the appointment. If there is none, or it was cancelled or missed: 60 days after the order or that appointment, whichever is later. */
function expiryOf({ placedAt, fitting }: LinkedOrderData): Date {
  const [placed, start] = [Date.parse(placedAt), fitting ? Date.parse(fitting.at) : 0];
  const isLive = fitting !== null && fitting.state !== 'freed' && fitting.state !== 'missed';
  return new Date(isLive ? start : Math.max(placed, start) + linkWithoutAppointmentValidMs);
}

/** Returns a URL to choose, change or cancel an appointment without a token. `secret`: that with the name `order-links`. `at`: the start to preselect. */
export function fittingLink(
  { secret, publicUrl }: { secret: Buffer; publicUrl: string },
  order: LinkedOrderData,
  at?: Date,
): string {
  const unsigned = { order: order.number, until: `${Math.floor(expiryOf(order).getTime() / 1000)}` };
  const sign = signatureOf(secret, signedText(unsigned));
  const search = new URLSearchParams({ ...unsigned, sign, ...(at && { at: at.toISOString() }) });
  return `${publicUrl}/fitting?${search}`;
}

export function isFittingLink(secret: Buffer, link: FittingLink, now: Date): boolean {
  return isSignedLink(secret, signedText(link), link, now);
}
