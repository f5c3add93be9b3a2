import type { OrderView } from '../../../shop/order/order-view.ts';
import { returnBy } from '../../../shop/order/return-by.ts';
import { calendarDay } from '../../ui/calendar-day.ts';
import { useDateFormat, useTranslations } from '../../words.tsx';
import { DeclarationText } from './declaration-text.tsx';
import type { Acknowledgement } from './send-declaration.ts';
import type { Declared } from './withdrawal-fields.ts';

type Props = { order: OrderView | null; declared: Declared; acknowledgement: Acknowledgement };

/** That the declaration has arrived, what it says, and when it came, to the minute; to be printed. */
export function Acknowledged({ order, declared, acknowledgement: { id, receivedAt, known } }: Props) {
  const t = useTranslations('withdrawal');
  const format = useDateFormat();
  const at = new Date(receivedAt);
  // Without the year, as in the letter: in Russian it ends in a full stop, and so does the sentence.
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
