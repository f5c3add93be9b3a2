import { tallinnTime } from '../../shop/calendar.ts';
import { bookWithoutOrder, cancelAtDesk, moveAtDesk } from '../../shop/checkout/fitting/desk-booking.server.ts';
import { bookForOrder } from '../../shop/checkout/fitting/order-booking.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import type { Booking } from '../../shop/fitting/bookings/bookings.server.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import { branchOption, onlyArgument, requiredBranch, textOption } from '../arguments.ts';
import { type Call, type Command, UsageError } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { findOrder } from '../orders/order-act.ts';
import { print } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';
import {
  bookingJson,
  bookingLine,
  findBooking,
  numberOption,
  requiredTime,
  timeHelp,
  timeRefusalError,
  vehicleOption,
} from './fitting-options.ts';

const optionsWithoutOrder = ['branch', 'wheels', 'rim', 'run-flat', 'minutes', 'name', 'phone', 'plate', 'note'];

export const fittingBook: Command = {
  summary: 'Books a fitting time for an order, or for somebody without one.',
  usage:
    '[NUMBER] --at TIME [--vehicle V] [--bay N] [--storage] [--branch B --wheels N --rim N --minutes N --name N --phone P --plate P] [--json]',
  furtherOptions: '--run-flat --note TEXT',
  help: `Books a fitting time. With NUMBER, it is booked for the tires of that order at the order's branch; the order must be for fitting,
and its buyer gets a mail. Without NUMBER, it is booked for somebody without an order; --name or --plate is required. Of the free
bays, those that buyers cannot book online are taken first.

  --at TIME      ${timeHelp}
  --vehicle V    car, suv or van; by default car
  --bay N        books only this bay
  --storage      the buyer's other set of tires is in the storage of the branch
  --json         prints the result as JSON

Options without an order:

  --branch B     the branch; required
  --wheels N     the number of wheels, 1 to 8; required
  --rim INCHES   the rim diameter; required
  --run-flat     the tires are run-flat tires
  --minutes N    the duration in minutes: a multiple of 15, at most 240; the price is then agreed with the customer. By default duration and
                 price come from the table in shop.config.ts
  --name NAME, --phone PHONE, --plate PLATE, --note TEXT   data of the customer

  npm run shop -- fitting book R26-4F7K2 --at "2026-11-27 09:00"
  npm run shop -- fitting book --branch ringtee --at "2026-11-27 09:00" --wheels 4 --rim 17 --plate "123 ABC"`,
  async run(call) {
    const at = requiredTime(call, 'at');
    const vehicle = vehicleOption(call) ?? 'car';
    const bay = numberOption(call, 'bay');
    const storage = call.values.storage === true;
    const actor = actorOf(call.io);
    if (call.positionals.length === 0) {
      const form = { ...readBookingWithoutOrder(call, vehicle), at, bay, storage };
      return withShopContext(call, async (shop) => {
        const booked = await bookWithoutOrder(shop, form, actor);
        if (booked.ok) return printBooking(call, booked.booking);
        if (booked.reason !== 'validation') throw timeRefusalError(booked);
        throw new UsageError(booked.errors.map(({ path, code }) => `--${path}: ${code}`).join(', '));
      });
    }
    const typedNumber = onlyArgument(call, 'order');
    const unsuitable = optionsWithoutOrder.find((option) => call.values[option] !== undefined);
    if (unsuitable !== undefined) throw new UsageError(`--${unsuitable} can only be used without an order`);
    return withShopContext(call, async (shop) => {
      const { id, number } = await findOrder(shop.db, typedNumber);
      // Without --storage, what the order says about the storage stays.
      const appointment = { at, vehicle, bay, ...(storage && { storage }) };
      const booked = await bookForOrder(shop, id, appointment, { actor, bookedVia: 'desk' });
      if (!booked.ok) throw timeRefusalError(booked);
      return printBooking(call, booked.booking, number);
    });
  },
};

function readBookingWithoutOrder(call: Call, vehicle: Vehicle) {
  const text = (name: string) => textOption(call, name) ?? '';
  const wheels = numberOption(call, 'wheels');
  const rim = numberOption(call, 'rim');
  if (wheels === undefined || rim === undefined)
    throw new UsageError('name an order, or give --branch, --wheels and --rim');
  return {
    branch: requiredBranch(call),
    work: { vehicle, wheels, rim, runFlat: call.values['run-flat'] === true },
    minutes: numberOption(call, 'minutes'),
    channel: 'phone' as const,
    name: text('name'),
    phone: text('phone'),
    plate: text('plate'),
    note: text('note'),
  };
}

export const fittingMove: Command = {
  summary: 'Moves a fitting time.',
  usage: 'ID|NUMBER --at TIME [--bay N] [--branch B] [--json]',
  help: `Moves an open fitting booking to another time, another bay or both. If the start time changes, the buyer gets a
mail, provided that the booking has an order with an e-mail address.

  --at TIME  ${timeHelp}
  --bay N    books only this bay; by default any bay that can do the work
  --branch B moves it to another branch; a booking with an order stays at the branch of its order
  --json     prints the result as JSON

  npm run shop -- fitting move R26-4F7K2 --at "2026-11-27 10:30"`,
  async run(call) {
    const idOrNumber = onlyArgument(call, 'fitting time: its id, or the number of its order');
    const target = { at: requiredTime(call, 'at'), bay: numberOption(call, 'bay'), branch: branchOption(call) };
    return withShopContext(call, async (shop) => {
      const { id, orderNumber } = await findBooking(shop, idOrNumber);
      const moved = await moveAtDesk(shop, { id }, target, actorOf(call.io));
      if (!moved.ok) throw timeRefusalError(moved);
      return printBooking(call, moved.booking, orderNumber);
    });
  },
};

export const fittingCancel: Command = {
  summary: 'Frees a fitting time; its order stays.',
  usage: 'ID|NUMBER [--yes] [--json]',
  help: `Cancels an open fitting booking, so that others can book its time. Its order stays, and the buyer gets a mail.

${yesAndJsonHelp}

  npm run shop -- fitting free R26-4F7K2`,
  async run(call) {
    const idOrNumber = onlyArgument(call, 'fitting time: its id, or the number of its order');
    return withShopContext(call, async (shop: ShopContext) => {
      const { id, at, orderNumber } = await findBooking(shop, idOrNumber);
      const time = `${tallinnTime(at)} of ${orderNumber ?? id}`;
      await confirm(call, `Free the fitting time ${time}`);
      const freed = await cancelAtDesk(shop, { id }, actorOf(call.io));
      if (!freed.ok) throw timeRefusalError(freed);
      print(call, { ok: true, id }, [`The fitting time ${time} is free again.`]);
    });
  },
};

function printBooking(call: Call, booking: Booking, orderNumber: string | null = null): void {
  print(call, { ok: true, booking: bookingJson(booking, orderNumber) }, [`${bookingLine(booking)}: ${booking.id}`]);
}
