import { useLocation } from 'react-router';
import { languageOption, localeIds, locales } from '../../shop/locale.ts';
import { inLocale } from '../sitemap.ts';
import { Flag } from '../ui/flag.tsx';
import { useShopLocale, useTranslations } from '../words.tsx';
import { keepLocale } from './locale-cookie.ts';

/** The same page in another language, query kept; the choice goes into the cookie. */
export function LanguageSelector({ className = '' }: { className?: string }) {
  const t = useTranslations('nav');
  const { pathname, search, hash } = useLocation();
  const current = useShopLocale();
  return (
    <nav aria-label={t('language')} className={className}>
      <ul className="flex">
        {localeIds.map((id) => {
          const address = inLocale(pathname, id) + search + hash;
          return (
            <li key={id}>
              <a
                href={address}
                // The document is the same for all who spell its address in their way (`utm_source`), and knows of no `#`.
                ref={(link) => link?.setAttribute('href', address)}
                lang={locales[id].language}
                hrefLang={locales[id].language}
                aria-label={`${languageOption(id).label} – ${languageOption(id).name}`}
                aria-current={id === current || undefined}
                onClick={() => keepLocale(id)}
                className="flex min-h-11 items-center gap-1.5 px-2 text-s hover:underline aria-[current]:font-semibold"
              >
                <Flag locale={id} />
                {languageOption(id).label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
