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
    id: linked('accounting', 'the internal id of the order'),
    number: linked('accounting', 'the number of the order'),
    token_hash: secret('accounting', 'a hash of the token in the URL of the order page'),
    status: linked('accounting', 'the state of the order'),
    locale: linked('accounting', 'the language of its mails'),
    name: personal('accounting', 'the buyer’s name'),
    email: personal('contact', 'the buyer’s e-mail address'),
    phone: personal('contact', 'the buyer’s phone number'),
    company: personal('accounting', 'the buying company: name, registry code, VAT number'),
    branch: linked('accounting', 'the branch'),
    fulfilment: linked('accounting', 'collected or fitted'),
    plate: personal('contact', 'the registration number of the car'),
    note: personal('contact', 'the buyer’s note with the order'),
    payment_method: linked('accounting', 'the payment method'),
    reference: linked('accounting', 'the reference number for a bank transfer'),
    total_cents: linked('accounting', 'the total in cents, VAT included'),
    vat_percent: linked('accounting', 'the VAT rate'),
    placed_at: linked('accounting', 'time of placing'),
    promised_on: linked('accounting', 'the promised day of arrival at the branch'),
    held_until: linked('accounting', 'end of the hold of unpaid tires'),
    client_address: personal('misuse', 'the network address of the client'),
    mailbox: personal('misuse', 'the mailbox of the e-mail address: without `+tag`, in lower case'),
    device_id: personal('misuse', 'the browser’s random identifier of 16 characters'),
    terms_accepted_at: linked('accounting', 'time of accepting the terms'),
    review: linked('accounting', 'the reason for a manual review'),
    contact_erased_at: linked('accounting', 'time of erasing e-mail, phone, plate and note'),
    name_erased_at: linked('accounting', 'time of erasing name and company'),
  },
  order_lines: {
    order_id: linked('accounting', 'the order'),
    position: linked('accounting', 'the position in the order'),
    tire_id: linked('accounting', 'the tire'),
    title: linked('accounting', 'manufacturer and model'),
    size: linked('accounting', 'size'),
    count: linked('accounting', 'the number of tires'),
    price_cents: linked('accounting', 'the unit price in cents, VAT included'),
  },
  stock_holds: {
    order_id: linked('accounting', 'the order'),
    position: linked('accounting', 'the line of the order'),
    tire_id: linked('accounting', 'the tire'),
    place: linked('accounting', 'the stock location'),
    count: linked('accounting', 'the number of tires'),
    lead_days: linked('accounting', 'working days until arrival at the branch'),
    state: linked('accounting', 'held, sold, handed over or released'),
  },
  order_events: {
    id: linked('accounting', 'the entry'),
    order_id: linked('accounting', 'the order'),
    at: linked('accounting', 'time of the change'),
    actor: personal(
      'staff',
      'the actor: buyer, shop, a branch, a provider, or an operator with the user name on the machine',
    ),
    type: linked('accounting', 'the kind of change'),
    data: linked('accounting', 'details: states, ids, cents; no personal data'),
  },
  letters: {
    id: linked('contact', 'the mail'),
    order_id: linked('contact', 'the order'),
    kind: linked('contact', 'the kind of mail; its text is not stored'),
    about: linked('contact', 'the id of its payment, refund or declaration'),
    created_at: linked('contact', 'time of the request'),
    sent_at: linked('contact', 'time of sending'),
    dropped_at: linked('contact', 'time of the decision not to send it'),
  },
  withdrawals: {
    id: linked('withdrawals', 'the declaration'),
    order_id: linked('withdrawals', 'the order, if one was found'),
    number: personal('withdrawals', 'the order number as entered'),
    name: personal('withdrawals', 'the name as entered'),
    email: personal('withdrawals', 'the e-mail address as entered'),
    items: personal('withdrawals', 'the withdrawn tires; empty: the whole order'),
    note: personal('withdrawals', 'the subject of the withdrawal in the person’s words'),
    received_at: linked('withdrawals', 'time of receipt'),
    locale: linked('withdrawals', 'the language'),
    handled_at: linked('withdrawals', 'time of handling'),
    handled_by: personal('staff', 'the actor who handled it'),
  },
  idempotency_keys: {
    key_hash: secret('repeats', 'a hash of the idempotency key of the request'),
    request_hash: secret('repeats', 'a hash of the request body'),
    salt: secret('repeats', 'random bytes'),
    order_id: linked('repeats', 'the order'),
    created_at: linked('repeats', 'time of the request'),
  },
};

