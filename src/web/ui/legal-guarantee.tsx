import { useTranslations } from 'use-intl';
import { usePageContext } from '../document/page-context.tsx';
import { PageLink } from './links.tsx';
import { useShopLocale } from './locale.ts';

/** The notice of the legal guarantee (Regulation (EU) 2025/1960); without its file, a link to the warranty page. */
export function LegalGuarantee() {
  const t = useTranslations('legalGuarantee');
  const locale = useShopLocale();
  const file = usePageContext().shopConfig.legalGuaranteeNotice?.[locale];
  if (!file) {
    return (
      <PageLink to="faq-warranty" hash="#legalGuarantee" className="underline">
        {t('link')}
      </PageLink>
    );
  }
  const isPicture = /\.(svg|png|webp)$/.test(file);
  return (
    <a href={file} target="_blank" rel="noopener" className="underline">
      {isPicture ? <img src={file} alt={t('notice')} className="w-full max-w-sm bg-white" /> : t('notice')}
    </a>
  );
}
