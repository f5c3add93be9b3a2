import { CircleAlert, Snowflake } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Product } from '../../../shop/catalog/tire.ts';
import { winterUse } from '../../../shop/catalog/winter-use.ts';
import { PageLink } from '../../ui/page-link.tsx';

/** Whether one may drive with it in winter. */
export function WinterLine({ tire }: { tire: Product }) {
  const t = useTranslations('product.winter');
  const use = winterUse(tire);
  if (!use) return null;
  const Icon = use === 'accepted' || use === 'studded' ? Snowflake : CircleAlert;
  return (
    <p className="mt-6 flex max-w-[66ch] gap-3">
      <Icon size={20} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {t(use)}{' '}
        <PageLink to="faq" hash="#winterLaw" className="underline">
          {t('rules')}
        </PageLink>
      </span>
    </p>
  );
}
