/** worker: the floor of a branch. accountant: reads orders, books money. owner: everything. */
export const roles = ['worker', 'accountant', 'owner'] as const;

export type Role = (typeof roles)[number];

/**
 * `stepUp`: needs a fresh touch of the passkey of a person with one of the roles, for this very act and its fields. `own`: changes
 * how a person signs in, so that only the passkey of that person counts.
 */
type Rule = { roles: readonly Role[]; stepUp?: true; own?: true };

const floor = { roles: ['worker', 'owner'] } as const satisfies Rule;
const books = { roles: ['accountant', 'owner'] } as const satisfies Rule;
const booksTouch = { roles: ['accountant', 'owner'], stepUp: true } as const satisfies Rule;
const everybody = { roles } as const satisfies Rule;
const ownerOnly = { roles: ['owner'] } as const satisfies Rule;
const ownerTouch = { roles: ['owner'], stepUp: true } as const satisfies Rule;
const ownTouch = { roles, stepUp: true, own: true } as const satisfies Rule;

/** Who may read what, and who may do what, at the desk. What is not listed nobody may. */
export const acts = {
  'see-floor': floor,
  'see-orders': everybody,
  'see-money': books,
  'see-cash': everybody,
  'see-figures': books,
  'see-margin': ownerOnly,
  'see-price-list': ownerOnly,
  'see-shop': ownerOnly,
  print: everybody,

  note: everybody,
  'mark-paid': floor,
  'allow-credit': floor,
  'book-transfer': books,
  arrived: floor,
  'did-not-come': floor,
  'put-aside': floor,
  'mark-ready': floor,
  'undo-ready': floor,
  'hand-over': floor,
  'undo-hand-over': floor,
  'cancel-unpaid': floor,
  'cancel-paid': ownerTouch,
  'preview-change': floor,
  'swap-tires': floor,
  /** A change of an order because of which money goes back. */
  'swap-and-refund': ownerTouch,
  'answer-delay': floor,
  'book-order-fitting': floor,
  'free-order-fitting': floor,
  'take-back': floor,
  'undo-take-back': floor,
  'swap-warranty': floor,
  'undo-swap-warranty': floor,
  refund: ownerTouch,
  'refund-paid-out': books,
  'accept-review': ownerTouch,
  'ask-provider': everybody,
  'handle-withdrawal': floor,

  sell: floor,
  'place-phone-order': floor,

  'book-fitting': floor,
  'move-fitting': floor,
  'edit-fitting': floor,
  'free-fitting': floor,
  'fitting-arrived': floor,
  'fitting-done': floor,
  'fitting-missed': floor,
  'undo-fitting': floor,
  'block-time': floor,
  'unblock-time': floor,

  'send-transfer': floor,
  'receive-transfer': floor,
  'transfer-missing': floor,
  'send-purchase': floor,
  'purchase-sent': floor,
  'purchase-not-sent': floor,
  'confirm-purchase': floor,
  'refuse-purchase': floor,
  'backorder-purchase': floor,
  'cancel-purchase': floor,
  'receive-purchase': floor,

  count: floor,
  /** A count that changes the stock by more than 20 pieces. */
  'count-many': ownerTouch,
  'set-apart': floor,
  'pin-price': ownerTouch,
  'unpin-price': ownerTouch,
  'take-off-sale': ownerTouch,
  'put-on-sale': ownerTouch,
  'preview-price-list': ownerOnly,
  'apply-price-list': ownerTouch,
  'undo-price-list': ownerTouch,

  'open-drawer': floor,
  'move-cash': floor,
  'count-cash': floor,
  'resolve-finding': books,
  'import-statement': books,
  'assign-bank-entry': books,
  'ignore-bank-entry': books,
  'close-month': booksTouch,
  'enter-fee': books,
  'send-document': everybody,
  'set-company': everybody,
  /** Of an order that was invoiced in an earlier month. */
  'set-company-late': books,

  'invite-person': ownerTouch,
  'change-role': ownerTouch,
  'revoke-person': ownerTouch,
  'end-sessions': ownerTouch,
  'enrol-station': ownerTouch,
  'close-station': ownerTouch,
  'create-feed': ownerTouch,
  'revoke-feed': ownerTouch,
  'retry-jobs': ownerOnly,
  'export-person': ownerTouch,
  'erase-person': ownerTouch,

  'set-pin': ownTouch,
  'add-passkey': ownTouch,
  'remove-passkey': ownTouch,
} as const satisfies Record<string, Rule>;

export type Act = keyof typeof acts;

/** Whether an act needs a fresh touch. */
export function needsStepUp(act: Act): boolean {
  return 'stepUp' in acts[act];
}

/** Whether the touch must be by the person who is signed in. */
export function isOwnAct(act: Act): boolean {
  return 'own' in acts[act];
}

/** Whether a role may do an act. Somebody who signed in by PIN has the rights of a worker, and a touch may lift them. */
export function mayDo(act: Act, { role, byPin }: { role: Role; byPin: boolean }): boolean {
  const allowed: readonly Role[] = acts[act].roles;
  if (!byPin) return allowed.includes(role);
  return role !== 'accountant' ? allowed.includes('worker') : allowed.includes('worker') && allowed.includes(role);
}
