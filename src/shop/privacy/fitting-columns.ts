import { linked, personal } from './column.ts';

/** An appointment with an order has no name, phone or plate of its own. */
export const fittingColumns = {
  fitting_bookings: {
    id: linked('appointments', 'the appointment'),
    order_id: linked('appointments', 'the order; empty: made by phone or at the counter without an order'),
    branch: linked('appointments', 'the branch'),
    bay: linked('appointments', 'the bay'),
    starts_at: linked('appointments', 'its start'),
    ends_at: linked('appointments', 'its end'),
    vehicle: linked('appointments', 'car, SUV or van'),
    wheels: linked('appointments', 'the number of wheels'),
    rim: linked('appointments', 'the rim in inches'),
    run_flat: linked('appointments', 'whether the tires are run-flat'),
    price_cents: linked('appointments', 'the price in cents, VAT included'),
    storage: linked('appointments', 'whether the buyer’s other wheels are in the storage of the branch'),
    state: linked('appointments', 'booked, arrived, done, missed or freed (cancelled)'),
    freed_because: linked('appointments', 'why it was freed'),
    channel: linked('appointments', 'made on the website, by phone or at the counter'),
    name: personal('appointments', 'the name'),
    phone: personal('appointments', 'the phone number'),
    plate: personal('appointments', 'the registration number of the vehicle'),
    note: personal('appointments', 'what an employee wrote down about it'),
    earlier_since: linked('appointments', 'since when the buyer waits for an earlier time'),
    version: linked('appointments', 'the number of changes'),
    made_at: linked('appointments', 'time of booking'),
    made_by: personal('staff', 'the actor who booked it'),
    arrived_at: linked('appointments', 'time at which the vehicle came'),
    done_at: linked('appointments', 'time at which it was done'),
  },
};
