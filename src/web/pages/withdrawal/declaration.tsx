import { useTranslations } from 'use-intl';
import { returnBy } from '../../../shop/checkout/withdraw/withdrawal.ts';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { calendarDay, useDateFormat } from '../../ui/locale.ts';
import type { Acknowledgement } from './confirm-step.tsx';
import type { Declared } from './form-step.tsx';

type Props = { order: OrderView | null; declared: Declared; acknowledgement: Acknowledgement };

/** The acknowledgement of a withdrawal with its text and time, for printing. */
export function Acknowledged({ order, declared, acknowledgement: { id, receivedAt, known } }: Props) {
  const t = useTranslations('withdrawal');
  const format = useDateFormat();
  const at = new Date(receivedAt);
  // Without the year, as in the mail: in Russian the year ends in a full stop, like the sentence.
  const day = format(calendarDay(returnBy(at)), { weekday: 'long', day: 'numeric', month: 'long' });
  const more = [
    [t('received'), format(at, { dateStyle: 'long', timeStyle: 'short' })],
    [t('id'), id],
  ] as const;
  return (
    <article className="max-w-3xl">
      <h1 className="text-2xl font-bold tracking-tight">{t('done')}</h1>
      <p className="mt-3 max-w-[66ch]">{known ? t('letterComes', { email: declared.email }) : t('letterIfFound')}</p>
      <DeclarationText declared={declared} order={order} more={more} />
      <section aria-labelledby="next" className="mt-8">
        <h2 id="next" className="mb-2 text-xl font-semibold">
          {t('nextTitle')}
        </h2>
        <ol className="max-w-[66ch] list-decimal space-y-2 ps-5">
          <li>{t('return', { day })}</li>
          <li>{t('refund', { day })}</li>
        </ol>
      </section>
      <p className="no-print mt-8">
        <button type="button" className="button" onClick={() => window.print()}>
          {t('print')}
        </button>
      </p>
    </article>
  );
}

type Row = readonly [term: string, value: string];
type DeclarationTextProps = { declared: Declared; order: OrderView | null; more?: readonly Row[] };

export function DeclarationText({ declared, order, more = [] }: DeclarationTextProps) {
  const t = useTranslations('withdrawal');
  const { legalName } = usePageContext().facts;
  const items = declared.items?.map(({ id, count }) => {
    const line = order?.items.find((item) => item.id === id);
    return `${count} × ${line?.title} ${line?.size}`;
  });
  const what = items ?? [declared.note || t('wholeOrder')];
  const rows: readonly Row[] = [
    ...more,
    [t('name'), declared.name],
    [t('order'), declared.number],
    [t('email'), declared.email],
  ];
  return (
    <section aria-labelledby="declared" className="mt-6 max-w-2xl rounded-sm border border-edge bg-sheet p-5">
      <h2 id="declared" className="text-l font-semibold">
        {t('declared')}
      </h2>
      <p className="mt-2">{t('statement', { seller: legalName })}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-quiet max-sm:mt-2">{term}</dt>
            <dd className="min-w-0 font-semibold">{value}</dd>
          </div>
        ))}
        <dt className="text-quiet max-sm:mt-2">{t('lines')}</dt>
        <dd className="min-w-0 font-semibold whitespace-pre-line">{what.join('\n')}</dd>
      </dl>
    </section>
  );
}
