import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { cartTotal } from '../../../shop/cart/cart.ts';
import { formatMoney, vatIn } from '../../../shop/money.ts';
import { groupOf } from '../../../shop/payment/payment-methods.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import type { PageName } from '../../sitemap.ts';
import { LegalGuarantee } from '../../ui/legal-guarantee.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import type { OrderFields } from './order-fields.ts';

export const linkTo = (page: PageName, hash?: string) => (text: ReactNode) => (
  <PageLink to={page} hash={hash} className="underline">
    {text}
  </PageLink>
);

/** The information that the law requires directly before the order button (Directive 2011/83/EU, Articles 6 and 8). */
export function BeforeYouOrder() {
  const t = useTranslations('order.before');
  const locale = useShopLocale();
  const { shopConfig, vatPercent } = usePageContext();
  const total = useCart(({ cart }) => cartTotal(cart));
  const { legalName, registryCode, vatNumber, address, email, phones, terms } = shopConfig;
  const seller = { name: legalName, code: registryCode, vat: vatNumber, address, email, phone: phones[0] };
  const totalAndVat = {
    total: formatMoney(total, locale),
    percent: vatPercent,
    vat: formatMoney(vatIn(total, vatPercent), locale),
  };
  const complaintsLink = linkTo('faq-buy', '#complaints');
  return (
    <section aria-labelledby="before" className="border-y border-line py-4 text-s">
      <h2 id="before" className="mb-2 text-m font-semibold">
        {t('title')}
      </h2>
      <dl className="grid gap-x-4 gap-y-1.5 sm:gap-y-1 sm:grid-cols-[9rem_1fr]">
        <Fact term={t('seller')}>{t('sellerText', seller)}</Fact>
        <Fact term={t('total')}>{t('totalText', totalAndVat)}</Fact>
        <Fact term={t('paying')}>
          <WhenPaid />
        </Fact>
        <Fact term={t('collecting')}>{t('collectingText')}</Fact>
        <Fact term={t('withdrawal')}>
          {t.rich('withdrawalText', {
            warranty: linkTo('faq-warranty', '#withdrawal'),
            courierEuros: `${terms.courierEuros ?? 'none'}`,
          })}
        </Fact>
        <Fact term={t('defects')}>
          <LegalGuarantee />. {complaintsLink(t('complaints'))}
        </Fact>
      </dl>
    </section>
  );
}

function WhenPaid() {
  const t = useTranslations('order.before.payingBy');
  const { transferWorkingDays: days } = usePageContext().shopConfig.terms;
  const method = useFormContext<OrderFields>().watch('paymentMethod');
  if (!method) return t('none');
  const group = groupOf(method);
  if (group === 'branch') return t('branch');
  if (group === 'transfer') return t('transfer', { days });
  return group === 'pay_later' ? t('credit') : t('online');
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="font-semibold max-sm:inline max-sm:after:content-[':']">{term}</dt>{' '}
      <dd className="min-w-0 text-quiet max-sm:inline">{children}</dd>
    </div>
  );
}
