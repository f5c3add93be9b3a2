/**
 * A schema.org description of what the page shows. Only documents carry it: what is worked out under `import.meta.env.SSR`
 * is null in the browser, which then leaves the document's alone.
 */
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
