/** `worker`: sells, hands over and fits. `accountant`: reads orders and books money. `owner`: everything. */
export const roles = ['worker', 'accountant', 'owner'] as const;

export type Role = (typeof roles)[number];

/** `stepUp`: needs a fresh use of a passkey for this act and its fields. `own`: that passkey must be the signed-in person's, not that of an owner who confirms. */
type Rule = { roles: readonly Role[]; stepUp?: true; own?: true };

const workersAndOwner = { roles: ['worker', 'owner'] } as const satisfies Rule;
const accountantsAndOwner = { roles: ['accountant', 'owner'] } as const satisfies Rule;
const accountantsAndOwnerStepUp = { roles: ['accountant', 'owner'], stepUp: true } as const satisfies Rule;
const everybody = { roles } as const satisfies Rule;
const ownerOnly = { roles: ['owner'] } as const satisfies Rule;
const ownerStepUp = { roles: ['owner'], stepUp: true } as const satisfies Rule;
const ownStepUp = { roles, stepUp: true, own: true } as const satisfies Rule;

/** `see-branch-work`: today, calendar, stock, transfers and purchases. `see-shop`: employees, stations, alerts, jobs and the log.
 * `did-not-come`: tires that were expected. `free-…`: cancels an appointment. `accept-review`: ends the review, and accepts an unpaid balance.
 * `refund`: decides a refund. `refund-paid-out`: records that a decided refund was paid in cash, by card or by bank transfer.
 * `ask-…`: for the state of a payment or purchase. `give-up-purchase`: ends an `unclear` purchase that the supplier did not receive.
 * `count-many`: a count that differs much from the stock. `set-apart`: tires that are not for sale, such as damaged ones. `resolve-finding`: a
 * difference from the books of a payment provider. `set-company-late`: changes the company of an order that was invoiced in an earlier month. */
export const acts = {
  'see-branch-work': workersAndOwner,
  'see-orders': everybody,
  'see-money': accountantsAndOwner,
  'see-cash': everybody,
  'see-figures': accountantsAndOwner,
  'see-margin': ownerOnly,
  'see-price-list': ownerOnly,
  'see-prices': ownerOnly,
  'see-shop': ownerOnly,
  print: everybody,

  note: everybody,
  'mark-paid': workersAndOwner,
  'allow-credit': workersAndOwner,
  'book-transfer': accountantsAndOwner,
  arrived: workersAndOwner,
  'did-not-come': workersAndOwner,
  'put-aside': workersAndOwner,
  'mark-ready': workersAndOwner,
  'undo-ready': workersAndOwner,
  'hand-over': workersAndOwner,
  'undo-hand-over': workersAndOwner,
  'cancel-unpaid': workersAndOwner,
  'cancel-paid': ownerStepUp,
  'preview-change': workersAndOwner,
  'swap-tires': workersAndOwner,
  'swap-and-refund': ownerStepUp,
  'answer-delay': workersAndOwner,
  'book-order-fitting': workersAndOwner,
  'free-order-fitting': workersAndOwner,
  'take-back': workersAndOwner,
  'undo-take-back': workersAndOwner,
  'swap-warranty': workersAndOwner,
  'undo-swap-warranty': workersAndOwner,
  refund: ownerStepUp,
  'refund-paid-out': accountantsAndOwner,
  'accept-review': ownerStepUp,
  'ask-provider': everybody,
  'handle-withdrawal': workersAndOwner,

  sell: workersAndOwner,
  'place-phone-order': workersAndOwner,

  'book-fitting': workersAndOwner,
  'move-fitting': workersAndOwner,
  'edit-fitting': workersAndOwner,
  'free-fitting': workersAndOwner,
  'fitting-arrived': workersAndOwner,
  'fitting-done': workersAndOwner,
  'fitting-missed': workersAndOwner,
  'undo-fitting': workersAndOwner,
  'block-time': workersAndOwner,
  'unblock-time': workersAndOwner,

  'send-transfer': workersAndOwner,
  'receive-transfer': workersAndOwner,
  'transfer-missing': workersAndOwner,
  'send-purchase': workersAndOwner,
  'purchase-sent': workersAndOwner,
  'ask-purchase': workersAndOwner,
  'give-up-purchase': workersAndOwner,
  'confirm-purchase': workersAndOwner,
  'refuse-purchase': workersAndOwner,
  'backorder-purchase': workersAndOwner,
  'cancel-purchase': workersAndOwner,
  'receive-purchase': workersAndOwner,

  count: workersAndOwner,
  'count-many': ownerStepUp,
  'set-apart': workersAndOwner,
  'pin-price': ownerStepUp,
  'unpin-price': ownerStepUp,
  'take-off-sale': ownerStepUp,
  'put-on-sale': ownerStepUp,
  'preview-prices': ownerOnly,
  'apply-prices': ownerStepUp,
  'undo-prices': ownerStepUp,
  'add-photo': ownerOnly,
  'remove-photo': ownerOnly,
  'pin-picture': ownerOnly,
  'unpin-picture': ownerOnly,
  'preview-price-list': ownerOnly,
  'apply-price-list': ownerStepUp,
  'undo-price-list': ownerStepUp,

  'open-drawer': workersAndOwner,
  'move-cash': workersAndOwner,
  'count-cash': workersAndOwner,
  'resolve-finding': accountantsAndOwner,
  'import-statement': accountantsAndOwner,
  'assign-bank-entry': accountantsAndOwner,
  'ignore-bank-entry': accountantsAndOwner,
  'close-month': accountantsAndOwnerStepUp,
  'enter-fee': accountantsAndOwner,
  'send-document': everybody,
  'set-company': everybody,
  'set-company-late': accountantsAndOwner,

  'invite-person': ownerStepUp,
  'change-role': ownerStepUp,
  'revoke-person': ownerStepUp,
  'end-sessions': ownerStepUp,
  'enrol-station': ownerStepUp,
  'close-station': ownerStepUp,
  'create-feed': ownerStepUp,
  'revoke-feed': ownerStepUp,
  'retry-jobs': ownerOnly,
  'export-person': ownerStepUp,
  'erase-person': ownerStepUp,

  'set-pin': ownStepUp,
  'add-passkey': ownStepUp,
  'remove-passkey': ownStepUp,
} as const satisfies Record<string, Rule>;

export type Act = keyof typeof acts;

export function needsStepUp(act: Act): boolean {
  return 'stepUp' in acts[act];
}

export function isOwnAct(act: Act): boolean {
  return 'own' in acts[act];
}

/** After a sign-in by PIN, a person may do only what workers may do too. */
export function mayDo(act: Act, { role, byPin }: { role: Role; byPin: boolean }): boolean {
  const allowedRoles: readonly Role[] = acts[act].roles;
  if (byPin && !allowedRoles.includes('worker')) return false;
  return allowedRoles.includes(role);
}
