import type { ActivityId } from './activities.ts';

/** `personal`: erased after the retention of its activity; `linked`: stays when the name is erased; `secret`: erased, never exported. */
export type Column = { kind: 'personal' | 'linked' | 'secret'; says: string; activity: ActivityId };

const columns =
  (kind: Column['kind']) =>
  (activity: ActivityId, says: string): Column => ({ kind, says, activity });

export const personal = columns('personal');
export const linked = columns('linked');
export const secret = columns('secret');

export const orderColumns = {
  orders: {
    id: linked('accounting', 'the order within the shop'),
    number: linked('accounting', 'the number of the order'),
    token_hash: secret('accounting', 'a hash of the key to the order’s page'),
    status: linked('accounting', 'how it stands'),
    locale: linked('accounting', 'the language of its mails'),
    name: personal('accounting', 'the buyer’s name'),
    email: personal('contact', 'the buyer’s e-mail address'),
    phone: personal('contact', 'the buyer’s phone number'),
    company: personal('accounting', 'the company that buys: name, registry code, VAT number'),
    branch: linked('accounting', 'the branch'),
    fulfilment: linked('accounting', 'collected or fitted'),
    plate: personal('contact', 'the registration number of the car'),
    note: personal('contact', 'what the buyer wrote with the order'),
    payment_method: linked('accounting', 'the way to pay'),
    reference: linked('accounting', 'the reference number for a bank transfer'),
    total_cents: linked('accounting', 'the total in cents, VAT included'),
    vat_percent: linked('accounting', 'the VAT rate'),
    placed_at: linked('accounting', 'when it was placed'),
    promised_on: linked('accounting', 'the day on which the tires are at the branch'),
    held_until: linked('accounting', 'until when the tires are kept unpaid'),
    client_address: personal('misuse', 'the network address it came from'),
    mailbox: personal('misuse', 'where its e-mail address leads: without `+tag`, in lower case'),
    device_id: personal('misuse', '16 random characters of the browser'),
    terms_accepted_at: linked('accounting', 'when the terms were accepted'),
    review: linked('accounting', 'what a person has to look at'),
    contact_erased_at: linked('accounting', 'when e-mail, phone, plate and note were erased'),
    name_erased_at: linked('accounting', 'when name and company were erased'),
  },
  order_lines: {
    order_id: linked('accounting', 'the order'),
    position: linked('accounting', 'the place in the order'),
    tire_id: linked('accounting', 'the tire'),
    title: linked('accounting', 'maker and model'),
    size: linked('accounting', 'size'),
    count: linked('accounting', 'how many'),
    price_cents: linked('accounting', 'the price of one in cents, VAT included'),
  },
  stock_holds: {
    order_id: linked('accounting', 'the order'),
    position: linked('accounting', 'the line of the order'),
    tire_id: linked('accounting', 'the tire'),
    place: linked('accounting', 'where it is kept'),
    count: linked('accounting', 'how many'),
    lead_days: linked('accounting', 'working days until it is at the branch'),
    state: linked('accounting', 'held, sold or released'),
  },
  order_events: {
    id: linked('accounting', 'the entry'),
    order_id: linked('accounting', 'the order'),
    at: linked('accounting', 'when it happened'),
    actor: personal('staff', 'who did it: buyer, shop, a branch, a provider, or an operator by the machine’s user'),
    type: linked('accounting', 'what happened'),
    data: linked('accounting', 'more about it: states, ids, cents; no personal data'),
  },
  letters: {
    id: linked('contact', 'the mail'),
    order_id: linked('contact', 'the order'),
    kind: linked('contact', 'what it told; its text is not kept'),
    about: linked('contact', 'the payment, refund or declaration it is about'),
    created_at: linked('contact', 'when it was asked for'),
    sent_at: linked('contact', 'when it was sent'),
    dropped_at: linked('contact', 'when it was found to be needless'),
  },
  withdrawals: {
    id: linked('withdrawals', 'the declaration'),
    order_id: linked('withdrawals', 'the order, where it is known'),
    number: personal('withdrawals', 'the order number as it was written'),
    name: personal('withdrawals', 'the name as it was written'),
    email: personal('withdrawals', 'the e-mail address as it was written'),
    items: personal('withdrawals', 'what is withdrawn from; empty: the whole order'),
    note: personal('withdrawals', 'what is withdrawn from, in the person’s words'),
    received_at: linked('withdrawals', 'when it came'),
    locale: linked('withdrawals', 'the language'),
    handled_at: linked('withdrawals', 'when a person was done with it'),
    handled_by: personal('staff', 'who was done with it'),
  },
  idempotency_keys: {
    key_hash: secret('repeats', 'a hash of the key under which the order was sent'),
    request_hash: secret('repeats', 'a hash of what was sent'),
    salt: secret('repeats', 'random bytes'),
    order_id: linked('repeats', 'the order'),
    created_at: linked('repeats', 'when it was sent'),
  },
};

