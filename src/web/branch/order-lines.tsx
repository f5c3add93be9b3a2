import { translatorOf } from '../../messages/translator.server.ts';
import { isSupplier, supplierAt } from '../../shop/catalog/stock-location.ts';
import type { BranchOrder, LineAct } from '../../shop/checkout/desk/branch-order.server.ts';
import { maxShelfLength } from '../../shop/checkout/handover/hand-over.server.ts';
import type { Branch } from '../../shop/config/shop-config.ts';
import type { OrderPiece } from '../../shop/order/order-pieces.server.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import { HiddenFields } from '../plain-pages/plain-document.tsx';
import { dayText } from './branch-document.tsx';

type Props = {
  branchOrder: BranchOrder;
  formFields: Record<string, string>;
  branches: readonly Branch[];
  isReadOnly: boolean;
};

export function OrderLines({ branchOrder, formFields, branches, isReadOnly }: Props) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <ul>
      {branchOrder.order.items.map((item) => (
        <li key={item.id}>
          <strong>
            {item.count} × {item.title} {item.size}
          </strong>
          {branchOrder.pieces
            .filter(({ tireId }) => tireId === item.id)
            .map((piece) => {
              const acts = isReadOnly ? [] : lineActsOf(branchOrder, piece);
              return (
                <div key={`${piece.place} ${piece.state} ${piece.day}`}>
                  {pieceText(piece, branches)}
                  {piece.putAsideCount > 0 && (
                    <>
                      <br />
                      {t('aside', { count: piece.putAsideCount, shelf: piece.shelf ?? '' })}
                    </>
                  )}
                  {acts.length > 0 && (
                    <details>
                      <summary>{t('markLine')}</summary>
                      {acts.map((act) => (
                        <LineForm key={act} act={act} piece={piece} formFields={formFields} />
                      ))}
                    </details>
                  )}
                </div>
              );
            })}
        </li>
      ))}
    </ul>
  );
}

function pieceText({ place, state, count, day }: OrderPiece, branches: readonly Branch[]): string {
  const t = translatorOf('ee', 'mail');
  const branchName = branches.find(({ id }) => id === place)?.name;
  const supplierName = isSupplier(place) ? t('branch.piece.supplier', { supplier: supplierAt(place) }) : null;
  const key = state === 'handed-over' ? 'handedOver' : state;
  // The message has a variant for the day `unknown`.
  return t(`branch.piece.${key}`, {
    place: branchName ?? supplierName ?? place,
    count,
    day: day ? dayText(day) : 'unknown',
  });
}

export function isPaid({ payment: { state } }: Pick<OrderView, 'payment'>): boolean {
  return state === 'paid' || state === 'overpaid' || state === 'part_refunded';
}

function lineActsOf({ order, blocked: isBlockedByReview }: BranchOrder, { state }: OrderPiece): LineAct[] {
  const isOpen = order.status === 'confirmed' || order.status === 'ready';
  if (state === 'handed-over') return isOpen || order.status === 'completed' ? ['undo-hand-over'] : [];
  if (!isOpen) return [];
  const mayHandOver = isPaid(order) && !isBlockedByReview;
  if (state === 'here') return mayHandOver ? ['handed-over', 'put-aside'] : ['put-aside'];
  const isExpected = state === 'sent' || state === 'ordered';
  return isExpected ? ['arrived', 'missing'] : ['arrived'];
}

type LineFormProps = { act: LineAct; piece: OrderPiece; formFields: Record<string, string> };

function LineForm({ act, piece, formFields }: LineFormProps) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <form method="post" action="/branch" className="line">
      <HiddenFields fields={formFields} />
      <input type="hidden" name="tire" value={piece.tireId} />
      <input type="hidden" name="place" value={piece.place} />
      {act !== 'missing' && (
        <label>
          {t('count')}
          <input type="number" name="count" min="1" max={piece.count} defaultValue={piece.count} required />
        </label>
      )}
      {act === 'put-aside' && (
        <label>
          {t('shelf')}
          <input name="shelf" maxLength={maxShelfLength} defaultValue={piece.shelf ?? ''} autoComplete="off" required />
        </label>
      )}
      <button type="submit" name="act" value={act}>
        {t(`act.${act}`)}
      </button>
    </form>
  );
}
