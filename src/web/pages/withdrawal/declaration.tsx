import { useTranslations } from 'use-intl';
import { type AcknowledgementAnswer, returnDeadline } from '../../../shop/checkout/withdraw/withdrawal.ts';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { ApiError, callApi, callOrderApi, useRequest } from '../../client/api-client.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { linkTag } from '../../ui/links.tsx';
import { useDateFormat, useDayText } from '../../ui/locale.ts';
import { Section } from '../../ui/section.tsx';
import type { ValidDeclaration } from './form-step.tsx';

type ConfirmStepProps = {
  order: OrderView | null;
  declared: ValidDeclaration;
  token: string;
  onEdit: () => void;
  onConfirmed: (acknowledgement: Acknowledgement) => void;
};

export function ConfirmStep({ order, declared, token, onEdit, onConfirmed }: ConfirmStepProps) {
  const t = useTranslations('withdrawal');
  const { send, isBusy, refusal } = useRequest();

  async function confirm() {
    // Without a token the API finds the order by number and e-mail address.
    const acknowledgement = await send(() => sendDeclaration(declared, order ? token : ''));
    if (acknowledgement) onConfirmed(acknowledgement);
  }

  return (
    <>
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('confirmTitle')}</h1>
      <p className="mt-3 max-w-[60ch]">{t('confirmLead')}</p>
      <DeclarationText declared={declared} order={order} />
      <div role="alert">{refusal && <NotSent error={refusal} />}</div>
      <p className="mt-6 flex flex-wrap gap-3">
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void confirm()}
          className="button button-signal min-h-14 text-l max-sm:w-full"
        >
          {t(isBusy ? 'sending' : 'confirm')}
        </button>
        <button type="button" disabled={isBusy} onClick={onEdit} className="button min-h-14 max-sm:w-full">
          {t('change')}
        </button>
      </p>
    </>
  );
}

function NotSent({ error: { status } }: { error: ApiError }) {
  const t = useTranslations('withdrawal.failed');
  const { email } = usePageContext().shopConfig;
  const reason = () => {
    if (status === 429) return t('tooMany');
    if (status === 400) return t('refused');
    return t.rich('fault', { email, mail: linkTag(`mailto:${email}`) });
  };
  return (
    <div className="mt-6 max-w-2xl border-s-4 border-bad bg-sheet p-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <p className="mt-1">{reason()}</p>
    </div>
  );
}

export type Acknowledgement = AcknowledgementAnswer & { sentWithToken: boolean };

/** Sends a declaration with the token or, if that opens no order, by number and e-mail address. Throws ApiError. */
async function sendDeclaration(declared: ValidDeclaration, token: string): Promise<Acknowledgement> {
  if (token) {
    const { number, email: _, ...body } = declared;
    try {
      const call = { method: 'POST', body } as const;
      const answer = await callOrderApi<AcknowledgementAnswer>({ number, token }, '/withdrawal', call);
      return { ...answer, sentWithToken: true };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  const answer = await callApi<AcknowledgementAnswer>('/v1/withdrawals', { method: 'POST', body: declared });
  return { ...answer, sentWithToken: false };
}

type AcknowledgementStepProps = {
  order: OrderView | null;
  declared: ValidDeclaration;
  acknowledgement: Acknowledgement;
};

export function AcknowledgementStep({
  order,
  declared,
  acknowledgement: { id, receivedAt, sentWithToken, mailed },
}: AcknowledgementStepProps) {
  const t = useTranslations('withdrawal');
  const format = useDateFormat();
  const receivedDate = new Date(receivedAt);
  // `useDayText` omits the year, because a Russian date with a year ends in a full stop, as does the sentence.
  const dayText = useDayText();
  const day = dayText(returnDeadline(receivedDate));
  const mailText = mailed ? t('mailComes', { email: declared.email }) : t('noMail');
  const receiptRows = [
    [t('received'), format(receivedDate, { dateStyle: 'long', timeStyle: 'short' })],
    [t('id'), id],
  ] as const;
  return (
    <article className="max-w-3xl">
      <h1 className="text-2xl font-bold tracking-tight">{t('done')}</h1>
      <p className="mt-3 max-w-[66ch]">{sentWithToken ? mailText : t('mailIfFound')}</p>
      <DeclarationText declared={declared} order={order} receiptRows={receiptRows} />
      <Section id="next" title={t('nextTitle')} titleClass="mb-2 text-xl font-semibold" className="mt-8">
        <ol className="max-w-[66ch] list-decimal space-y-2 ps-5">
          <li>{t('return', { day })}</li>
          <li>{t('refund', { day })}</li>
        </ol>
      </Section>
      <p className="no-print mt-8">
        <button type="button" className="button" onClick={() => window.print()}>
          {t('print')}
        </button>
      </p>
    </article>
  );
}

type Row = readonly [term: string, value: string];
type DeclarationTextProps = { declared: ValidDeclaration; order: OrderView | null; receiptRows?: readonly Row[] };

function DeclarationText({ declared, order, receiptRows = [] }: DeclarationTextProps) {
  const t = useTranslations('withdrawal');
  const { legalName } = usePageContext().shopConfig;
  const itemTexts = declared.items?.map(({ id, count }) => {
    const item = order?.items.find((candidate) => candidate.id === id);
    return `${count} × ${item?.title} ${item?.size}`;
  });
  const withdrawnTexts = itemTexts ?? [declared.note || t('wholeOrder')];
  const rows: readonly Row[] = [
    ...receiptRows,
    [t('name'), declared.name],
    [t('order'), declared.number],
    [t('email'), declared.email],
  ];
  return (
    <Section id="declared" title={t('declared')} className="mt-6 max-w-2xl rounded-sm border border-edge bg-sheet p-5">
      <p className="mt-2">{t('statement', { seller: legalName })}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-quiet max-sm:mt-2">{term}</dt>
            <dd className="min-w-0 font-semibold">{value}</dd>
          </div>
        ))}
        <dt className="text-quiet max-sm:mt-2">{t('lines')}</dt>
        <dd className="min-w-0 font-semibold whitespace-pre-line">{withdrawnTexts.join('\n')}</dd>
      </dl>
    </Section>
  );
}
