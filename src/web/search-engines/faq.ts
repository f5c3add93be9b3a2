type Node = Record<string, unknown>;

/** A section of a faq page; the answer as HTML. */
export type Section = { title: string; answer: string };

/** The questions of a page with their answers. Sections that ask nothing are left out. */
export function faqPage(url: string, language: string, sections: readonly Section[]): Node {
  return {
    '@type': 'FAQPage',
    '@id': url,
    url,
    inLanguage: language,
    mainEntity: sections
      .filter(({ title }) => title.endsWith('?'))
      .map(({ title, answer }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
  };
}

/** The way from the first page of a kind to this one, as it stands above the heading. */
export function breadcrumbs(steps: readonly { name: string; url: string }[]): Node {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}
