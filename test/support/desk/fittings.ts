import type { deskOfOrders } from './desk.ts';

/** An instant on the Friday of the tests, by the clock in Tallinn. */
export const friday = (time: string) => new Date(`2026-11-20T${time}:00+02:00`).toISOString();

const car = { branch: 'ringtee', vehicle: 'car', wheels: 4, rim: 17, channel: 'phone', plate: '123 ABC' };

type Desk = ReturnType<typeof deskOfOrders>;
export type Session = Awaited<ReturnType<Desk['sessionOf']>>;

export function fittingsOf({ shop }: Pick<Desk, 'shop'>) {
  const rows = () =>
    shop.db.selectFrom('fitting_bookings').selectAll().orderBy('made_at').orderBy('starts_at').execute();
  const rowOf = async (id: unknown) => {
    const row = (await rows()).find((booking) => booking.id === id);
    if (!row) throw new Error(`no booking ${id}`);
    return row;
  };
  return {
    rows,
    rowOf,
    stateOf: async (id: unknown) => (await rowOf(id)).state,
    /** The id of a booking and its version. */
    seen: async (id: unknown) => ({ id, version: (await rowOf(id)).version }),
    /** Books the car 123 ABC at 14:00. */
    book: (session: Session, changes: Record<string, unknown> = {}) =>
      session.act('book-fitting', { ...car, at: friday('14:00'), ...changes }),
    /** Places an order with its appointment, by default at 15:00. */
    async fittingOrder(time = '15:00') {
      const fitting = { at: friday(time), vehicle: 'car', storage: false, earlier: false };
      const number = await shop.order({ fulfilment: 'fitting', fitting });
      const orderId = await shop.idOf(number);
      const [booking] = (await rows()).filter(({ order_id }) => order_id === orderId);
      return { number, id: booking?.id };
    },
  };
}
