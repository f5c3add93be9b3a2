/**
 * What crawlers may fetch. Order and success are not shut out: they say `noindex` themselves, and a crawler that may not
 * read them would list their bare addresses. Pages come from the server whole, so nobody needs the API to read them.
 */
export function robots(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /builds/

Sitemap: ${origin}/sitemap.xml
`;
}
