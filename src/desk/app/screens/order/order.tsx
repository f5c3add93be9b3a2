import { type ReactNode, useState } from 'react';
import type { VatCheck } from '../../../../shop/books/vat-check.ts';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { dialable } from '../../../../shop/dialable.ts';
import { locales } from '../../../../shop/locale.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useMayStart } from '../../client/use-may-start.ts';
import { useOrder } from '../../client/use-order.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { MoneyState, TiresState } from '../../ui/order/order-row.tsx';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { PrintLink } from '../../ui/print-link.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Documents } from './documents.tsx';
import { FittingPanel } from './fitting-panel.tsx';
import { History } from './history.tsx';
import { Lines } from './lines.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { Notes } from './notes.tsx';
import { OrderActs } from './order-acts.tsx';

export default function OrderScreen() {
  const { number, query } = useOrder();
  return (
    <Screen title={number}>
      <WhenLoaded query={query}>
        {(order) => (
          <>
            <Head order={order} />
            <OrderActs order={order} />
            <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
              <div className="grid gap-4">
                <Lines order={order} />
                <Notes order={order} />
                <Documents order={order} />
                <History order={order} />
              </div>
              <div className="grid gap-4">
                <FittingPanel order={order} />
                <Buyer order={order} />
                <MoneyPanel order={order} />
                <PrintPanel order={order} />
              </div>
            </div>
          </>
        )}
      </WhenLoaded>
    </Screen>
  );
}

function Head({ order }: { order: DeskOrder }) {
  const t = useTexts('order');
  const { day, branchName } = useFormat();
  const { status, tires, money, review, delay, buyer, plate, company } = order;
  const name = buyer.name || company?.name;
  const isCancelledOrExpired = status === 'cancelled' || status === 'expired';
  const isPaid = !isCancelledOrExpired && money.dueCents === 0;
  const currentlyExpectedDay = order.expectedOn ?? order.promisedOn;
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-l">
      {(name || buyer.phone) && (
        <span className="flex w-full flex-wrap items-baseline gap-x-5">
          {name && <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>}
          {buyer.phone && <Phone number={buyer.phone} />}
          {plate && <span className="number rounded-sm border border-edge px-1">{plate}</span>}
        </span>
      )}
      <span className="font-semibold">{t(`status.${status}`)}</span>
      <TiresState tires={tires} />
      <MoneyState money={{ paid: isPaid, dueCents: money.dueCents, onCredit: money.onCredit }} />
      <span>
        {branchName(order.branch)}, {t(`fulfilment.${order.fulfilment}`)}
      </span>
      {!isCancelledOrExpired && status !== 'completed' && (
        <span>{t('promised', { day: day(currentlyExpectedDay) })}</span>
      )}
      {review && <State tone="bad">{t(`review.${review.kind}`)}</State>}
      {delay?.open && <State tone="bad">{t('delayOpen')}</State>}
    </div>
  );
}

function Phone({ number }: { number: string }) {
  return (
    <a href={`tel:${dialable(number)}`} className="number inline-flex min-h-12 items-center underline">
      {number}
    </a>
  );
}

function Buyer({ order }: { order: DeskOrder }) {
  const t = useTexts('order');
  const { buyer, company, plate, note, locale } = order;
  return (
    <Panel title={t('buyer')}>
      {buyer.erased ? (
        <p className="text-quiet">{t('erased')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
          <Fact label={t('name')} className="font-semibold">
            {buyer.name || '–'}
          </Fact>
          {buyer.phone && (
            <Fact label={t('phone')}>
              <Phone number={buyer.phone} />
            </Fact>
          )}
          {buyer.email && <Fact label={t('email')}>{buyer.email}</Fact>}
          {plate && (
            <Fact label={t('plate')} className="number">
              {plate}
            </Fact>
          )}
          {company && (
            <Fact label={t('company')}>
              {[company.name, company.regCode, company.vatNumber, company.address].filter(Boolean).join(', ')}
              {order.canCheckVat && <CheckVat number={order.number} />}
              <TradeCredit order={order} />
            </Fact>
          )}
          <Fact label={t('language')}>{locales[locale].name}</Fact>
        </dl>
      )}
      {note && <p className="mt-3 border-l-4 border-signal pl-3 wrap-anywhere">{note}</p>}
    </Panel>
  );
}

function Fact({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{label}</dt>
      <dd className={`m-0 wrap-anywhere ${className}`}>{children}</dd>
    </>
  );
}

function CheckVat({ number }: { number: string }) {
  const t = useTexts('order');
  const [isRequested, setRequested] = useState(false);
  const query = useLiveQuery<VatCheck>(isRequested ? `/api/orders/${number}/vat-number` : null, []);
  if (!isRequested) return <Button onPress={() => setRequested(true)}>{t('vat.check')}</Button>;
  return (
    <WhenLoaded query={query}>
      {(check) => (
        <p role="status" className={check.state === 'valid' ? 'text-good' : 'text-bad'}>
          {check.state === 'valid' && check.name ? t('vat.validFor', { name: check.name }) : t(`vat.${check.state}`)}
        </p>
      )}
    </WhenLoaded>
  );
}

function TradeCredit({ order: { number, version, credit, money, status } }: { order: DeskOrder }) {
  const t = useTexts('order');
  const mayStart = useMayStart();
  if (!credit) return null;
  if (credit.isApproved) return <span className="block">{t('creditGiven', { days: credit.days })}</span>;
  const isOpen = status === 'confirmed' || status === 'ready';
  if (!isOpen || money.dueCents === 0 || !mayStart('allow-credit')) return null;
  return (
    <div className="mt-2">
      <ActButton
        act="allow-credit"
        fields={{ number }}
        shownVersion={version}
        label={t('allowCredit', { days: credit.days })}
      />
    </div>
  );
}

function PrintPanel({ order: { number } }: { order: DeskOrder }) {
  const t = useTexts('order');
  return (
    <Panel title={t('print')}>
      <div className="flex flex-wrap gap-2">
        <PrintLink path={`work-order/${number}`}>{t('workOrder')}</PrintLink>
        <PrintLink path={`label/${number}`}>{t('label')}</PrintLink>
      </div>
    </Panel>
  );
}
