import { useLocation } from 'react-router';
import { defaultLocale, localeIds, locales } from '../../shop/locale.ts';
import { useShop } from '../shop-context.tsx';
import { inLocale, pageAt } from '../sitemap.ts';
import { useShopLocale } from '../words.tsx';

type Props = {
  title: string;
  description: string;
  /** What of the query belongs to the page's own address. */
  search?: string;
  indexed?: boolean;
  /** Path of a picture of what the title names, 1200 × 630 pixels; otherwise the shop's own. */
  image?: string;
};

/** Title, description, canonical address and the same page in the other languages; React puts them into the head. */
export function PageHead({ title, description, search = '', indexed = true, image }: Props) {
  const { facts, origin } = useShop();
  const { pathname } = useLocation();
  const full = `${title} – ${facts.name}`;
  const canonical = origin + pathname + search;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {import.meta.env.SSR && <Card {...{ title, full, description, canonical, image }} />}
      {indexed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      {import.meta.env.SSR && pageAt(pathname) && <Alternates path={pathname} search={search} />}
    </>
  );
}

/** The same page in the other languages, for search engines, which read documents. */
function Alternates({ path, search }: { path: string; search: string }) {
  const { origin } = useShop();
  return (
    <>
      {localeIds.map((id) => (
        <link key={id} rel="alternate" hrefLang={locales[id].language} href={origin + inLocale(path, id) + search} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + inLocale(path, defaultLocale) + search} />
    </>
  );
}

type CardProps = Pick<Props, 'title' | 'description' | 'image'> & { full: string; canonical: string };

/** What is shown where a link to the page is shared. Whoever reads that reads the document, so the browser never makes it. */
function Card({ title, full, description, canonical, image }: CardProps) {
  const { facts, origin } = useShop();
  const locale = useShopLocale();
  return (
    <>
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={facts.name} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={origin + (image ?? '/og/shop.jpg')} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image ? title : facts.name} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta property="og:locale" content={territory(locale)} />
      {localeIds.map((id) => id !== locale && <meta key={id} property="og:locale:alternate" content={territory(id)} />)}
    </>
  );
}

/** `et_EE`: a language as Open Graph writes it. */
function territory(locale: keyof typeof locales): string {
  return locales[locale].region.replace('-', '_');
}
