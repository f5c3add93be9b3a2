import { translatorOf } from '../../messages/translator.server.ts';
import type { BranchLink } from '../../shop/checkout/desk/branch-link.server.ts';
import type { BranchAct, BranchOrder } from '../../shop/checkout/desk/branch-order.server.ts';
import type { Branch } from '../../shop/config/shop-config.ts';
import { dialable } from '../../shop/dialable.ts';
import { formatMoney, toCents } from '../../shop/money.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import { withoutHiddenCharacters } from '../../shop/plain-text.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { HiddenFields } from '../plain-pages/plain-document.tsx';
import { BranchDocument, DeskLink, dayText } from './branch-document.tsx';
import { Delay } from './delay.tsx';
import { isPaid, OrderLines } from './order-lines.tsx';

/** `seen`: the order's version. `deskAddress`: its desk page; if set, no buttons. `result`: what a button did. */
type Props = {
  branchOrder: BranchOrder;
  link: BranchLink;
  seen: string;
  branches: readonly Branch[];
  deskAddress: string | null;
  result?: string | null;
  actToConfirm?: BranchAct;
};

export function BranchPage({ result, ...props }: Props) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <BranchDocument title={t('title', { number: props.link.order })} result={result}>
      <Order {...props} />
    </BranchDocument>
  );
}

function Order({ branchOrder, link, seen, branches, deskAddress, actToConfirm }: Omit<Props, 'result'>) {
  const t = translatorOf('ee', 'branchPage');
  const tStatus = translatorOf('ee', 'orderStatus');
  const tMail = translatorOf('ee', 'mail');
  const { order, blocked: isBlockedByReview, tenders } = branchOrder;
  const acts = actsOf(branchOrder);
  const isReadOnly = deskAddress !== null || actToConfirm !== undefined;
  const formFields = { ...link, seen };
  return (
    <>
      <h1>{t('title', { number: order.number })}</h1>
      {actToConfirm && <Confirmation act={actToConfirm} link={link} seen={seen} />}
      {deskAddress && <DeskLink address={deskAddress} />}
      {isBlockedByReview && <p className="notice">{t('blocked')}</p>}
      <Delay order={order} formFields={formFields} isReadOnly={isReadOnly} />
      <Withdrawals branchOrder={branchOrder} />
      <dl>
        <dt>{t('status')}</dt>
        <dd>{tStatus(order.status)}</dd>
        <dt>{t('money')}</dt>
        <dd>
          {moneyText(order)}
          {tenders.length > 0 && ` (${tenders.map((tender) => t(`tender.${tender}`)).join(', ')})`}
        </dd>
        <dt>{tMail('branch.promised')}</dt>
        <dd>{dayText(order.promisedOn)}</dd>
        <dt>{tMail('pdf.collecting')}</dt>
        <dd>{tMail(`collecting.${order.fulfilment}`)}</dd>
        <dt>{t('customer')}</dt>
        <dd>
          {withoutHiddenCharacters(order.customer.name)}
          {order.plate && `, ${order.plate}`}
          <br />
          {order.customer.phone ? (
            <a href={`tel:${dialable(order.customer.phone)}`}>{order.customer.phone}</a>
          ) : (
            t('erased')
          )}
        </dd>
        {order.note && (
          <>
            <dt>{t('note')}</dt>
            <dd>{withoutHiddenCharacters(order.note)}</dd>
          </>
        )}
      </dl>
      <OrderLines branchOrder={branchOrder} formFields={formFields} branches={branches} isReadOnly={isReadOnly} />
      {!isReadOnly &&
        acts.map((act, n) => <BranchButton key={act} act={act} formFields={formFields} isMainAct={n === 0} />)}
      {!deskAddress && acts.length === 0 && <p>{t('nothing')}</p>}
    </>
  );
}

