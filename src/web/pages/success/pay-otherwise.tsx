import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { paymentMethodsQuery } from '../../queries.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { PaymentMethods } from '../../ui/payment-methods.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import type { OrderActs } from './use-order-acts.ts';

/** `only`: there is no other way on, so it is open from the start. */
type Props = { acts: OrderActs; amount: number; only: boolean };

/** The ways to pay once more, folded until wanted. */
export function PayOtherwise({ acts, amount, only }: Props) {
  const t = useTranslations('success.pay');
  const [opened, setOpened] = useState(only);
  const [chosen, setChosen] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const methods = useQuery({ ...paymentMethodsQuery(useShopLocale(), amount), enabled: opened });

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosen) return setMessage(t('choose'));
    const answer = await acts.pay(chosen);
    if (!answer || answer.next.type === 'redirect') return;
    // What is to be done now stands elsewhere on the page.
    setOpened(false);
    focusHeading();
  }

  return (
    <details open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 items-center font-semibold underline">{t('otherwise')}</summary>
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
              message={message}
            />
            <button
              type="submit"
              disabled={acts.busy}
              className={`button min-h-14 text-l ${only ? 'button-signal' : ''}`}
            >
              {t(acts.busy ? 'going' : 'go')}
            </button>
          </>
        )}
        {methods.isError && (
          <p role="alert">
            {t('methodsFailed')}{' '}
            <button type="button" className="min-h-11 font-semibold underline" onClick={() => void methods.refetch()}>
              {t('retry')}
            </button>
          </p>
        )}
      </form>
    </details>
  );
}
