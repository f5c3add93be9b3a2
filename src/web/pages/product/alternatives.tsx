import { comparisonSearch } from '../../../shop/catalog/compared.ts';
import { mostCompared } from '../../../shop/catalog/filter.ts';
import type { RelatedTires } from '../../../shop/catalog/related-query.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { Alternative } from './alternative.tsx';

/** Cheaper and quieter tires that can replace this one, each compared with it in words. */
export function Alternatives({ tire, related }: { tire: Product; related: RelatedTires }) {
  const t = useTranslations('product');
  const lists = (['cheaper', 'quieter'] as const).filter((kind) => related[kind].length > 0);
  if (lists.length === 0) return null;
  const alone = lists.length === 1;
  const offered = new Set(lists.flatMap((kind) => related[kind].map(({ id }) => id)));
  const others = [...offered].slice(0, mostCompared - 1);
  return (
    <section aria-labelledby="alternatives" className="mt-10">
      <h2 id="alternatives" className="text-l font-semibold">
        {tire.available > 0 ? t('alternatives', { size: tire.size.text }) : t('alternativesSoldOut')}
      </h2>
      <p className="mt-1 text-s text-quiet">{t('alternativesLead')}</p>
      <div className={`mt-4 grid gap-x-10 gap-y-6 ${alone ? '' : 'md:grid-cols-2'}`}>
        {lists.map((kind) => (
          <div key={kind}>
            <h3 className="border-b-2 border-ink pb-2 font-semibold">{t(kind)}</h3>
            <ul className={`divide-y divide-line ${alone ? 'md:grid md:grid-cols-3 md:gap-x-8 md:divide-y-0' : ''}`}>
              {related[kind].map((other) => (
                <Alternative key={other.id} other={other} tire={tire} offeredFor={kind} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="mt-4">
        <PageLink to="compare" search={comparisonSearch([tire.id, ...others])} className="button">
          {t('compareThese')}
        </PageLink>
      </p>
    </section>
  );
}
