import type { Product } from '../../../shop/catalog/tire.ts';
import { FullSize } from '../../ui/full-size.tsx';
import { LabelLink } from '../../ui/label-link.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Price } from '../../ui/price.tsx';
import { useDifferences } from './use-differences.ts';

type Props = { other: Product; tire: Product; offeredFor: 'cheaper' | 'quieter' };

/** Another tire, and in words what differs from the one that is looked at. */
export function Alternative({ other, tire, offeredFor }: Props) {
  const [main, ...more] = useDifferences(other, tire, offeredFor);
  return (
    <li className="relative py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h4>
            {/* The whole row leads there. */}
            <PageLink
              to="product"
              search={`?id=${other.id}`}
              className="after:absolute after:inset-0 hover:underline focus-visible:after:outline-3"
            >
              {other.manufacturer.label} <strong className="font-semibold">{other.model}</strong>
            </PageLink>
          </h4>
          <p className="tabular text-s">
            <FullSize tire={other} />
          </p>
        </div>
        <Price euros={other.price} className="text-l font-bold" />
      </div>
      {/* Above the link of the row. */}
      <LabelLink tire={other} className="relative z-1 mt-1" />
      <p className="mt-2 text-s text-quiet">
        <strong className="font-semibold text-ink">{main}</strong>
        {more.map((difference) => `, ${difference}`)}
      </p>
    </li>
  );
}