function Withdrawals({ branchOrder: { order, withdrawals } }: { branchOrder: BranchOrder }) {
  const t = translatorOf('ee', 'branchPage');
  return withdrawals.map(({ receivedAt, items, note }) => {
    // Without items, a note says which part of the order is withdrawn.
    const isWholeOrder = !items && !note;
    return (
      <div key={receivedAt.toISOString()} className="notice">
        <p>{t('withdrawn', { day: dayText(tallinnDate(receivedAt)) })}</p>
        <ul>
          {items?.map(({ id, count }) => {
            const item = order.items.find((candidate) => candidate.id === id);
            const name = item ? `${item.title} ${item.size}` : id;
            return <li key={id}>{t('withdrawnItem', { count, of: item?.count ?? 0, name })}</li>;
          })}
          {isWholeOrder && <li>{t('withdrawnAll')}</li>}
          {note && <li>{withoutHiddenCharacters(note)}</li>}
        </ul>
      </div>
    );
  });
}

/** Shown on a new page before the act, because a dialog would need script. */
function Confirmation({ act, link, seen }: { act: BranchAct; link: BranchLink; seen: string }) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <div className="notice" role="alert">
      <p>{t('ask')}</p>
      <form method="post" action="/branch" className="first">
        <HiddenFields fields={{ ...link, seen }} />
        <input type="hidden" name="sure" value="yes" />
        <button type="submit" name="act" value={act}>
          {t(`act.${act}`)}
        </button>
      </form>
      <p>
        <a href={`/branch?${new URLSearchParams(link)}`}>{t('no')}</a>
      </p>
    </div>
  );
}

function actsOf({ order, blocked: isBlockedByReview, pieces, canUndoReady }: BranchOrder): BranchAct[] {
  const { status } = order;
  if (status === 'completed') return [];
  const hasPaid = isPaid(order);
  const isClosed = status === 'cancelled' || status === 'expired';
  const isPartlyHandedOver = pieces.some(({ state }) => state === 'handed-over');
  const acts: BranchAct[] = [];
  if (status === 'confirmed' && !isBlockedByReview) acts.push('ready');
  if (!hasPaid && !isClosed) acts.push('paid-cash', 'paid-card');
  if (hasPaid && !isClosed && !isBlockedByReview) acts.push('completed');
  if (canUndoReady) acts.push('undo-ready');
  return isClosed || isPartlyHandedOver ? acts : [...acts, 'cancelled'];
}

type BranchButtonProps = { act: BranchAct; formFields: Record<string, string>; isMainAct: boolean };

function BranchButton({ act, formFields, isMainAct }: BranchButtonProps) {
  const t = translatorOf('ee', 'branchPage');
  const mainActClass = isMainAct ? 'first' : undefined;
  return (
    <form method="post" action="/branch" className={act === 'cancelled' ? 'cancel' : mainActClass}>
      <HiddenFields fields={formFields} />
      {act === 'cancelled' && (
        <label>
          <input type="checkbox" required /> {t('sure')}
        </label>
      )}
      <button type="submit" name="act" value={act}>
        {t(`act.${act}`)}
      </button>
    </form>
  );
}

type OrderAmounts = Pick<OrderView, 'status' | 'total'> & {
  payment: Pick<OrderView['payment'], 'paid' | 'refunded' | 'missing' | 'over'>;
};
type MoneyMessageKey = 'toPay' | 'notPaid' | 'isPaid' | 'partPaid' | 'overPaid' | 'partReturned' | 'returned';

/** Returns a message key and euros. `amount`: paid, or else the total; `difference`: missing, or else overpaid. */
export function moneyForBranch(order: OrderAmounts) {
  const { paid, refunded, missing, over } = order.payment;
  return {
    messageKey: messageKeyFor(order),
    amount: paid > 0 ? paid : order.total,
    returned: refunded,
    difference: missing > 0 ? missing : over,
  };
}

function messageKeyFor({ status, payment: { paid, refunded, missing, over } }: OrderAmounts): MoneyMessageKey {
  if (paid === 0) return status === 'cancelled' || status === 'expired' ? 'notPaid' : 'toPay';
  if (missing > 0) return 'partPaid';
  if (over > 0) return 'overPaid';
  if (refunded === 0) return 'isPaid';
  return refunded < paid ? 'partReturned' : 'returned';
}

function moneyText(order: OrderAmounts): string {
  const money = (euros: number) => formatMoney(toCents(euros), 'ee');
  const { messageKey, amount, returned, difference } = moneyForBranch(order);
  const amounts = { amount: money(amount), returned: money(returned), rest: money(difference) };
  return translatorOf('ee', 'branchPage')(messageKey, amounts);
}
