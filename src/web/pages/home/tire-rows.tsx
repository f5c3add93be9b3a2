import { memo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useTranslations } from 'use-intl';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { useCart, useStoreReady } from '../../client/stores/stored.ts';
import { AddToCart } from '../../ui/add-to-cart.tsx';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { PageLink } from '../../ui/links.tsx';
import { FullSize, Price, PriceOfSet, StockLine, TireMarks, TirePicture } from '../../ui/tire-facts.tsx';
import { CompareLink } from './comparing.tsx';
import { useAfterPaint } from './use-after-paint.ts';

const rowsInView = 6;

export function TireRows({ tires, outdated }: { tires: readonly Product[]; outdated: boolean }) {
  const isNew = useAfterPaint(tires) !== tires;
  const isRestored = useIsRestored();
  const listClass = `divide-y divide-line border-y border-line ${outdated ? 'opacity-60' : ''} ${isRestored ? 'exactly-high' : ''}`;
  return (
    <ul className={listClass}>
      {(isNew ? tires.slice(0, rowsInView) : tires).map((tire) => (
        <TireRow key={tire.id} tire={tire} />
      ))}
    </ul>
  );
}

/** Whether the visitor returned to this list with the back or forward button within the document. */
function useIsRestored(): boolean {
  const kind = useNavigationType();
  const location = useLocation();
  const ready = useStoreReady(useCart);
  // The first list of a document mounts before the cart is read. Its navigation type is POP, too.
  const [documentLocation] = useState(ready ? null : location);
  return kind === 'POP' && location !== documentLocation;
}

const TireRow = memo(function TireRow({ tire }: { tire: Product }) {
  const t = useTranslations('tire');
  const season = useTranslations('season');
  return (
    <li className="tire-row grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-3 py-5 sm:grid-cols-[7.5rem_1fr_auto] lg:grid-cols-[7.5rem_1fr_15.5rem_auto]">
      <TirePicture tire={tire} size={120} className="row-span-2 lg:row-span-1" />
      <div className="min-w-0">
        <h3 className="text-l leading-snug">
          <PageLink to="product" search={`?id=${tire.id}`} className="hover:underline">
            {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
          </PageLink>
        </h3>
        <p className="tabular text-l font-semibold">
          <FullSize tire={tire} />
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-s text-quiet">
          <span>{season(tire.season)}</span>
          <TireMarks marks={tire.marks} />
          {tire.dotYear && <span className="tabular">DOT {tire.dotYear}</span>}
        </p>
        <CompareLink tire={tire} />
      </div>
      <div className="col-start-2 max-lg:-mt-3 lg:col-start-auto">
        <StockLine tire={tire} />
      </div>
      <div className="col-span-2 flex flex-wrap items-end justify-between gap-3 sm:col-span-1 sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:flex-col sm:items-end lg:col-start-4 lg:row-span-1">
        <div className="flex w-full flex-wrap items-center justify-between gap-x-3">
          <LabelLink tire={tire} showsStrength />
          <p className="ms-auto shrink-0 text-end">
            <Price euros={tire.price} className="block text-xl font-bold" />
            <PriceOfSet tire={tire} words={t('setOfFour')} />
          </p>
        </div>
        <AddToCart tire={tire} name={`${tireName(tire)} ${fullSize(tire)}`} />
      </div>
    </li>
  );
});
