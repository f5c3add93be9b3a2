import { ShieldCheck, Store, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useShop } from '../../shop-context.tsx';
import { LegalGuarantee } from '../../ui/legal-guarantee.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ServicePricesLink } from '../../ui/service-prices-link.tsx';

/** How one gets the tires, and what if one changes one's mind. */
export function SaleTerms() {
  const t = useTranslations('product');
  const footer = useTranslations('footer');
  const { facts } = useShop();
  const branches = facts.branches.map(({ name }) => name).join(', ');
  return (
    <ul className="mt-4 space-y-3 text-s">
      <Term icon={<Store size={18} aria-hidden />}>
        {t('collect', { branches })} <ServicePricesLink className="inline-flex items-center underline" />
      </Term>
      <Term icon={<Undo2 size={18} aria-hidden />}>
        {t('returns')}{' '}
        <PageLink to="faq-warranty" className="underline">
          {footer('warranty')}
        </PageLink>
      </Term>
      <Term icon={<ShieldCheck size={18} aria-hidden />}>
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