export const paymentColumns = {
  payments: {
    id: linked('accounting', 'the attempt to pay'),
    position: linked('accounting', 'its place among all attempts'),
    order_id: linked('accounting', 'the order'),
    provider: linked('accounting', 'who takes the money'),
    method: linked('accounting', 'the bank or card'),
    state: linked('accounting', 'how it stands'),
    amount_cents: linked('accounting', 'the amount in cents'),
    created_at: linked('accounting', 'when it was begun'),
    provider_ref: linked('accounting', 'the provider’s own id of it'),
    redirect_url: secret('contact', 'the provider’s page where it could be paid; emptied with the contact data'),
    expires_at: linked('accounting', 'when that page closes'),
    told: linked('accounting', 'what the provider said last'),
    told_at: linked('accounting', 'when it said so'),
    next_poll_at: linked('accounting', 'when it is asked next'),
    leased_until: linked('accounting', 'until when one process alone asks'),
    key_hash: secret('repeats', 'a hash of the key under which it was asked for'),
    return_code_hash: secret('contact', 'a hash of the code that opens the order once, on the way back from paying'),
    return_code_until: linked('contact', 'until when that code works'),
  },
  payment_ledger: {
    id: linked('accounting', 'the entry'),
    order_id: linked('accounting', 'the order'),
    payment_id: linked('accounting', 'the attempt to pay'),
    kind: linked('accounting', 'paid or refunded'),
    provider: linked('accounting', 'who moved the money'),
    provider_ref: linked('accounting', 'the bank’s or provider’s reference of it'),
    amount_cents: linked('accounting', 'the amount in cents'),
    at: linked('accounting', 'when it was booked'),
    actor: personal('staff', 'who booked it'),
    tender: linked('accounting', 'at the desk: cash or card'),
  },
  refunds: {
    id: linked('accounting', 'the refund'),
    order_id: linked('accounting', 'the order'),
    payment_id: linked('accounting', 'the payment it is of'),
    state: linked('accounting', 'how it stands'),
    amount_cents: linked('accounting', 'the amount in cents'),
    reason: linked('accounting', 'why'),
    provider_ref: linked('accounting', 'the bank’s or provider’s reference of it'),
    requested_by: personal('staff', 'who asked for it'),
    requested_at: linked('accounting', 'when it was asked for'),
    next_try_at: linked('accounting', 'when it is tried next'),
  },
  webhook_events: {
    id: linked('payments', 'the message'),
    provider: linked('payments', 'who sent it'),
    event_key: linked('payments', 'the provider’s id of the message'),
    received_at: linked('payments', 'when it came'),
    provider_ref: personal('payments', 'the provider’s id of the payment'),
    merchant_ref: personal('payments', 'the number of the order, or the id of the attempt'),
    hint: linked('payments', 'what it is about'),
    stale: linked('payments', 'whether it came late'),
    processed_at: linked('payments', 'when the payment was asked about'),
  },
  recon_findings: {
    id: linked('payments', 'the finding'),
    provider: linked('payments', 'the payment provider'),
    provider_ref: linked('payments', 'the provider’s id of the payment'),
    kind: linked('payments', 'what differs'),
    data: linked('payments', 'amounts and ids, here and there; no names'),
    found_at: linked('payments', 'when it was found'),
    resolved_at: linked('payments', 'when a person had seen to it'),
  },
};

export const staffColumns = {
  stock_changes: { actor: personal('staff', 'who counted') },
  imports: {
    actor: personal('staff', 'who imported a price list'),
    undone_by: personal('staff', 'who took it back'),
  },
};
