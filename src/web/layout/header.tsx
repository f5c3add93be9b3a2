import { ShoppingCart } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { cartCount } from '../../shop/cart/cart.ts';
import { locales } from '../../shop/locale.ts';
import { useShop } from '../shop-context.tsx';
import { useCart } from '../stores/cart.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useShopLocale } from '../ui/use-shop-locale.ts';
import { BranchButtons } from './branch-panel.tsx';
import { LanguageSelector } from './language-selector.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';

export function Header() {
  const t = useTranslations('nav');
  const { facts } = useShop();
  const locale = useShopLocale();
  const link = 'flex min-h-11 items-center hover:underline';
  return (
    <header className="no-print border-b border-line bg-sheet">
      <div className="page-width flex h-16 items-center gap-x-6">
        <Logo />
        <nav aria-label={t('main')} className="hidden gap-x-5 lg:flex">
          <PageLink to="index" className={link}>
            {t('tires')}
          </PageLink>
          <a href={facts.servicePricesUrl + locales[locale].prefix} target="_blank" rel="noopener" className={link}>
            {t('servicePrices')}
          </a>
          <PageLink to="faq-warranty" className={link}>
            {t('warranty')}
          </PageLink>
          <PageLink to="faq" className={link}>
            {t('faq')}
          </PageLink>
        </nav>
        <div className="ms-auto flex items-center gap-x-1 sm:gap-x-3">
          <BranchButtons />
          <LanguageSelector className="hidden lg:block" />
          <CartButton />
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

function CartButton() {
  const t = useTranslations('nav');
  const count = useCart(({ cart }) => cartCount(cart));
  return (
    <PageLink to="cart" className="relative flex min-h-11 items-center gap-2 px-2 hover:underline">
      <ShoppingCart size={22} aria-hidden />
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
