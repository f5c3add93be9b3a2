import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { photoPath } from '../../../shop/catalog/photos/photo-path.ts';
import type { RelatedTires } from '../../../shop/catalog/related/related.ts';
import { lawCheckedOn } from '../../../shop/catalog/road/road-law.ts';
import { hasSnowflake, roadUseOn } from '../../../shop/catalog/road/road-use.ts';
import { nameAndSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { previewCardPath } from '../../../shop/catalog/tire/tire-image.ts';
import { locales } from '../../../shop/locale.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { productsByIdQuery, relatedQuery } from '../../client/queries.ts';
import { usePageData } from '../../document/page-context.tsx';
import { passFocusOn } from '../../ui/focus-heading.ts';
import { circleAlert, Icon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageLink } from '../../ui/links.tsx';
import { calendarDay, useDateFormat, useShopLocale } from '../../ui/locale.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Alternatives, OtherSizes } from './alternatives.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { circleCheck } from './icons.ts';
import { LabelValues } from './label-values.tsx';
import { OtherAxle } from './other-axle.tsx';
import { SizeFacts } from './size-facts.tsx';
import { Breadcrumb, TireHead, TireJsonLd } from './tire-head.tsx';
import { WhoItSuits } from './who-it-suits.tsx';

/** Few visitors open a set, so the browser loads its code on demand. The server needs it at once. */
const importTireSet = () => import('./tire-set.tsx');
const TireSet = import.meta.env.SSR ? (await importTireSet()).default : lazyPart(importTireSet);

export default function ProductPage() {
  const t = useTranslations('product');
  const locale = useShopLocale();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const rearId = search.get('rear');
  const { data, isError, isPending, refetch } = useQuery(productsByIdQuery([id]));
  const tire = data?.items[0];
  const { data: related } = useQuery({ ...relatedQuery(id), enabled: tire !== undefined && !rearId });
  if (tire && rearId) {
    return (
      <Suspense key={`${locale} ${id} ${rearId}`}>
        <TireSet front={tire} rearId={rearId} />
      </Suspense>
    );
  }
  if (tire) return <TireDetails key={tire.id} tire={tire} related={related} />;
  if (isPending) {
    return (
      <>
        <PageHead title={t('loading')} description={t('loading')} indexed={false} />
        <h1 ref={passFocusOn} className="text-2xl font-bold">
          {t('loading')}
        </h1>
      </>
    );
  }
  const title = t(isError ? 'failed' : 'missing');
  const help = t(isError ? 'failedHelp' : 'missingHelp');
  return (
    <>
      <PageHead title={title} description={help} indexed={false} />
      <h1 ref={passFocusOn} className="text-2xl font-bold">
        {title}
      </h1>
      <p className="mt-3 max-w-[60ch]">{help}</p>
      <p className="mt-6 flex gap-3">
        {isError && (
          <button type="button" className="button" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        )}
        <PageLink to="index" className="button">
          {t('toList')}
        </PageLink>
      </p>
    </>
  );
}

function TireDetails({ tire, related }: { tire: Product; related: RelatedTires | undefined }) {
  const t = useTranslations('product');
  const locale = useShopLocale();
  const name = nameAndSize(tire);
  const isSoldOut = tire.available === 0;
  const price = formatMoney(toCents(tire.price), locale);
  const alternatives = related && <Alternatives tire={tire} related={related} />;
  return (
    <>
      <PageHead
        title={name}
        description={t(isSoldOut ? 'descriptionSoldOut' : 'description', { name, price })}
        search={`?id=${tire.id}`}
        image={tire.photo?.preview ? photoPath(tire.photo.id, '800.jpg') : previewCardPath(tire.image)}
        offer={{
          title: `${name} ${locales[locale].dash} ${isSoldOut ? t('soldOut') : price}`,
          price: tire.price,
          isAvailable: !isSoldOut,
        }}
      />
      <TireJsonLd tire={tire} />
      <Breadcrumb tire={tire} />
      <article className="lg:grid lg:grid-cols-[minmax(18rem,30rem)_minmax(15rem,1fr)_20rem] lg:grid-rows-[auto_auto_auto_1fr_auto] lg:gap-x-10 xl:grid-cols-[minmax(18rem,30rem)_minmax(23rem,1fr)_22rem]">
        <TireHead tire={tire} />
        <BuyPanel tire={tire} related={related} />
        <div className="lg:col-start-2 lg:row-start-3">
          <WhoItSuits tire={tire} />
          <RoadUse tire={tire} />
        </div>
        <div className="lg:col-span-2 lg:col-start-1">
          {isSoldOut && alternatives}
          <LabelValues tire={tire} />
          {related && !isSoldOut && <OtherAxle tire={tire} related={related} />}
          {!isSoldOut && alternatives}
          {related && related.sizes.length > 0 && <OtherSizes model={tireName(tire)} sizes={related.sizes} />}
          <SizeFacts tire={tire} />
        </div>
      </article>
    </>
  );
}

function RoadUse({ tire }: { tire: Product }) {
  const t = useTranslations('product.road');
  const format = useDateFormat();
  const { rule, today: statusToday } = roadUseOn(tire, usePageData().today);
  // Only off-road tires count as winter tires without the snowflake mark.
  const isOffRoad = rule === 'winter' && !hasSnowflake(tire);
  const day = format(calendarDay(lawCheckedOn), { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <div className="mt-5 flex max-w-[66ch] gap-3">
      <Icon
        shape={statusToday === 'allowed' ? circleCheck : circleAlert}
        size={20}
        className={`mt-0.5 shrink-0 ${statusToday === 'allowed' ? 'text-good' : 'text-warn'}`}
      />
      <div>
        <p>
          {statusToday && <strong className="font-semibold">{t(`today.${statusToday}`)} </strong>}
          {t(`rule.${isOffRoad ? 'offRoad' : rule}`)}
        </p>
        {rule !== 'racing' && (
          <p className="mt-1 text-s text-quiet">
            {t('asOf', { day })} ·{' '}
            <PageLink to="faq" hash="#winterLaw" className="underline hover:text-ink">
              {t('rules')}
            </PageLink>
          </p>
        )}
      </div>
    </div>
  );
}
