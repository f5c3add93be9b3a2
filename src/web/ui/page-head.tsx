import { useLocation } from 'react-router';
import { localeIds, locales } from '../../shop/locale.ts';
import { useShop } from '../shop-context.tsx';
import { inLocale, pageAt } from '../sitemap.ts';

type Props = { title: string; description?: string; search?: string; indexed?: boolean; image?: string };

/** Title, description, canonical address and the same page in the other languages; React puts them into the head. */
export function PageHead({ title, description, search = '', indexed = true, image = '/og/shop.jpg' }: Props) {
  const { facts, origin } = useShop();
  const { pathname } = useLocation();
  const full = `${title} – ${facts.name}`;
  const canonical = origin + pathname + search;
  return (
    <>
      <title>{full}</title>
      {description && <meta name="description" content={description} />}
      <meta property="og:title" content={full} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:type" content="website" />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={origin + image} />
      {indexed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      {pageAt(pathname) &&
        localeIds.map((id) => (
          <link
            key={id}
            rel="alternate"
            hrefLang={locales[id].language}
            href={origin + inLocale(pathname, id) + search}
          />
        ))}
      {pageAt(pathname) && (
        <link rel="alternate" hrefLang="x-default" href={origin + inLocale(pathname, 'ee') + search} />
      )}
    </>
  );
}
