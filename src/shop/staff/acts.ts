/** `worker`: sells, hands over and fits at a branch. `accountant`: reads orders and books money. `owner`: everything. */
export const roles = ['worker', 'accountant', 'owner'] as const;

export type Role = (typeof roles)[number];

/** `stepUp`: needs a step-up, a fresh authentication by a passkey for this act and its fields. `own`: only the person's own passkey counts. */
type Rule = { roles: readonly Role[]; stepUp?: true; own?: true };

const floor = { roles: ['worker', 'owner'] } as const satisfies Rule;
const books = { roles: ['accountant', 'owner'] } as const satisfies Rule;
const booksStepUp = { roles: ['accountant', 'owner'], stepUp: true } as const satisfies Rule;
const everybody = { roles } as const satisfies Rule;
const ownerOnly = { roles: ['owner'] } as const satisfies Rule;
const ownerStepUp = { roles: ['owner'], stepUp: true } as const satisfies Rule;
const ownStepUp = { roles, stepUp: true, own: true } as const satisfies Rule;

/** An act that is not listed is allowed to nobody. */
export const acts = {
  'see-floor': floor,
  'see-orders': everybody,
  'see-money': books,
  'see-cash': everybody,
  'see-figures': books,
  'see-margin': ownerOnly,
  'see-price-list': ownerOnly,
  'see-prices': ownerOnly,
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
  'cancel-paid': ownerStepUp,
  'preview-change': floor,
  'swap-tires': floor,
  'swap-and-refund': ownerStepUp,
  'answer-delay': floor,
  'book-order-fitting': floor,
  'free-order-fitting': floor,
  'take-back': floor,
  'undo-take-back': floor,
  'swap-warranty': floor,
  'undo-swap-warranty': floor,
  refund: ownerStepUp,
  'refund-paid-out': books,
  'accept-review': ownerStepUp,
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
  'ask-purchase': floor,
  'give-up-purchase': floor,
  'confirm-purchase': floor,
  'refuse-purchase': floor,
  'backorder-purchase': floor,
  'cancel-purchase': floor,
  'receive-purchase': floor,

  count: floor,
  'count-many': ownerStepUp,
  'set-apart': floor,
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

  'open-drawer': floor,
  'move-cash': floor,
  'count-cash': floor,
  'resolve-finding': books,
  'import-statement': books,
  'assign-bank-entry': books,
  'ignore-bank-entry': books,
  'close-month': booksStepUp,
  'enter-fee': books,
  'send-document': everybody,
  'set-company': everybody,
  /** Sets the company of an order that was invoiced in an earlier month. */
  'set-company-late': books,

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

/** The step-up for an own act must be by the person who is signed in. */
export function isOwnAct(act: Act): boolean {
  return 'own' in acts[act];
}

/** A person who signed in by PIN has at most the rights of a worker; a step-up can raise them. */
export function mayDo(act: Act, { role, byPin }: { role: Role; byPin: boolean }): boolean {
  const allowed: readonly Role[] = acts[act].roles;
  if (!byPin) return allowed.includes(role);
  const isActOfWorkers = allowed.includes('worker');
  return role === 'accountant' ? isActOfWorkers && allowed.includes('accountant') : isActOfWorkers;
}
