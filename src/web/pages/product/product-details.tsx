import type { RelatedTires } from '../../../shop/catalog/related-query.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import { Alternatives } from './alternatives.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { LabelValues } from './label-values.tsx';
import { OtherSizes } from './other-sizes.tsx';
import { ProductJsonLd } from './product-json-ld.tsx';
import { RoadLine } from './road-line.tsx';
import { SizeFacts } from './size-facts.tsx';
import { TireHead } from './tire-head.tsx';

/** One tire. On a phone the price follows the name; on a wide screen it stands beside and follows the scroll. */
export function ProductDetails({ tire, related }: { tire: Product; related: RelatedTires | undefined }) {
  const t = useTranslations('product');
  const locale = useShopLocale();
  const name = `${tireName(tire)} ${fullSize(tire)}`;
  const soldOut = tire.available === 0;
  const alternatives = related && <Alternatives tire={tire} related={related} />;
  return (
    <>
      <PageHead
        title={name}
        description={t('description', { name, price: formatMoney(toCents(tire.price), locale) })}
        search={`?id=${tire.id}`}
        image={`/og/${tire.season}.jpg`}
      />
      <ProductJsonLd tire={tire} />
      <Breadcrumb tire={tire} />
      <article className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
        <TireHead tire={tire} />
        <BuyPanel tire={tire} name={name} related={related} />
        <div className="lg:col-start-1">
          {soldOut && alternatives}
          <RoadLine tire={tire} />
          <SizeFacts tire={tire} />
          <LabelValues tire={tire} />
          {!soldOut && alternatives}
          {related && related.sizes.length > 0 && <OtherSizes model={tireName(tire)} sizes={related.sizes} />}
        </div>
      </article>
    </>
  );
}
