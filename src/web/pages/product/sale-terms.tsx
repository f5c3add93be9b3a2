import type { ReactNode } from 'react';
import { useShop } from '../../shop-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { undo } from '../../ui/icons.ts';
import { LegalGuarantee } from '../../ui/legal-guarantee.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ServicePricesLink } from '../../ui/service-prices-link.tsx';
import { useTranslations } from '../../words.tsx';
import { shieldCheck, store } from './icons.ts';

/** How one gets the tires, and what if one changes one's mind. */
export function SaleTerms() {
  const t = useTranslations('product');
  const footer = useTranslations('footer');
  const { facts } = useShop();
  const branches = facts.branches.map(({ name }) => name).join(', ');
  return (
    <ul className="mt-4 space-y-3 text-s">
      <Term icon={<Icon shape={store} size={18} />}>
        {t('collect', { branches })} <ServicePricesLink className="inline-flex items-center underline" />
      </Term>
      <Term icon={<Icon shape={undo} size={18} />}>
        {t('returns')}{' '}
        <PageLink to="faq-warranty" className="underline">
          {footer('warranty')}
        </PageLink>
      </Term>
      <Term icon={<Icon shape={shieldCheck} size={18} />}>
        <LegalGuarantee />
      </Term>
    </ul>
  );
}

function Term({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-px shrink-0">{icon}</span>
      <span>{children}</span>
    </li>
  );
}
