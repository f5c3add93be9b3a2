import { useTranslations } from 'use-intl';
import { dialable } from '../../../shop/dialable.ts';
import type { OrderView } from '../../../shop/order/order-view.ts';
import type { OrderKey } from '../../client/stores/stored.ts';
import { useBranchPhone } from '../../ui/branch.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { linkTag } from '../../ui/links.tsx';
import { useDayText } from '../../ui/locale.ts';
import { Section } from '../../ui/section.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { OrderActions } from './order-actions.tsx';
import { ActionRefusal } from './pay-box.tsx';
import { SwapTires } from './swap-tires.tsx';

type Delay = NonNullable<OrderView['delay']>;

type Props = { order: OrderView; orderKey: OrderKey; actions: OrderActions };

export function DelayBox({ order, orderKey, actions }: Props) {
  const t = useTranslations('success.delay');
  const dayText = useDayText();
  const { delay } = order;
  return (
    <Section id="delay" title={t('title')} className="mt-6 border-s-4 border-warn bg-sheet p-5 print:border-edge">
      <div role="alert">{actions.refusal && <ActionRefusal error={actions.refusal} />}</div>
      {delay?.answer === 'wait' && (
        <p className="mt-2 max-w-[60ch]">
          {delay.expectedOn ? t('waiting', { day: dayText(delay.expectedOn) }) : t('waitingNoDay')}
        </p>
      )}
      {delay && delay.answer === null && <Choices order={order} delay={delay} orderKey={orderKey} actions={actions} />}
    </Section>
  );
}

function Choices({ order, delay, orderKey, actions }: Props & { delay: Delay }) {
  const t = useTranslations('success.delay');
  const dayText = useDayText();
  const phone = useBranchPhone(order.branch);
  const { promisedOn, expectedOn } = delay;
  const promised = dayText(promisedOn);

  async function waitForTires() {
    await actions.answerDelay({ answer: 'wait', expectedOn });
    focusHeading('#delay');
  }

  async function cancel(close: () => void) {
    await actions.answerDelay({ answer: 'cancel' });
    close();
    focusHeading();
  }

  return (
    <>
      <p className="mt-2 max-w-[60ch]">
        {expectedOn ? t('text', { promised, expected: dayText(expectedOn) }) : t('textNoDay', { promised })}
      </p>
      <p className="mt-2 max-w-[60ch]">{t('ask')}</p>
      <div className="no-print mt-4 grid gap-3">
        <button
          type="button"
          disabled={actions.isBusy}
          className="button button-signal min-h-14 sm:justify-self-start"
          onClick={() => void waitForTires()}
        >
          {expectedOn ? t('wait', { day: dayText(expectedOn) }) : t('waitNoDay')}
        </button>
        <SwapTires orderKey={orderKey} actions={actions} />
        <p>{t.rich('other', { phone, call: linkTag(`tel:${dialable(phone)}`, 'whitespace-nowrap underline') })}</p>
        <ConfirmDialog
          id="cancel-delayed"
          namespace="success.delay.cancel"
          isBusy={actions.isBusy}
          onConfirm={cancel}
        />
      </div>
    </>
  );
}
