import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OrderAnswer } from '../../../../shop/order/order-view.ts';
import { ApiError, callOrderApi, hadNoEffect, randomUuid, useRequest } from '../../../client/api-client.ts';
import { orderQuery } from '../../../client/queries.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';

/** Amounts in euros; in `tires`, `before` and `after` are counts. `missing`: still to be paid; `freesFitting`: the start of an appointment that is lost;
 * `fittingPrice`: of an appointment that stays, null if it is agreed at the branch. */
export type ChangePreview = {
  tires: { id: string; title: string; size: string; before: number; after: number; price: number }[];
  branch: { before: string; after: string } | null;
  fulfilment: { before: string; after: string } | null;
  fields: ('name' | 'email' | 'phone' | 'company' | 'plate' | 'note')[];
  total: { before: number; after: number };
  refund: number;
  missing: number;
  promisedOn: { before: string; after: string };
  freesFitting: string | null;
  fittingPrice: { before: number | null; after: number | null } | null;
};

type ChangeAnswer = OrderAnswer & { change: ChangePreview | null; seen: number | null };

export type ChangeBody = Record<string, unknown>;

/** `body`: previewed, then confirmed. `seen`: the id of the order's newest event; after a newer one, the change is refused. */
type PreviewedChange = { body: ChangeBody; change: ChangePreview; seen: number | null };

export function useEdit(orderKey: OrderKey) {
  const queries = useQueryClient();
  const { send, isBusy, refusal, setRefusal } = useRequest();
  const [previewed, setPreviewed] = useState<PreviewedChange | null>(null);
  // A second press of the button sends the same key, so that the order changes once.
  const key = useRef<string | null>(null);
  const { queryKey } = orderQuery(orderKey);

  const postChange = (body: ChangeBody, idempotencyKey: string) =>
    send(
      () => {
        const headers = { 'Idempotency-Key': idempotencyKey };
        return callOrderApi<ChangeAnswer>(orderKey, '/changes', { method: 'POST', headers, body });
      },
      async (error) => {
        if (hadNoEffect(error)) key.current = null;
        // Otherwise the form would send the outdated prices again.
        if (error.code === 'price-changed' || error.code === 'out-of-stock')
          await queries.invalidateQueries({ queryKey: ['products'] });
      },
    );

  /** Sends a change of nothing, so that `refusal` is set if the order cannot be changed. */
  async function checkIsChangeable(): Promise<void> {
    await postChange({ dryRun: true }, randomUuid());
  }

  async function preview(body: ChangeBody): Promise<void> {
    key.current = null;
    const answer = await postChange({ ...body, dryRun: true }, randomUuid());
    if (!answer?.change) return;
    const { tires, branch, fulfilment, fields } = answer.change;
    const hasNoEffect = tires.length === 0 && !branch && !fulfilment && fields.length === 0;
    if (hasNoEffect) setRefusal(new ApiError(400, 'unchanged'));
    else setPreviewed({ body, change: answer.change, seen: answer.seen });
  }

  async function confirm(): Promise<boolean> {
    if (!previewed) return false;
    key.current ??= randomUuid();
    const { body, seen } = previewed;
    await queries.cancelQueries({ queryKey });
    const answer = await postChange({ ...body, ...(seen !== null && { seen }) }, key.current);
    setPreviewed(null);
    if (!answer) {
      await queries.invalidateQueries({ queryKey });
      return false;
    }
    key.current = null;
    queries.setQueryData(queryKey, { order: answer.order, next: answer.next });
    queries.removeQueries({ queryKey: ['order-fitting', orderKey.number] });
    return true;
  }

  return { isBusy, refusal, previewed, checkIsChangeable, preview, confirm, back: () => setPreviewed(null) };
}

export type Edit = ReturnType<typeof useEdit>;
