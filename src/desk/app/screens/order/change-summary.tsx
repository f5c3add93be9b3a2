import type { ChangeSummary } from '../../../../shop/checkout/change/change-result.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { State } from '../../ui/parts.tsx';

export function Summary({ summary }: { summary: ChangeSummary }) {
  const t = useTexts('change');
  const fulfilmentName = useTexts('fulfilment');
  const agreedPrice = useTexts('calendar')('priceAgreed');
  const { money, day, time, branchName } = useFormat();
  const fittingMoney = (cents: number | null) => (cents === null ? agreedPrice : money(cents));
  // The type has the Date of the server, but the JSON has a string. `new Date` accepts both.
  const freedAppointmentAt = summary.freesFitting && new Date(summary.freesFitting).toISOString();
  const difference = summary.total.after - summary.total.before;
  return (
    <ul className="grid gap-2 text-l">
      {summary.tires.map((tire) => (
        <li key={tire.id}>
          {tire.title} {tire.size}:{' '}
          <span className="number">
            {tire.before} → {tire.after}
          </span>
        </li>
      ))}
      {summary.branch && (
        <li>
          {branchName(summary.branch.before)} → {branchName(summary.branch.after)}
        </li>
      )}
      {summary.fulfilment && <li>{fulfilmentName(summary.fulfilment.after)}</li>}
      {freedAppointmentAt && (
        <li>
          <State wraps tone="warn">
            {t('freesFitting', { when: time(freedAppointmentAt) })}
          </State>
        </li>
      )}
      {summary.fittingPrice && (
        <li className="number">
          {t('fittingPrice', {
            before: fittingMoney(summary.fittingPrice.before),
            after: fittingMoney(summary.fittingPrice.after),
          })}
        </li>
      )}
      {summary.fields.length > 0 && <li>{t('fields')}</li>}
      {difference !== 0 && (
        <li className="number">
          {t('total', { before: money(summary.total.before), after: money(summary.total.after) })} (
          {difference > 0 ? '+' : '−'}
          {money(Math.abs(difference))})
        </li>
      )}
      {summary.refundCents > 0 && (
        <li>
          <State tone="warn">{t('refunded', { amount: money(summary.refundCents) })}</State>
        </li>
      )}
      {summary.missingCents > 0 && (
        <li>
          <State tone="warn">{t('missing', { amount: money(summary.missingCents) })}</State>
        </li>
      )}
      {summary.promised.before !== summary.promised.after && (
        <li>{t('promised', { before: day(summary.promised.before), after: day(summary.promised.after) })}</li>
      )}
    </ul>
  );
}
