import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { cartTotal } from '../../../shop/cart/cart.ts';
import { formatMoney, vatIn } from '../../../shop/money.ts';
import { useShop } from '../../shop-context.tsx';
import type { PageName } from '../../sitemap.ts';
import { useCart } from '../../stores/cart.ts';
import { LegalGuarantee } from '../../ui/legal-guarantee.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import type { OrderFields } from './use-order-form.ts';

const to = (page: PageName, hash: string) => (text: ReactNode) => (
  <PageLink to={page} hash={hash} className="underline">
    {text}
  </PageLink>
);

/** What has to be told next to the button that obliges to pay (Directive 2011/83/EU, Articles 6 and 8). */
export function BeforeYouOrder() {
  const t = useTranslations('order.before');
  const locale = useShopLocale();
  const { facts, vatPercent } = useShop();
  const total = useCart(({ cart }) => cartTotal(cart));
  const { legalName, registryCode, vatNumber, address, email, phones } = facts;
  const seller = { name: legalName, code: registryCode, vat: vatNumber, address, email, phone: phones[0] };
  const sum = {
    total: formatMoney(total, locale),
    percent: vatPercent,
    vat: formatMoney(vatIn(total, vatPercent), locale),
  };
  return (
    <section aria-labelledby="before" className="border-y border-line py-4 text-s">
      <h2 id="before" className="mb-2 text-m font-semibold">
        {t('title')}
      </h2>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_1fr]">
        <Fact term={t('seller')}>{t('sellerText', seller)}</Fact>
        <Fact term={t('total')}>{t('totalText', sum)}</Fact>
        <Fact term={t('paying')}>
          <WhenPaid />
        </Fact>
        <Fact term={t('collecting')}>{t('collectingText')}</Fact>
        <Fact term={t('withdrawal')}>{t.rich('withdrawalText', { warranty: to('faq-warranty', '#withdrawal') })}</Fact>
        <Fact term={t('defects')}>
          <LegalGuarantee />. {to('faq-buy', '#complaints')(t('complaints'))}
        </Fact>
      </dl>
    </section>
  );
}

function WhenPaid() {
  const t = useTranslations('order.before.payingBy');
  const { transferWorkingDays: days } = useShop().facts.terms;
  const method = useFormContext<OrderFields>().watch('paymentMethod');
  if (!method) return t('none');
  if (method === 'pay_at_branch') return t('branch');
  return method === 'bank_transfer' ? t('transfer', { days }) : t('online');
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold max-sm:mt-2">{term}</dt>
      <dd className="min-w-0 text-quiet">{children}</dd>
    </>
  );
}
