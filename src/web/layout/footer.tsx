import { Fragment, memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { seasonFilterIds } from '../../shop/catalog/road/season.ts';
import { usePageContext } from '../document/page-context.tsx';
import { BranchContact } from '../ui/branch.tsx';
import { chevronDown, Icon } from '../ui/icons.tsx';
import { cartOrdersSectionId, PageLink } from '../ui/links.tsx';
import { seasonSearch } from './season-search.ts';

const faqPages = [
  ['policy', 'faq-policy'],
  ['warranty', 'faq-warranty'],
  ['buy', 'faq-buy'],
  ['accessibility', 'faq-accessibility'],
  ['withdrawal', 'withdrawal'],
] as const;

/** `isFolded`: phones show links on request, but always the one to withdrawal (Directive 2011/83/EU, Article 11a). */
export const Footer = memo(function Footer({ isFolded }: { isFolded: boolean }) {
  const t = useTranslations('footer');
  const tSeason = useTranslations('season');
  const myOrders = useTranslations('recentOrders')('title');
  const { shopConfig, seasonsInDefaultSize, commonSizes } = usePageContext();
  const linkClass = 'inline-flex min-h-11 items-center hover:underline lg:min-h-9';
  const Links = isFolded ? FoldedLinks : Fragment;
  return (
    <footer className="no-print border-t border-line bg-sheet max-xl:pb-11">
      <Links>
        <div className="page-width grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr]">
          <nav aria-labelledby="footer-tires">
            <Heading id="footer-tires">{t('tires')}</Heading>
            <ul>
              {seasonFilterIds.map((id) => (
                <li key={id}>
                  <PageLink to="index" search={seasonSearch(id, seasonsInDefaultSize)} className={linkClass}>
                    {tSeason(id)}
                  </PageLink>
                </li>
              ))}
            </ul>
          </nav>
          <nav aria-labelledby="footer-faq">
            <Heading id="footer-faq">{t('faq')}</Heading>
            <ul>
              {faqPages.map(([key, page]) => (
                <li key={key}>
                  <PageLink to={page} className={linkClass}>
                    {t(key)}
                  </PageLink>
                </li>
              ))}
              <li>
                <PageLink to="cart" hash={`#${cartOrdersSectionId}`} className={linkClass}>
                  {myOrders}
                </PageLink>
              </li>
            </ul>
          </nav>
          {commonSizes.length > 0 && (
            <nav aria-labelledby="footer-sizes" className="sm:col-span-2 lg:order-last lg:col-span-3">
              <Heading id="footer-sizes">{t('sizes')}</Heading>
              <ul className="tabular grid grid-cols-3 gap-x-3 sm:grid-cols-6">
                {commonSizes.map(({ text, search }) => (
                  <li key={search}>
                    <PageLink to="index" search={search} className={linkClass}>
                      {text}
                    </PageLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <section aria-labelledby="footer-contacts" className="sm:col-span-2 lg:col-span-1">
            <Heading id="footer-contacts">{t('contacts')}</Heading>
            <div className="grid gap-6 sm:grid-cols-2">
              {shopConfig.branches.map((branch) => (
                <div key={branch.id}>
                  <h3 className="font-semibold">{branch.name}</h3>
                  <BranchContact branch={branch} />
                </div>
              ))}
            </div>
            <p className="mt-2">
              <a href={`mailto:${shopConfig.email}`} className={`${linkClass} underline`}>
                {shopConfig.email}
              </a>
            </p>
            <p className="mt-4 text-s text-quiet">
              {t('company', {
                name: shopConfig.legalName,
                code: shopConfig.registryCode,
                vat: shopConfig.vatNumber,
                address: shopConfig.address,
              })}
            </p>
          </section>
        </div>
      </Links>
    </footer>
  );
});

function FoldedLinks({ children }: { children: ReactNode }) {
  const t = useTranslations('footer');
  return (
    <>
      <details className="footer-links">
        <summary className="page-width flex min-h-13 items-center gap-2 -outline-offset-4">
          {t('links')}
          <Icon shape={chevronDown} size={18} />
        </summary>
        {children}
      </details>
      <p className="page-width pb-2 sm:hidden">
        <PageLink to="withdrawal" className="inline-flex min-h-11 items-center underline">
          {t('withdrawal')}
        </PageLink>
      </p>
    </>
  );
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="mb-2 text-l font-semibold">
      {children}
    </h2>
  );
}