export const paymentColumns = {
  payments: {
    id: linked('accounting', 'the payment attempt'),
    position: linked('accounting', 'the sequence number of the attempt'),
    order_id: linked('accounting', 'the order'),
    provider: linked('accounting', 'the payment provider'),
    method: linked('accounting', 'the bank or card'),
    state: linked('accounting', 'the state'),
    amount_cents: linked('accounting', 'the amount in cents'),
    created_at: linked('accounting', 'start of the attempt'),
    provider_ref: linked('accounting', 'the provider’s id of the payment'),
    redirect_url: secret('contact', 'the provider’s payment page; erased with the contact data'),
    expires_at: linked('accounting', 'expiry of that page'),
    told: linked('accounting', 'the last state reported by the provider'),
    told_at: linked('accounting', 'time of that report'),
    next_poll_at: linked('accounting', 'time of the next poll'),
    leased_until: linked('accounting', 'end of the exclusive lease of one process'),
    key_hash: secret('repeats', 'a hash of the idempotency key of the request'),
    return_code_hash: secret('contact', 'a hash of the code that opens the order page after the payment'),
    return_code_until: linked('contact', 'expiry of that code'),
  },
  payment_ledger: {
    id: linked('accounting', 'the entry'),
    order_id: linked('accounting', 'the order'),
    payment_id: linked('accounting', 'the payment attempt'),
    kind: linked('accounting', 'payment or refund'),
    provider: linked('accounting', 'the provider, bank or desk that moved the money'),
    provider_ref: linked('accounting', 'the bank’s or provider’s reference'),
    amount_cents: linked('accounting', 'the amount in cents'),
    at: linked('accounting', 'time of booking'),
    actor: personal('staff', 'the actor who booked it'),
    tender: linked('accounting', 'at the desk: cash or card'),
  },
  refunds: {
    id: linked('accounting', 'the refund'),
    order_id: linked('accounting', 'the order'),
    payment_id: linked('accounting', 'the refunded payment'),
    state: linked('accounting', 'the state'),
    amount_cents: linked('accounting', 'the amount in cents'),
    reason: linked('accounting', 'the reason'),
    provider_ref: linked('accounting', 'the bank’s or provider’s reference'),
    requested_by: personal('staff', 'the actor who requested it'),
    requested_at: linked('accounting', 'time of the request'),
    next_try_at: linked('accounting', 'time of the next attempt'),
  },
  webhook_events: {
    id: linked('payments', 'the message'),
    provider: linked('payments', 'the sending provider'),
    event_key: linked('payments', 'the provider’s id of the message'),
    received_at: linked('payments', 'time of receipt'),
    provider_ref: personal('payments', 'the provider’s id of the payment'),
    merchant_ref: personal('payments', 'the order number, or the id of the payment attempt'),
    hint: linked('payments', 'the subject of the message'),
    stale: linked('payments', 'whether it arrived late'),
    processed_at: linked('payments', 'time of polling the payment'),
  },
  recon_findings: {
    id: linked('payments', 'the finding'),
    provider: linked('payments', 'the payment provider'),
    provider_ref: linked('payments', 'the provider’s id of the payment'),
    kind: linked('payments', 'the kind of difference'),
    data: linked('payments', 'amounts and ids of the shop and of the provider; no names'),
    found_at: linked('payments', 'time of finding'),
    resolved_at: linked('payments', 'time of resolving'),
  },
};

export const staffColumns = {
  stock_changes: { actor: personal('staff', 'the actor who changed the stock') },
  imports: {
    actor: personal('staff', 'the user who ran the import'),
    undone_by: personal('staff', 'the user who undid it'),
  },
};
