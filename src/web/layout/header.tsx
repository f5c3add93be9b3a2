import { memo } from 'react';
import { cartCount } from '../../shop/cart/cart.ts';
import { useCart } from '../stores/cart.ts';
import { Icon } from '../ui/icon.tsx';
import { shoppingCart } from '../ui/icons.ts';
import { PageLink } from '../ui/page-link.tsx';
import { ServicePricesLink } from '../ui/service-prices-link.tsx';
import { useTranslations } from '../words.tsx';
import { BranchButtons, BranchPanels } from './branch-panel.tsx';
import { LanguageSelector } from './language-selector.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';

/** The same on every page, so it is not rendered again for each address. */
export const Header = memo(function Header() {
  const t = useTranslations('nav');
  const link = 'flex min-h-11 items-center hover:underline';
  return (
    <header className="no-print border-b border-line bg-sheet">
      <div className="page-width flex h-16 items-center gap-x-6">
        <Logo />
        <nav aria-label={t('main')} className="hidden gap-x-5 lg:flex">
          <PageLink to="index" className={link}>
            {t('tires')}
          </PageLink>
          <ServicePricesLink className={link} />
          <PageLink to="faq-warranty" className={link}>
            {t('warranty')}
          </PageLink>
          <PageLink to="faq" className={link}>
            {t('faq')}
          </PageLink>
        </nav>
        <div className="ms-auto flex items-center gap-x-1 sm:gap-x-3">
          <BranchButtons className="hidden sm:flex" />
          <LanguageSelector className="hidden lg:block" />
          <CartButton />
          <MobileMenu />
        </div>
      </div>
      <BranchPanels />
    </header>
  );
});

function CartButton() {
  const t = useTranslations('nav');
  const count = useCart(({ cart }) => cartCount(cart));
  return (
    <PageLink to="cart" className="relative flex min-h-11 items-center gap-2 px-2 hover:underline">
      <Icon shape={shoppingCart} size={22} />
      <span className="sr-only sm:not-sr-only">{t('cart')}</span>
      <span
        data-testid="cart-count"
        className={`tabular grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-s font-semibold ${count ? 'bg-signal text-on-signal' : 'invisible'}`}
      >
        {count}
      </span>
    </PageLink>
  );
}
