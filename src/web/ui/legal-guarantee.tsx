import { useShop } from '../shop-context.tsx';
import { useShopLocale, useTranslations } from '../words.tsx';
import { PageLink } from './page-link.tsx';

/**
 * The official notice of the legal guarantee (Regulation (EU) 2025/1960), unmodified: a picture is shown, another file
 * is a link. Until the owner has supplied one, a link to what the shop says of it.
 */
export function LegalGuarantee() {
  const t = useTranslations('legalGuarantee');
  const file = useShop().facts.legalGuaranteeNotice?.[useShopLocale()];
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
