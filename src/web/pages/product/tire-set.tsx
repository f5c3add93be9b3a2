import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigationType } from 'react-router';
import { useTranslations } from 'use-intl';
import { diameterDifference, isSet, maxDifferencePercent, tiresPerAxle } from '../../../shop/catalog/sets/axles.ts';
import { fullSize, nameAndSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { previewCardPath } from '../../../shop/catalog/tire/tire-image.ts';
import { locales } from '../../../shop/locale.ts';
import { formatMoney, toCents, toEuros, totalOf } from '../../../shop/money.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { focusHeading, passFocusOn } from '../../ui/focus-heading.ts';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { FullSize, Price, StockLine, TireMarks, TirePicture } from '../../ui/tire-facts.tsx';
import { BuySet } from './buy-set.tsx';
import { tireSetSearch } from './tire-set-search.ts';

type Props = { front: Product; rearId: string };

/** The page of two front and two rear tires, each with its own price, label and stock, and one button for both. */
export default function TireSet({ front, rearId }: Props) {
  const t = useTranslations('tireSet');
  const { data, isError, isPending, refetch } = useQuery(productsByIdQuery([rearId]));
  const rear = data?.items[0];
  const texts = useTextsInsteadOfSet(isPending, isError);
  if (rear && isSet(front, rear)) return <SetDetails front={front} rear={rear} />;
  return (
    <>
      <PageHead title={texts.title} description={texts.help} indexed={false} />
      <h1 ref={passFocusOn} className="text-2xl font-bold">
        {texts.title}
      </h1>
      <p className="mt-3 max-w-[60ch]">{texts.help}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {isError && (
          <button type="button" className="button" onClick={() => void refetch()}>
            {texts.retry}
          </button>
        )}
        {[front, ...(rear ? [rear] : [])].map((tire) => (
          <PageLink key={tire.id} to="product" search={`?id=${tire.id}`} className="button">
            {t('toTire', { name: nameAndSize(tire) })}
          </PageLink>
        ))}
      </p>
    </>
  );
}

function useTextsInsteadOfSet(isPending: boolean, isError: boolean) {
  const t = useTranslations('tireSet');
  const tProduct = useTranslations('product');
  const retry = tProduct('retry');
  if (isPending) return { title: tProduct('loading'), help: tProduct('loading'), retry };
  if (isError) return { title: tProduct('failed'), help: tProduct('failedHelp'), retry };
  return { title: t('notSet'), help: t('notSetHelp'), retry };
}

function SetDetails({ front, rear }: Record<'front' | 'rear', Product>) {
  const t = useTranslations('tireSet');
  const tSeason = useTranslations('season');
  const locale = useShopLocale();
  const percentFormat = new Intl.NumberFormat(locales[locale].intl, { maximumFractionDigits: 1 });
  const model = tireName(front);
  const name = t('name', { model, front: fullSize(front), rear: fullSize(rear) });
  const totalCents = totalOf([front, rear].map(({ price }) => ({ priceCents: toCents(price), count: tiresPerAxle })));
  const differencePercent = diameterDifference(front.size, rear.size);
  const wasLinkFollowed = useNavigationType() !== 'POP';
  // The set may load after the navigation has ended, so its heading is focused when rendered.
  useEffect(() => {
    if (wasLinkFollowed) focusHeading();
  }, [wasLinkFollowed]);
  return (
    <>
      <PageHead
        title={name}
        description={t('description', { name, price: formatMoney(totalCents, locale) })}
        search={tireSetSearch(front.id, rear.id)}
        image={previewCardPath(front.image)}
        indexed={false}
      />
      <h1 className="text-xl">
        {front.manufacturer.label} <strong className="font-bold">{front.model}</strong>
        <span className="tabular mt-1 block text-2xl font-bold tracking-tight">
          <span className="whitespace-nowrap">{front.size.text}</span> +{' '}
          <span className="whitespace-nowrap">{rear.size.text}</span>
        </span>
      </h1>
      <p className="mt-2 flex flex-wrap gap-x-4 text-quiet">
        <span>{tSeason(front.season)}</span>
        <span>{t('lead')}</span>
      </p>
      <div className="mt-6 grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <ul className="grid gap-x-10 md:grid-cols-2">
            <Axle tire={front} title={t('front')} />
            <Axle tire={rear} title={t('rear')} />
          </ul>
          {differencePercent > maxDifferencePercent && (
            <p className="mt-4 max-w-[66ch] border-s-4 border-warn bg-sheet p-4">
              {t('diameters', { percent: percentFormat.format(differencePercent) })}
            </p>
          )}
          <p className="mt-4 max-w-[66ch]">{t('check')}</p>
        </div>
        <BuySet front={front} rear={rear} totalEuros={toEuros(totalCents)} name={name} />
      </div>
    </>
  );
}

function Axle({ tire, title }: { tire: Product; title: string }) {
  const t = useTranslations('product');
  const { vatPercent } = usePageContext();
  const marksNotInSize = tire.marks.filter((mark) => mark !== 'XL');
  return (
    <li className="grid grid-cols-[5rem_1fr] content-start gap-x-4 border-t-2 border-ink py-4">
      <h2 className="col-span-2 pb-2 text-l font-semibold">{title}</h2>
      <figure className="text-s text-quiet">
        <TirePicture tire={tire} size={80} eager />
        {tire.photo?.credit && <figcaption>{t('photoBy', { credit: tire.photo.credit })}</figcaption>}
      </figure>
      <div className="min-w-0">
        <p>
          <PageLink
            to="product"
            search={`?id=${tire.id}`}
            className="tabular -my-2.5 inline-block py-2.5 font-semibold hover:underline"
          >
            <FullSize tire={tire} />
          </PageLink>
        </p>
        <p className="flex flex-wrap gap-x-3 text-s text-quiet">
          <TireMarks marks={marksNotInSize} />
          {tire.dotYear && <span>{`DOT ${tire.dotYear}`}</span>}
        </p>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
          <Price euros={tire.price} className="text-l font-bold" />
          <LabelLink tire={tire} variant="arrow" />
          <p className="w-full text-s text-quiet">{t('each', { percent: vatPercent })}</p>
        </div>
        <div className="mt-2">
          <StockLine tire={tire} count={tiresPerAxle} />
        </div>
      </div>
    </li>
  );
}
