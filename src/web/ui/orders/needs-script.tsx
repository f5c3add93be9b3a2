import { useTranslations } from 'use-intl';
import { dialable } from '../../../shop/dialable.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { linkTag } from '../links.tsx';

/** The note of a page that does nothing without JavaScript. */
export function NeedsScript({ page }: { page: 'cart' | 'order' | 'success' }) {
  const t = useTranslations(page);
  const [phone] = usePageContext().shopConfig.phones;
  return (
    <noscript>
      <p className="mt-4 max-w-[66ch] border-s-4 border-warn bg-sheet p-4">
        {t.rich('needsScript', { phone, call: linkTag(`tel:${dialable(phone)}`, 'whitespace-nowrap underline') })}
      </p>
    </noscript>
  );
}
