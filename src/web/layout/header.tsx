import { type MouseEvent, memo, Suspense, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cartItemCount, cartPieces } from '../../shop/cart/cart.ts';
import type { Branch } from '../../shop/config/shop-config.ts';
import { useCart } from '../client/stores/stored.ts';
import { usePageContext } from '../document/page-context.tsx';
import { BranchContact, OpeningState, PhoneLink } from '../ui/branch.tsx';
import { Dialog, dialogButtonProps } from '../ui/dialog.tsx';
import { Icon, mapPin, menu, phone as phoneIcon, shoppingCart } from '../ui/icons.tsx';
import { PageLink, ServicePricesLink } from '../ui/links.tsx';
import { useShopLocale } from '../ui/locale.ts';
import { LanguageSelector } from './language-selector.tsx';

export const Header = memo(function Header() {
  const t = useTranslations('nav');
  const [phone] = usePageContext().shopConfig.phones;
  // Narrow screens have only the icon. Russian links leave no space for the number below 1600 px.
  const isRussian = useShopLocale() === 'ru';
  const [iconClass, numberClass] = isRussian
    ? ['min-[100rem]:hidden', 'sr-only min-[100rem]:not-sr-only']
    : ['xl:hidden', 'sr-only xl:not-sr-only'];
  const linkClass = 'flex min-h-11 items-center hover:underline';
  return (
    <header className="no-print border-b border-line bg-sheet">
      <div className="page-width flex h-16 items-center gap-x-4">
        <Logo />
        <nav aria-label={t('main')} className="hidden gap-x-4 whitespace-nowrap xl:flex">
          <PageLink to="index" className={linkClass}>
            {t('tires')}
          </PageLink>
          <ServicePricesLink className={linkClass} />
          <PageLink to="faq-warranty" className={linkClass}>
            {t('warranty')}
          </PageLink>
          <PageLink to="faq" className={linkClass}>
            {t('faq')}
          </PageLink>
        </nav>
        <div className="-me-2 ms-auto flex items-center gap-x-1 xl:gap-x-0">
          <PhoneLink phone={phone} className="flex px-2 whitespace-nowrap hover:underline">
            <Icon shape={phoneIcon} size={20} className={iconClass} />
            <span className={numberClass}>{phone}</span>
          </PhoneLink>
          <BranchButtons className="hidden sm:flex" />
          <LanguageSelector className="hidden xl:block" />
          <CartButton />
          <MobileMenu />
        </div>
      </div>
      {/* Hydrated after the page. The browser opens dialogs without React. */}
      <Suspense>
        <BranchPanels />
      </Suspense>
    </header>
  );
});

function CartButton() {
  const t = useTranslations('nav');
  const tCartBar = useTranslations('cartBar');
  const cart = useCart((store) => store.cart);
  const count = cartItemCount(cart);
  // The badge counts products, not tires (specification, section 4). The text says how many of each the cart holds.
  const countText =
    count > 0 ? t('holds', { count, tires: tCartBar('tires', { count: cartPieces(cart) }) }) : undefined;
  return (
    <PageLink to="cart" className="relative flex min-h-11 items-center gap-2 px-2 hover:underline">
      <Icon shape={shoppingCart} size={22} />
      <span
        data-testid="cart-count"
        aria-hidden="true"
        title={countText}
        className={`tabular absolute start-4.5 top-0 grid h-5 min-w-5 place-items-center rounded-full bg-signal px-1 text-s font-semibold text-on-signal ${count ? '' : 'invisible'}`}
      >
        {count}
      </span>
      <span className="sr-only sm:not-sr-only">{t('cart')}</span>
      {countText && <span className="sr-only">({countText})</span>}
    </PageLink>
  );
}

function Logo() {
  const { shopConfig } = usePageContext();
  return (
    <PageLink to="index" className="flex min-h-11 items-center gap-2 text-l font-extrabold tracking-tight">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" fill="currentColor">
        <mask id="grooves">
          <path d="M0 0h32v32H0z" fill="#fff" />
          <path
            d="M3 5l5 3.2l6-4M1 11l5 3.5l5-3.5M1 17.5l5 3.5l5-3.5M3 24l5 3.5l6-2.5"
            fill="none"
            stroke="#000"
            strokeWidth="1.7"
          />
        </mask>
        <path mask="url(#grooves)" d="M10.6 1H19c-5 1.5-8.6 7.7-8.6 15S14 29.5 19 31h-8.4c-5 0-9-6.7-9-15s4-15 9-15z" />
        <path
          fillRule="evenodd"
          d="M21.2 1a9.2 15 0 0 1 0 30a9.2 15 0 0 1 0-30zm0 7a4.7 8 0 0 0 0 16a4.7 8 0 0 0 0-16z"
        />
        <ellipse cx="21.2" cy="16" rx="2.3" ry="3.9" fill="var(--signal)" />
      </svg>
      {shopConfig.name}
    </PageLink>
  );
}

