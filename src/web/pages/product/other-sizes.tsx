import { isWhole } from '../../../shop/catalog/label.ts';
import { fullSize, type Product } from '../../../shop/catalog/tire.ts';
import { LabelLink } from '../../ui/label-link.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Price } from '../../ui/price.tsx';
import { useTranslations } from '../../words.tsx';

/** Other sizes of a model, as a table of links, in the order in which sizes are read. */
export function OtherSizes({ model, sizes }: { model: string; sizes: readonly Product[] }) {
  const t = useTranslations('product');
  return (
    <section aria-labelledby="sizes" className="mt-10">
      <h2 id="sizes" className="mb-3 text-l font-semibold">
        {t('sizes', { model })}
      </h2>
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {sizes.map((tire) => (
          <li key={tire.id} className="flex items-center gap-3 border-t border-line">
            <PageLink
              to="product"
              search={`?id=${tire.id}`}
              className="tabular flex min-h-11 grow items-center justify-between gap-3 text-s hover:underline"
            >
              <span className="font-semibold">
                {fullSize(tire)}
                {tire.marks.includes('RF') && ' RF'}
              </span>
              <Price euros={tire.price} />
            </PageLink>
            {isWhole(tire.label) && <LabelLink tire={tire} arrowOnly={22} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
