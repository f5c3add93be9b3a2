import { shopArguments } from '../../../messages/shop-arguments.ts';
import { locales } from '../../../shop/locale.ts';
import { pageTexts } from '../../build/payload.ts';
import { branches } from '../../search-engines/business.ts';
import { breadcrumbs, faqPage } from '../../search-engines/faq.ts';
import { useShop } from '../../shop-context.tsx';
import { href } from '../../sitemap.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import { asHtml, htmlTags } from './html-tags.ts';

type Props = { page: keyof typeof pageTexts; sections: readonly string[] };

/** A faq page for search engines: its questions; on the first one the branches, on the others the way from there. */
export function FaqJsonLd({ page, sections }: Props) {
  const t = useTranslations(pageTexts[page] as 'faq');
  const faqWord = useTranslations('nav')('faq');
  const { facts, origin, vatPercent } = useShop();
  const locale = useShopLocale();

  function description() {
    const texts = shopArguments(facts, vatPercent);
    const url = origin + href(page, locale);
    const asWritten = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, asHtml(value)]));
    const values = { ...(asWritten as typeof texts), ...htmlTags({ facts, origin, locale }) };
    const questions = sections.map((key) => ({
      title: t(`sections.${key as 'contact'}.title`),
      answer: t.markup(`sections.${key as 'contact'}.body`, values),
    }));
    const way = [
      { name: faqWord, url: origin + href('faq', locale) },
      { name: t('title'), url },
    ];
    const more = page === 'faq' ? branches(facts, origin) : [breadcrumbs(way)];
    return { '@graph': [faqPage(url, locales[locale].language, questions), ...more] };
  }
  return <JsonLd data={import.meta.env.SSR ? description() : null} />;
}
