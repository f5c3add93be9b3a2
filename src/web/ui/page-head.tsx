import { useLocation } from 'react-router';
import { defaultLocale, localeIds, locales } from '../../shop/locale.ts';
import { usePageContext } from '../document/page-context.tsx';
import { pageAt, pathInLocale } from '../sitemap.ts';
import { useShopLocale } from './locale.ts';

type Props = {
  title: string;
  description: string;
  /** The query of the page's canonical address, with its question mark. */
  search?: string;
  indexed?: boolean;
  /** A picture for link previews: a card of 1200 × 630 pixels, or a photograph of 800 × 800. Default: the shop's. */
  image?: string;
  /** Link previews of a tire on sale show this title, which contains the price in euros. */
  offer?: { title: string; price: number; isAvailable: boolean };
};

export function PageHead({ title, description, search = '', indexed = true, image, offer }: Props) {
  const { shopConfig, origin } = usePageContext();
  const { pathname } = useLocation();
  const titleWithShop = `${title} ${locales[useShopLocale()].dash} ${shopConfig.name}`;
  const canonical = origin + pathname + search;
  return (
    <>
      <title>{titleWithShop}</title>
      <meta name="description" content={description} />
      {import.meta.env.SSR && (
        <OpenGraphTags {...{ title, titleWithShop, description, canonical, search, image, offer }} />
      )}
      {indexed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      {import.meta.env.SSR && pageAt(pathname) && <Alternates path={pathname} search={search} />}
    </>
  );
}

/** Links to the other languages. Rendered only on the server, because only search engines read them. */
function Alternates({ path, search }: { path: string; search: string }) {
  const { origin } = usePageContext();
  return (
    <>
      {localeIds.map((id) => (
        <link
          key={id}
          rel="alternate"
          hrefLang={locales[id].language}
          href={origin + pathInLocale(path, id) + search}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + pathInLocale(path, defaultLocale) + search} />
    </>
  );
}

type OpenGraphProps = Pick<Props, 'title' | 'description' | 'search' | 'image' | 'offer'> & {
  titleWithShop: string;
  canonical: string;
};

/** Tags for link previews. Rendered only on the server, because only crawlers read them. */
function OpenGraphTags({ title, titleWithShop, description, canonical, search, image, offer }: OpenGraphProps) {
  const { shopConfig, origin } = usePageContext();
  const locale = useShopLocale();
  // Only tires' cards are PNG. Their path has only the model, so the query (`?id=…`) is added.
  const isTireCard = image?.endsWith('.png');
  const [width, height] = image?.startsWith('/photos/') ? ['800', '800'] : ['1200', '630'];
  const picture = isTireCard ? `${image}${search}` : (image ?? '/og/shop.jpg');
  return (
    <>
      <meta property="og:title" content={offer?.title ?? titleWithShop} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={offer ? 'product' : 'website'} />
      {offer && <OfferTags {...offer} />}
      <meta property="og:site_name" content={shopConfig.name} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:width" content={width} />
      <meta property="og:image:height" content={height} />
      <meta property="og:image:alt" content={image ? title : shopConfig.name} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta property="og:locale" content={openGraphLocale(locale)} />
      {localeIds.map(
        (id) => id !== locale && <meta key={id} property="og:locale:alternate" content={openGraphLocale(id)} />,
      )}
    </>
  );
}

function OfferTags({ price, isAvailable }: NonNullable<Props['offer']>) {
  return (
    <>
      <meta property="product:price:amount" content={price.toFixed(2)} />
      <meta property="product:price:currency" content="EUR" />
      <meta property="product:availability" content={isAvailable ? 'in stock' : 'out of stock'} />
      <meta property="product:condition" content="new" />
    </>
  );
}

function openGraphLocale(locale: keyof typeof locales): string {
  return locales[locale].intl.replace('-', '_');
}

/** A schema.org description. The server passes it; the browser passes null, because hydration keeps what the server has rendered. */
export function JsonLd({ data }: { data: Record<string, unknown> | null }) {
  const json = data && JSON.stringify({ '@context': 'https://schema.org', ...data });
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, and `<` is escaped
      dangerouslySetInnerHTML={{ __html: json?.replaceAll('<', '\\u003c') ?? '' }}
    />
  );
}
