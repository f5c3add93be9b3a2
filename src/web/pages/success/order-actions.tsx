import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DelayAnswer } from '../../../shop/checkout/delays/delay-answer.ts';
import { openStatuses } from '../../../shop/order/order.ts';
import type { OrderAnswer, OrderView } from '../../../shop/order/order-view.ts';
import { type Call, callOrderApi, hadNoEffect, randomUuid, useRequest } from '../../client/api-client.ts';
import { orderQuery, paymentMethodsQuery, replacementsQuery } from '../../client/queries.ts';
import type { OrderKey } from '../../client/stores/stored.ts';
import { useDayAndTime } from '../../ui/day-and-time.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { PaymentMethods } from '../../ui/payment-methods.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { EditSteps } from './edit/edit-steps.tsx';

/** Returns functions that pay, cancel, or answer about a delay. A refusal reloads the order and its replacements. */
export function useOrderActions(orderKey: OrderKey) {
  const queries = useQueryClient();
  const { send, isBusy, setBusy, refusal } = useRequest();
  // The same choice is sent with the same key until the result is known, so that only one payment starts.
  const attempt = useRef<{ method: string; key: string } | null>(null);
  const { queryKey } = orderQuery(orderKey);

  const post = (path: string, call: Omit<Call, 'method'> = {}) =>
    send(
      async () => {
        // A read that is under way must not overwrite the newer answer.
        await queries.cancelQueries({ queryKey });
        const answer = await callOrderApi<OrderAnswer>(orderKey, path, { ...call, method: 'POST' });
        attempt.current = null;
        queries.setQueryData(queryKey, answer);
        return answer;
      },
      async (error) => {
        if (hadNoEffect(error)) attempt.current = null;
        await queries.invalidateQueries({ queryKey });
        await queries.invalidateQueries(replacementsQuery(orderKey));
      },
    );

  /** `freesFitting`: the buyer gives up the appointment, because with this method the money or the tires may come after it. */
  async function pay(method: string, { freesFitting = false } = {}): Promise<OrderAnswer | null> {
    if (attempt.current?.method !== method) attempt.current = { method, key: randomUuid() };
    const body = { paymentMethod: method, ...(freesFitting && { freesFitting }) };
    const answer = await post('/payments', { body, headers: { 'Idempotency-Key': attempt.current.key } });
    if (answer?.next.type === 'redirect') {
      // Until the bank's page has loaded, because another payment would cancel the one on that page.
      setBusy(true);
      location.assign(answer.next.url);
    }
    return answer;
  }

  return {
    pay,
    cancel: () => post('/cancel'),
    answerDelay: (answer: DelayAnswer) => post('/delay-answer', { body: answer }),
    isBusy,
    refusal,
  };
}

export type OrderActions = ReturnType<typeof useOrderActions>;

/** `isOnlyWay`: there is no other way to pay on the page, so the form is unfolded. */
type Props = { actions: OrderActions; isOnlyWay: boolean };

export function PayWithOtherMethod({ actions, isOnlyWay }: Props) {
  const t = useTranslations('success.pay');
  const dayAndTime = useDayAndTime();
  const [isOpened, setOpened] = useState(isOnlyWay);
  const [chosen, setChosen] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [requestedMethod, setRequestedMethod] = useState('');
  const methods = useQuery({ ...paymentMethodsQuery(useShopLocale()), enabled: isOpened });

  const { refusal } = actions;
  const timeToFree = refusal?.code === 'frees-fitting' && chosen === requestedMethod ? refusal.problem.at : undefined;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosen) return setMessage(t('choose'));
    await pay();
  }

  async function pay(options?: { freesFitting: boolean }) {
    setRequestedMethod(chosen);
    const answer = await actions.pay(chosen, options);
    if (!answer || answer.next.type === 'redirect') return;
    setOpened(false);
    focusHeading();
  }

  return (
    <details open={isOpened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 items-center font-semibold underline">
        {t(isOnlyWay ? 'way' : 'otherwise')}
      </summary>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid max-w-xl gap-4">
        {methods.data && (
          <>
            <PaymentMethods
              legend={t('method')}
              methods={methods.data}
              chosen={chosen}
              onChoose={(id) => {
                setChosen(id);
                setMessage(null);
              }}
              error={
                message && (
                  <p id="field-paymentMethod-error" role="alert" className="text-s font-semibold text-bad">
                    {message}
                  </p>
                )
              }
            />
            <div role="alert" className="empty:hidden">
              {timeToFree && (
                <div className="border-s-4 border-bad bg-sheet p-4">
                  <p>{t('freesTime', dayAndTime(timeToFree))}</p>
                  <button
                    type="button"
                    disabled={actions.isBusy}
                    className="mt-2 min-h-11 font-semibold underline"
                    onClick={() => void pay({ freesFitting: true })}
                  >
                    {t('freeTime')}
                  </button>
                </div>
              )}
            </div>
            <button
              type="submit"
              disabled={actions.isBusy}
              className={`button min-h-14 text-l ${isOnlyWay ? 'button-signal' : ''}`}
            >
              {t(actions.isBusy ? 'going' : 'go')}
            </button>
          </>
        )}
        {methods.isError && (
          <LoadFailure text={t('methodsFailed')} retryText={t('retry')} onRetry={() => void methods.refetch()} />
        )}
      </form>
    </details>
  );
}

export function CancelOrder({ actions }: { actions: OrderActions }) {
  async function cancel(close: () => void) {
    await actions.cancel();
    close();
    focusHeading();
  }

  return <ConfirmDialog id="cancel-order" namespace="success.cancel" isBusy={actions.isBusy} onConfirm={cancel} />;
}

export function EditOrder({ order, orderKey }: { order: OrderView; orderKey: OrderKey }) {
  const t = useTranslations('success.edit');
  const [isOpened, setOpened] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const isContactErased = order.customer.email === '';
  const canChange = openStatuses.includes(order.status) && !isContactErased;
  if (!canChange) return null;

  function toggle(isOpen: boolean) {
    setOpened(isOpen);
    if (isOpen) setIsDone(false);
  }

  function finish() {
    setOpened(false);
    setIsDone(true);
    focusHeading();
  }

  return (
    <section className="no-print border-b border-line py-5">
      <div role="status">{isDone && <p className="mb-2 font-semibold text-good">{t('done')}</p>}</div>
      <details open={isOpened} onToggle={(event) => toggle(event.currentTarget.open)}>
        <summary className="inline-flex min-h-11 items-center text-l font-semibold underline">{t('open')}</summary>
        {isOpened && <EditSteps order={order} orderKey={orderKey} onChanged={finish} />}
      </details>
    </section>
  );
}
