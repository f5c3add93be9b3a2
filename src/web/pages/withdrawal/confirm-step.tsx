import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AcknowledgementAnswer } from '../../../shop/checkout/withdraw/withdrawal.ts';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { DeclarationText } from './declaration.tsx';
import type { Declared } from './form-step.tsx';

type Props = {
  order: OrderView | null;
  declared: Declared;
  token: string;
  onChange: () => void;
  onConfirmed: (acknowledgement: Acknowledgement) => void;
};

export function ConfirmStep({ order, declared, token, onChange, onConfirmed }: Props) {
  const t = useTranslations('withdrawal');
  const { apiBase } = usePageContext();
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function confirm() {
    setSending(true);
    setError(null);
    try {
      // Without a known order the API finds it by number and address.
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

function NotSent({ error: { status } }: { error: ApiError }) {
  const t = useTranslations('withdrawal.failed');
  const { email } = usePageContext().facts;
  const mail = (text: ReactNode) => (
    <a href={`mailto:${email}`} className="underline">
      {text}
    </a>
  );
  return (
    <div className="mt-6 max-w-2xl border-s-4 border-bad bg-sheet p-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <p className="mt-1">
        {status === 429 ? t('tooMany') : status === 400 ? t('refused') : t.rich('fault', { email, mail })}
      </p>
    </div>
  );
}

/** `known`: the token opened the order, so the acknowledgement is also mailed. */
export type Acknowledgement = AcknowledgementAnswer & { known: boolean };

/** Sends a declaration; when the token opens no order, by number and address. Throws ApiError. */
async function sendDeclaration(apiBase: string, declared: Declared, token: string): Promise<Acknowledgement> {
  const { number, email: _, ...body } = declared;
  if (token) {
    try {
      const path = `/v1/orders/${encodeURIComponent(number)}/withdrawal`;
      const headers = { 'Order-Token': token };
      return {
        ...(await callApi<AcknowledgementAnswer>(apiBase, path, { method: 'POST', headers, body })),
        known: true,
      };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  const answer = await callApi<AcknowledgementAnswer>(apiBase, '/v1/withdrawals', { method: 'POST', body: declared });
  return { ...answer, known: false };
}
