import { Link } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { withinSentence } from '../../../../shop/locale.ts';
import { useTexts } from '../../client/texts.tsx';
import { useMayStart } from '../../client/use-may-start.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State } from '../../ui/parts.tsx';
import { providerNames, useProviderName } from '../../ui/provider-name.ts';

export function MoneyPanel({ order: { money, number } }: { order: DeskOrder }) {
  const t = useTexts('order');
  const tMoney = useTexts('money');
  const mayPayOut = useMayStart()('refund-paid-out');
  const format = useFormat();
  const providerName = useProviderName();
  const nameInSentence = (provider: string) => {
    const isBrandName = Object.hasOwn(providerNames, provider);
    return isBrandName ? providerName(provider) : withinSentence(providerName(provider));
  };
  // The entries show the refunds that have succeeded.
  const otherRefunds = money.refunds.filter(({ state }) => state !== 'succeeded');
  return (
    <Panel title={t('moneyOf')}>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        <dt>{t('total')}</dt>
        <dd className="number m-0 text-right font-semibold">{format.money(money.totalCents)}</dd>
        <dt>{t('due')}</dt>
        <dd className="number m-0 text-right font-semibold">{format.money(money.dueCents)}</dd>
        <dt className="text-quiet">{t('reference')}</dt>
        <dd className="number m-0 text-right">{money.reference}</dd>
      </dl>
      {money.overpaidCents > 0 && <State tone="bad">{t('over', { amount: format.money(money.overpaidCents) })}</State>}
      <ul className="mt-2 text-s">
        {money.entries.map((entry) => (
          <li key={entry.at + entry.reference} className="flex justify-between gap-4 border-t border-line py-2">
            <span>
              {t(`entry.${entry.kind}`)}, {entry.tender ? t(`tender.${entry.tender}`) : nameInSentence(entry.provider)}
              <span className="block text-quiet">
                {format.time(entry.at)}, {format.actorName(entry.actor)}
              </span>
            </span>
            <span className="number">{format.money(entry.amountCents + entry.roundingCents)}</span>
          </li>
        ))}
        {otherRefunds.map((refund) => (
          <li key={refund.id} className="flex justify-between gap-4 border-t border-line py-2">
            <span>
              {t(`refund.${refund.state}`)}
              {refund.byHand && refund.state === 'requested' ? `, ${t('byHand')}` : ''}
              {refund.note && <span className="block text-quiet">{refund.note}</span>}
            </span>
            <span className="number">{format.money(refund.amountCents)}</span>
          </li>
        ))}
      </ul>
      {mayPayOut && refundsToPayOut(money).length > 0 && (
        <Link to={`/o/${number}/refund`} className={buttonClass()}>
          {tMoney('payOut')}
        </Link>
      )}
    </Panel>
  );
}

export function refundsToPayOut({ refunds }: DeskOrder['money']): DeskOrder['money']['refunds'] {
  return refunds.filter(({ byHand, state }) => byHand && state === 'requested');
}
