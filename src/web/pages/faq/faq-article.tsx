import type { ReactNode } from 'react';
import { shopArguments } from '../../../messages/shop-arguments.ts';
import { messagesOf } from '../../build/messages.ts';
import { pageTexts } from '../../build/payload.ts';
import { usePageData } from '../../page-data.ts';
import { useShop } from '../../shop-context.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useShopLocale, useTranslations, WordsProvider } from '../../words.tsx';
import { FaqJsonLd } from './faq-json-ld.tsx';
import { richTags } from './rich-tags.tsx';
import { WayFromFaq } from './way-from-faq.tsx';

type Props = { page: keyof typeof pageTexts; sections: readonly string[] };

/** A page of questions and answers; its long texts travel with the page, not with the language. */
export function FaqArticle(props: Props) {
  const { texts } = usePageData();
  const locale = useShopLocale();
  return (
    <WordsProvider locale={locale} messages={{ ...messagesOf(locale), ...texts }}>
      <Article {...props} />
    </WordsProvider>
  );
}

function Article({ page, sections }: Props) {
  // The texts of these pages have the same shape; the keys of one stand for all.
  const t = useTranslations(pageTexts[page] as 'faq');
  const shop = useShop();
  const facts = shopArguments(shop.facts, shop.vatPercent);
  const body = (key: string): ReactNode => t.rich(`sections.${key as 'contact'}.body`, { ...facts, ...richTags });
  const title = (key: string) => t(`sections.${key as 'contact'}.title`);
  return (
    <article>
      <PageHead title={t('title')} description={t('description')} />
      <FaqJsonLd page={page} sections={sections} />
      {page !== 'faq' && <WayFromFaq title={t('title')} />}
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
      <p className="mt-3 max-w-[60ch] text-l text-quiet">{t('lead')}</p>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[16rem_1fr]">
        <nav aria-label={t('title')} className="no-print border-y border-line py-2 lg:sticky lg:top-6">
          <ul>
            {sections.map((key) => (
              <li key={key}>
                <a href={`#${key}`} className="flex min-h-9 items-center py-1 text-s hover:underline">
                  {title(key)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {sections.map((key) => (
            <section
              key={key}
              id={key}
              aria-labelledby={`${key}-title`}
              className="scroll-mt-4 border-t border-line py-6 first:border-0 first:pt-0"
            >
              <h2 id={`${key}-title`} className="mb-3 text-xl font-semibold">
                {title(key)}
              </h2>
              <div className="prose">{body(key)}</div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
