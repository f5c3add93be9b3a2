import type { MouseEvent } from 'react';
import { Dialog, opensDialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { menu } from '../ui/icons.ts';
import { PageLink } from '../ui/page-link.tsx';
import { ServicePricesLink } from '../ui/service-prices-link.tsx';
import { useTranslations } from '../words.tsx';
import { BranchButtons } from './branch-panel.tsx';
import { LanguageSelector } from './language-selector.tsx';

const id = 'menu';

/** Tires, faq, warranty, cart and languages on small screens; below them the branches. */
export function MobileMenu() {
  const t = useTranslations('nav');
  const branch = useTranslations('branch');
  const link = 'flex min-h-12 items-center border-b border-line text-l';
  const closeAfterChoice = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button'))
      event.currentTarget.closest('dialog')?.close();
  };
  return (
    <div className="lg:hidden">
      <button
        type="button"
        className="grid size-11 place-items-center"
        aria-haspopup="dialog"
        aria-label={t('menu')}
        {...opensDialog(id)}
      >
        <Icon shape={menu} size={24} />
      </button>
      <Dialog id={id} title={t('menu')}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: only reacts to its links, which the keyboard clicks too */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        <div onClick={closeAfterChoice}>
          <PageLink to="index" className={link}>
            {t('tires')}
          </PageLink>
          <PageLink to="faq" className={link}>
            {t('faq')}
          </PageLink>
          <PageLink to="faq-warranty" className={link}>
            {t('warranty')}
          </PageLink>
          <PageLink to="cart" className={link}>
            {t('cart')}
          </PageLink>
          <LanguageSelector className="-mx-2 mt-3" />
          <h3 className="mt-4 text-s font-semibold text-quiet">{branch('heading')}</h3>
          <div className="-mx-2 flex flex-wrap">
            <BranchButtons className="flex" />
          </div>
          <ServicePricesLink className="inline-flex min-h-11 items-center hover:underline" />
        </div>
      </Dialog>
    </div>
  );
}
