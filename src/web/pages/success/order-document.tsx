import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { useShop } from '../../shop-context.tsx';
import type { OrderKey } from '../../stores/orders.ts';
import { BranchContact } from '../../ui/branch-contact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { NextSteps } from './next-steps.tsx';
import { OrderState } from './order-state.tsx';
import { thanksWord } from './order-words.ts';
import { OrderedTires } from './ordered-tires.tsx';
import { PayBox } from './pay-box.tsx';

type Props = { order: OrderView; next: NextStep; orderKey: OrderKey };

/** An order as a document: how it stands, its number, what happens next and when, what was bought, how to reach us. */
export function OrderDocument({ order, next, orderKey }: Props) {
  const t = useTranslations('success');
  const withdraw = useTranslations('footer')('withdrawal');
  const { facts } = useShop();
  const thanks = thanksWord(order);
  const { name, email } = order.customer;
  const erased = email === '';
  const branch = facts.branches.find(({ id }) => id === order.branch);
  return (
    <article className="max-w-3xl">
      <PageHead title={t('orderTitle', { number: order.number })} description={t('description')} indexed={false} />
      <p className="print-only mb-8 flex justify-between border-b border-ink pb-3">
        <strong className="text-l">{facts.name}</strong>
        <span>{facts.address}</span>
      </p>
      {thanks && name && (
        <p className="font-semibold text-good">
          {thanks === 'placed' ? t('thanks', { name }) : t(`thanksFor.${thanks}`, { name })}
        </p>
      )}
      <h1 className="tabular mt-1 text-2xl font-bold tracking-tight sm:text-3xl">
        {t('orderTitle', { number: order.number })}
      </h1>
      <OrderState order={order} next={next} />

      <PayBox order={order} next={next} orderKey={orderKey} />
      <NextSteps order={order} next={next} />

      <OrderedTires order={order} />

      <section aria-labelledby="reach" className="mt-8 grid gap-6 sm:grid-cols-2">
        <div>
          <h2 id="reach" className="mb-2 text-xl font-semibold">
            {t('reach')}
          </h2>
          {branch && (
            <>
              <p className="font-semibold">{branch.name}</p>
              <BranchContact branch={branch} />
            </>
          )}
          <p>{facts.email}</p>
        </div>
        <div>
          <h2 className="mb-2 text-xl font-semibold">{t('yours')}</h2>
          <p>{name}</p>
          {erased && <p>{t(name ? 'contactErased' : 'erased')}</p>}
          <p>{email}</p>
          <p className="tabular">{order.customer.phone}</p>
          {order.company && (
            <p>
              {order.company.name}, {order.company.regCode}
            </p>
          )}
          {order.plate && <p>{t('plate', { plate: order.plate })}</p>}
          {order.note && <p className="mt-2 whitespace-pre-line text-quiet">{order.note}</p>}
        </div>
      </section>
      <p className="no-print mt-8 flex flex-wrap items-center gap-4">
        <button type="button" className="button" onClick={() => window.print()}>
          {t('print')}
        </button>
        <span className="text-s text-quiet">{t('keepLink')}</span>
      </p>
      {!order.company && !erased && (
        <p className="no-print mt-2">
          <PageLink
            to="withdrawal"
            search={`?order=${orderKey.number}`}
            hash={`#${orderKey.token}`}
            className="inline-flex min-h-11 items-center underline"
          >
            {withdraw}
          </PageLink>
        </p>
      )}
      <p className="mt-6 text-s text-quiet">
        {t('seller', { name: facts.legalName, code: facts.registryCode, vat: facts.vatNumber, address: facts.address })}
      </p>
    </article>
  );
}
