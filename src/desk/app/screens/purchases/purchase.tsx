import { Link, useParams } from 'react-router';
import type { PurchaseLineView, PurchaseView } from '../../../../shop/desk/purchase.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { PrintLink } from '../../ui/print-link.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Exchanges } from './exchanges.tsx';
import { Receive } from './receive.tsx';
import { SupplierAnswer } from './supplier-answer.tsx';

export default function Purchase() {
  const t = useTexts('purchases');
  const { number = '' } = useParams();
  const query = useLiveQuery<PurchaseView>(`/api/purchases/${encodeURIComponent(number)}`, ['purchases', 'orders']);
  return (
    <Screen title={number} aside={query.data && <PrintLink path={`purchase/${number}`}>{t('print')}</PrintLink>}>
      <WhenLoaded query={query}>
        {(purchase) => (
          <>
            <Head purchase={purchase} />
            {purchase.state === 'sent' && <Receive purchase={purchase} />}
            <Lines purchase={purchase} />
            {purchase.state === 'sent' && <SupplierAnswer purchase={purchase} />}
            {purchase.state === 'sent' && purchase.canAskForState && <AskForState purchase={purchase} />}
            {purchase.exchanges.length > 0 && <Exchanges purchase={purchase} />}
          </>
        )}
      </WhenLoaded>
    </Screen>
  );
}

function Head({ purchase }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  const { branchName, time } = useFormat();
  const { number, state, sendRequestedAt, canAskForState } = purchase;
  return (
    <>
      <p className="flex flex-wrap gap-x-5 text-l">
        <span className="font-semibold">{t(`state.${state}`)}</span>
        <span>
          {purchase.supplier} → {branchName(purchase.branch)}
        </span>
        <span>{t(`by.${purchase.sentVia}`)}</span>
        {purchase.supplierNumber && (
          <span className="number">{t('theirNumber', { number: purchase.supplierNumber })}</span>
        )}
        {purchase.sentAt && <span>{t('sentAt', { time: time(purchase.sentAt) })}</span>}
      </p>
      {state === 'draft' &&
        (sendRequestedAt ? (
          <State tone="good">{t('sendsNow')}</State>
        ) : (
          <>
            <SendingTime purchase={purchase} />
            <ActButton act="send-purchase" fields={{ number }} label={t('send')} look="primary" />
          </>
        ))}
      {state === 'unclear' && (
        <Panel title={t('unclear')}>
          <p className="mb-3">{t(canAskForState ? 'asksItself' : 'askSupplier')}</p>
          <div className="flex flex-wrap gap-2">
            {canAskForState && <AskForState purchase={purchase} />}
            <ActButton act="purchase-sent" fields={{ number }} label={t('hasIt')} look="primary" />
            <ActButton
              act="send-purchase"
              fields={{ number, again: true }}
              label={t('sendAgain')}
              confirmLabel={t('sendAgainSure')}
            />
            <ActButton
              act="give-up-purchase"
              fields={{ number }}
              label={t('giveUp')}
              confirmLabel={t('giveUpSure')}
              look="danger"
            />
          </div>
        </Panel>
      )}
    </>
  );
}

function SendingTime({ purchase: { waitsFor, cutOff, unpaidPieces } }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  const format = useFormat();
  const cutOffTime = format.time(cutOff);
  if (waitsFor === 'restore-confirmation')
    return (
      <State wraps tone="warn">
        {t('afterRestore')}
      </State>
    );
  if (waitsFor === 'cut-off')
    return (
      <>
        <State wraps tone="quiet">
          {t('sendsAt', { time: cutOffTime })}
        </State>
        {unpaidPieces > 0 && (
          <State wraps tone="warn">
            {t('unpaidPart', { time: cutOffTime, count: unpaidPieces })}
          </State>
        )}
      </>
    );
  // Without automatic sending (`click`), or while no order is paid (`payment`), only an employee sends the purchase.
  return (
    <>
      <State wraps tone="warn">
        {t('sendBy', { time: cutOffTime })}
      </State>
      {waitsFor === 'payment' && <p>{t('unpaidOrders')}</p>}
    </>
  );
}

function AskForState({ purchase: { number, askRequestedAt } }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  if (askRequestedAt) return <State tone="good">{t('asksNow')}</State>;
  return <ActButton act="ask-purchase" fields={{ number }} label={t('ask')} />;
}

function Lines({ purchase }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  return (
    <ListPanel title={t('tires')} rows={purchase.lines}>
      {(line) => <Line key={line.tireId} line={line} />}
    </ListPanel>
  );
}

function Line({ line }: { line: PurchaseLineView }) {
  const t = useTexts('purchases');
  const { day } = useFormat();
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-t-0">
      <span>
        <span className="number font-semibold">{line.ordered} ×</span> {line.title}{' '}
        <span className="number whitespace-nowrap">{line.size}</span>
      </span>
      <span className="number text-s text-quiet">{[line.sku, line.ean].filter(Boolean).join(', ')}</span>
      <span className="flex flex-wrap gap-x-4 text-s">
        {line.confirmed > 0 && <span>{t('confirmed', { count: line.confirmed })}</span>}
        {line.backordered > 0 && <State tone="warn">{t('backordered', { count: line.backordered })}</State>}
        {line.refused > 0 && <State tone="bad">{t('refused', { count: line.refused })}</State>}
        {line.received > 0 && <State tone="good">{t('received', { count: line.received })}</State>}
        {line.outstanding > 0 && <span>{t('outstanding', { count: line.outstanding })}</span>}
        {line.expectedOn && <span className="text-quiet">{day(line.expectedOn)}</span>}
      </span>
      <span className="flex flex-wrap gap-x-3 text-s">
        {line.orders.map(({ number, count }) => (
          <Link key={number} to={`/o/${number}`} className="underline">
            {count} × <span className="number">{number}</span>
          </Link>
        ))}
      </span>
    </li>
  );
}
