import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type UIEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { comparisonSearch } from '../../../shop/catalog/list/compared.ts';
import { comparedIds, listToUrl, maxCompared } from '../../../shop/catalog/list/filter.ts';
import { nameAndSize, type Product } from '../../../shop/catalog/tire/tire.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { chevronDown, cross, Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FullSize, TirePicture } from '../../ui/tire-facts.tsx';
import { BuyRow, RowTitle } from './buy-row.tsx';
import { type Row, useComparison } from './compared-rows.tsx';

export default function ComparePage() {
  const t = useTranslations('comparison');
  const [search] = useSearchParams();
  const ids = comparedIds(search, 'id');
  const { data, isError, isPending, isPlaceholderData, refetch } = useQuery({
    ...productsByIdQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const tires = ids.flatMap((id) => data?.items.find((tire) => tire.id === id) ?? []);
  const missingCount = data && !isPlaceholderData ? ids.length - tires.length : 0;
  const hasFailed = isError && tires.length === 0;
  const isLoading = isPending && ids.length > 0;
  const loadedTitle = t(hasFailed ? 'failed' : 'title');
  const title = isLoading ? t('loading') : loadedTitle;
  return (
    <>
      <PageHead title={title} description={t('description')} indexed={false} />
      <h1 id="result" className="text-xl font-bold tracking-tight sm:text-2xl">
        {title}
      </h1>
      {hasFailed && (
        <>
          <p className="mt-3 max-w-[60ch]">{t('failedHelp')}</p>
          <button type="button" className="button mt-6" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </>
      )}
      {missingCount > 0 && (
        <p className="mt-4 max-w-[66ch] border-s-4 border-warn bg-sheet p-4">{t('missing', { count: missingCount })}</p>
      )}
      {!hasFailed && !isLoading && tires.length < 2 && <HowToChoose tire={tires[0]} />}
      {tires.length > 1 && <CompareTable tires={tires} />}
    </>
  );
}

function HowToChoose({ tire }: { tire: Product | undefined }) {
  const t = useTranslations('comparison');
  return (
    <div className="mt-4 max-w-[60ch]">
      {tire && (
        <p className="mb-3">
          {t.rich('one', {
            name: nameAndSize(tire),
            b: (text) => <strong className="font-semibold">{text}</strong>,
          })}
        </p>
      )}
      <p>{t(tire ? 'howMore' : 'how')}</p>
      <p className="mt-6">
        {tire ? (
          <AddTire tires={[tire]} />
        ) : (
          <PageLink to="index" className="button">
            {t('toList')}
          </PageLink>
        )}
      </p>
    </div>
  );
}

function CompareTable({ tires }: { tires: readonly Product[] }) {
  const t = useTranslations('comparison');
  const { rows, equalFacts } = useComparison(tires);
  const countsByIdState = useState<Record<string, number>>({});
  const ids = tires.map(({ id }) => id);
  const { region, namesRef, scrollNames, isHeadAbove } = useStickyNames();
  return (
    <>
      {tires.length < maxCompared && (
        <p className="no-print mt-4 mb-6">
          <AddTire tires={tires} />
        </p>
      )}
      {isHeadAbove && tires.length > 2 && (
        <div ref={namesRef} aria-hidden="true" className="compare-names no-print fixed inset-x-0 top-0 z-2 sm:hidden">
          <div className="compared text-s leading-snug" data-tires={tires.length}>
            {tires.map((tire) => (
              <span key={tire.id}>
                {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
              </span>
            ))}
          </div>
        </div>
      )}
      <section
        ref={region}
        onScroll={scrollNames}
        // Browsers do not scroll to a focused control that is already partly in view.
        onFocus={({ target, currentTarget }) =>
          target !== currentTarget && target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        }
        aria-labelledby="result"
        className="compare-region"
        data-tires={tires.length}
        // Two columns fit on every screen. With more, the table scrolls sideways, so the keyboard must reach it.
        tabIndex={tires.length > 2 ? 0 : undefined}
      >
        <table className="compared" data-tires={tires.length}>
          <caption className="mb-4 text-start text-quiet">{t('caption', { count: tires.length })}</caption>
          <thead>
            <tr>
              <td className="max-lg:hidden" />
              {tires.map((tire) => (
                <TireColumnHead
                  key={tire.id}
                  tire={tire}
                  searchWithout={comparisonSearch(ids.filter((id) => id !== tire.id))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <BuyRow tires={tires} countsByIdState={countsByIdState} />
            {rows.map((row) => (
              <FactRow key={row.id} row={row} />
            ))}
            <BuyRow tires={tires} countsByIdState={countsByIdState} />
          </tbody>
        </table>
      </section>
      {rows.every(({ differs }) => !differs) && <p className="mt-4">{t('noDifferences')}</p>}
      {equalFacts.length > 0 && (
        <details className="border-b border-line">
          <summary className="flex min-h-14 items-center gap-2 font-semibold">
            <Icon shape={chevronDown} size={20} />
            {t('equal', { count: equalFacts.reduce((sum, { factCount }) => sum + factCount, 0) })}
          </summary>
          <dl className="pb-4">
            {equalFacts.map(({ title, value }) => (
              <div key={title} className="border-t border-line py-3 lg:grid lg:grid-cols-[12rem_1fr] lg:gap-x-8">
                <dt className="text-quiet">{title}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function FactRow({ row: { title, differs, cells } }: { row: Row }) {
  const hasBestInRow = cells.some(({ bestText }) => bestText);
  return (
    <tr>
      <RowTitle>{title}</RowTitle>
      {cells.map(({ tireId, value, bestText, below }) => (
        <td key={tireId} className={differs ? 'font-semibold' : ''}>
          {value}
          {bestText && <span className="block font-semibold text-good">{bestText}</span>}
          {/* Without `bestText`, a blank line keeps `below` level with the other cells. */}
          {!bestText && hasBestInRow && below && <span className="block">&nbsp;</span>}
          {below && <div className="mt-1 font-normal">{below}</div>}
        </td>
      ))}
    </tr>
  );
}

/** `isHeadAbove`: the head is out of view, so a line of names is shown, which scrolls sideways with the table. */
function useStickyNames() {
  const region = useRef<HTMLElement>(null);
  const namesLine = useRef<HTMLDivElement>(null);
  const [isHeadAbove, setHeadAbove] = useState(false);
  useEffect(() => {
    const head = region.current?.querySelector('thead');
    if (!head) return;
    const observer = new IntersectionObserver(([entry]) => {
      const isOutOfView = entry !== undefined && !entry.isIntersecting;
      setHeadAbove(isOutOfView && entry.boundingClientRect.bottom < innerHeight / 2);
    });
    observer.observe(head);
    return () => observer.disconnect();
  }, []);
  const namesRef = (element: HTMLDivElement | null) => {
    namesLine.current = element;
    if (element) element.scrollLeft = region.current?.scrollLeft ?? 0;
  };
  const scrollNames = ({ currentTarget }: UIEvent) => {
    if (namesLine.current) namesLine.current.scrollLeft = currentTarget.scrollLeft;
  };
  return { region, namesRef, scrollNames, isHeadAbove };
}

function TireColumnHead({ tire, searchWithout }: { tire: Product; searchWithout: string }) {
  const t = useTranslations('comparison');
  return (
    <th scope="col" className="relative text-start align-top font-normal">
      <TirePicture tire={tire} size={120} eager className="compared-picture" />
      <PageLink
        to="product"
        search={`?id=${tire.id}`}
        className="-my-2.5 block py-2.5 leading-snug text-balance hover:underline"
      >
        {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
      </PageLink>
      <span className="tabular block text-s font-semibold sm:text-m">
        <FullSize tire={tire} />
      </span>
      <PageLink
        to="compare"
        search={searchWithout}
        preventScrollReset
        aria-label={t('removeNamed', { name: nameAndSize(tire) })}
        className="no-print absolute end-0 top-0 flex min-h-11 items-center gap-1 text-s underline max-sm:min-w-11 max-sm:justify-end"
      >
        <Icon shape={cross} size={16} />
        <span className="max-sm:hidden">{t('remove')}</span>
      </PageLink>
    </th>
  );
}

function AddTire({ tires }: { tires: readonly Product[] }) {
  const t = useTranslations('comparison');
  const [first] = tires;
  if (!first) return null;
  const { size, season } = first;
  const filter = { ...size, season };
  return (
    <PageLink to="index" search={listToUrl({ filter, compare: tires.map(({ id }) => id) })} className="button">
      {t('addSize', { size: size.text })}
    </PageLink>
  );
}
