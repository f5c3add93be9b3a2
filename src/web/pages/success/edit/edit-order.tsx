import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { openStatuses } from '../../../../shop/order/order.ts';
import type { OrderView } from '../../../../shop/order/order-view.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { focusHeading } from '../../../ui/focus-heading.ts';
import { EditSteps } from './edit-steps.tsx';

/** Lets the buyer change an open order. */
export function EditOrder({ order, orderKey }: { order: OrderView; orderKey: OrderKey }) {
  const t = useTranslations('success.edit');
  const [opened, setOpened] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const canChange = openStatuses.includes(order.status) && order.customer.email !== '';
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
    <section className="no-print mt-8 border-y border-line py-5">
      <div role="status">{isDone && <p className="mb-2 font-semibold text-good">{t('done')}</p>}</div>
      <details open={opened} onToggle={(event) => toggle(event.currentTarget.open)}>
        <summary className="inline-flex min-h-11 items-center text-l font-semibold underline">{t('open')}</summary>
        {opened && <EditSteps order={order} orderKey={orderKey} onChanged={finish} />}
      </details>
    </section>
  );
}