const menuId = 'menu';

function CallShop({ wasMenuOpened }: { wasMenuOpened: boolean }) {
  const t = useTranslations('nav');
  const { phones, branches } = usePageContext().shopConfig;
  const [phone] = phones;
  const branchWithPhone = branches.find((branch) => branch.phone === phone);
  return (
    <div className="border-b border-line pb-2">
      <PhoneLink phone={phone} className="flex text-l">
        {t('call', { phone })}
      </PhoneLink>
      {branchWithPhone && <OpeningState branch={branchWithPhone} isActive={wasMenuOpened} />}
    </div>
  );
}

function MobileMenu() {
  const t = useTranslations('nav');
  const tBranch = useTranslations('branch');
  const { wasOpened, onOpen } = useWasOpened();
  const linkClass = 'flex min-h-12 items-center border-b border-line text-l';
  const closeAfterChoice = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button'))
      event.currentTarget.closest('dialog')?.close();
  };
  return (
    <div className="xl:hidden">
      <button
        type="button"
        className="grid size-11 place-items-center"
        aria-haspopup="dialog"
        aria-label={t('menu')}
        {...dialogButtonProps(menuId)}
      >
        <Icon shape={menu} size={24} />
      </button>
      <Dialog id={menuId} title={t('menu')} onOpen={onOpen}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: only reacts to its links, which the keyboard clicks too */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        <div onClick={closeAfterChoice}>
          <CallShop wasMenuOpened={wasOpened} />
          <PageLink to="index" className={linkClass}>
            {t('tires')}
          </PageLink>
          <PageLink to="faq" className={linkClass}>
            {t('faq')}
          </PageLink>
          <PageLink to="faq-warranty" className={linkClass}>
            {t('warranty')}
          </PageLink>
          <PageLink to="cart" className={linkClass}>
            {t('cart')}
          </PageLink>
          <LanguageSelector className="-mx-2 mt-3" />
          <h3 className="mt-4 text-s font-semibold text-quiet">{tBranch('heading')}</h3>
          <div className="-mx-2 flex flex-wrap">
            <BranchButtons className="flex" />
          </div>
          <ServicePricesLink className="inline-flex min-h-11 items-center hover:underline" />
        </div>
      </Dialog>
    </div>
  );
}

function useWasOpened() {
  const [wasOpened, setOpened] = useState(false);
  return { wasOpened, onOpen: useCallback(() => setOpened(true), []) };
}

const panelIdOf = (branch: Branch) => `branch-${branch.id}`;

function BranchButtons({ className }: { className: string }) {
  const { shopConfig } = usePageContext();
  return shopConfig.branches.map((branch) => (
    <button
      key={branch.id}
      type="button"
      className={`min-h-11 items-center gap-1.5 px-2 hover:underline ${className}`}
      aria-haspopup="dialog"
      {...dialogButtonProps(panelIdOf(branch))}
    >
      <Icon shape={mapPin} size={16} />
      {branch.name}
    </button>
  ));
}

function BranchPanels() {
  const { shopConfig } = usePageContext();
  return shopConfig.branches.map((branch) => <BranchPanel key={branch.id} branch={branch} />);
}

function BranchPanel({ branch }: { branch: Branch }) {
  const t = useTranslations('branch');
  const { wasOpened, onOpen } = useWasOpened();
  return (
    <Dialog id={panelIdOf(branch)} title={t('title', { branch: branch.name })} onOpen={onOpen}>
      <OpeningState branch={branch} isActive={wasOpened} />
      <BranchContact branch={branch} />
      <h3 className="mt-3 mb-1 font-semibold">{t('services')}</h3>
      <ul className="list-[square] ps-5">
        {branch.services.map((service) => (
          <li key={service}>{t(`service.${service}`)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
