import { useState } from 'react';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { ApiError } from '../../api-client.ts';
import { useShop } from '../../shop-context.tsx';
import { useTranslations } from '../../words.tsx';
import { DeclarationText } from './declaration-text.tsx';
import { NotSent } from './not-sent.tsx';
import { type Acknowledgement, sendDeclaration } from './send-declaration.ts';
import type { Declared } from './withdrawal-fields.ts';

type Props = {
  order: OrderView | null;
  declared: Declared;
  token: string;
  onChange: () => void;
  onConfirmed: (acknowledgement: Acknowledgement) => void;
};

/** The second step: the declaration once more, and the button that makes it. */
export function ConfirmStep({ order, declared, token, onChange, onConfirmed }: Props) {
  const t = useTranslations('withdrawal');
  const { apiBase } = useShop();
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function confirm() {
    setSending(true);
    setError(null);
    try {
      // An order that this token has not opened is looked for by its number and address.
      onConfirmed(await sendDeclaration(apiBase, declared, order ? token : ''));
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      setError(refusal);
      setSending(false);
    }
  }

  return (
    <>
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('confirmTitle')}</h1>
      <p className="mt-3 max-w-[60ch]">{t('confirmLead')}</p>
      <DeclarationText declared={declared} order={order} />
      <div role="alert">{error && <NotSent error={error} />}</div>
      <p className="mt-6 flex flex-wrap gap-3">
        <button
          type="button"
          disabled={sending}
          onClick={() => void confirm()}
          className="button button-signal min-h-14 text-l max-sm:w-full"
        >
          {t(sending ? 'sending' : 'confirm')}
        </button>
        <button type="button" disabled={sending} onClick={onChange} className="button min-h-14 max-sm:w-full">
          {t('change')}
        </button>
      </p>
    </>
  );
}
