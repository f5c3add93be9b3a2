import { personal, secret } from './column.ts';

export const staffColumns = {
  purchase_events: { actor: personal('staff', 'the actor who sent, answered or received a purchase') },
  stock_changes: { actor: personal('staff', 'the actor who changed the stock') },
  cash_drawers: {
    opened_by: personal('staff', 'the actor who opened the cash drawer'),
    closed_by: personal('staff', 'the actor who counted it'),
  },
  book_months: { closed_by: personal('staff', 'the actor who closed the month') },
  restores: { confirmed_by: personal('staff', 'the actor who confirmed a restore') },
  provider_fees: { entered_by: personal('staff', 'the actor who entered the fee') },
  cash_movements: { actor: personal('staff', 'the actor who put cash in or took it out') },
  fitting_blocks: { made_by: personal('staff', 'the actor who closed or opened bays') },
  fitting_feeds: {
    token_hash: secret('deskAccess', 'a hash of the secret address of a calendar for employees'),
    created_by: personal('staff', 'the actor who made the address'),
  },
  imports: {
    actor: personal('staff', 'the actor who ran the import'),
    undone_by: personal('staff', 'the actor who undid it'),
  },
  price_decisions: { actor: personal('staff', 'the actor who pinned a price or took a tire off sale') },
  competitor_prices: { actor: personal('staff', 'the actor who imported a competitor’s price') },
  price_rules: {
    actor: personal('staff', 'the actor who applied price rules'),
    undone_by: personal('staff', 'the actor who undid price rules'),
  },
  tire_photos: {
    added_by: personal('staff', 'the actor who added the photograph'),
    ended_by: personal('staff', 'the actor who removed or replaced it'),
  },
  picture_pins: { pinned_by: personal('staff', 'the actor who pinned the picture of a model') },
  picture_drops: { dropped_by: personal('staff', 'the actor who removed all photographs of a supplier') },
  eprel_matches: { actor: personal('staff', 'the actor who chose or refused a registration in EPREL') },
  price_list_uploads: { uploaded_by: personal('staff', 'the actor who previewed the price list') },
  staff: {
    login: personal('deskAccess', 'the name of the employee in histories'),
    name: personal('deskAccess', 'the employee’s name'),
    pin_hash: secret('deskAccess', 'a hash of the PIN for stations'),
  },
  staff_invitations: {
    token_hash: secret('deskAccess', 'a hash of the one-time link'),
    created_by: personal('staff', 'the actor who invited'),
  },
  staff_passkeys: {
    id: secret('deskAccess', 'the id of the passkey'),
    public_key: secret('deskAccess', 'the public key'),
    name: personal('deskAccess', 'the employee’s name for the passkey'),
    last_used_at: personal('deskAccess', 'time of the last use'),
  },
  desk_stations: {
    token_hash: secret('deskAccess', 'a hash of the secret of the tablet'),
    enrolled_by: personal('staff', 'the actor who set the tablet up'),
  },
  desk_sessions: {
    token_hash: secret('deskAccess', 'a hash of the session’s secret'),
    earlier_hash: secret('deskAccess', 'a hash of its secret before the last renewal'),
    seen_at: personal('deskAccess', 'time of the last use'),
  },
  desk_log: { actor: personal('deskLog', 'the actor who did or tried something at the desk') },
};
