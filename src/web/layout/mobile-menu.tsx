import { Menu } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog, openDialog } from '../ui/dialog.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { LanguageSelector } from './language-selector.tsx';

const id = 'menu';

/** Tires, faq, warranty, cart and languages on small screens. */
export function MobileMenu() {
  const t = useTranslations('nav');
  const link = 'flex min-h-12 items-center border-b border-line text-l';
  const closeAfterLink = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.closest('dialog')?.close();
  };
  return (
    <div className="lg:hidden">
      <button
        type="button"
        className="grid size-11 place-items-center"
        aria-haspopup="dialog"
        aria-label={t('menu')}
        onClick={() => openDialog(id)}
        // Opens it also without script, where the browser knows how.
        {...{ command: 'show-modal', commandfor: id }}
      >
        <Menu size={24} aria-hidden />
      </button>
      <Dialog id={id} title={t('menu')}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: only reacts to its links, which the keyboard clicks too */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        <div onClick={closeAfterLink}>
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
          <LanguageSelector className="mt-3" />
        </div>
      </Dialog>
    </div>
  );
}
