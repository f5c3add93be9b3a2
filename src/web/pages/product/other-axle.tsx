import { useTranslations } from 'use-intl';
import type { RelatedTires } from '../../../shop/catalog/related/related.ts';
import { fullSize, type Product } from '../../../shop/catalog/tire/tire.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { vehiclePath } from '../../sitemap.ts';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { Section } from '../../ui/section.tsx';
import { Price } from '../../ui/tire-facts.tsx';
import { tireSetSearch } from './tire-set-search.ts';

type Props = { tire: Product; related: Pick<RelatedTires, 'rears' | 'fronts'> };

/** Links to the sets of this tire and another size of its model on the other axle. */
export function OtherAxle({ tire, related }: Props) {
  const t = useTranslations('tireSet');
  const locale = useShopLocale();
  const { hasVehicles } = usePageContext();
  const axles = (['rears', 'fronts'] as const).filter((axle) => related[axle].length > 0);
  if (axles.length === 0) return null;
  return (
    <Section id="other-axle" title={t('otherAxle')} className="mt-10">
      <p className="mt-1 max-w-[66ch] text-quiet">{t('otherAxleLead')}</p>
      {hasVehicles && (
        <a href={vehiclePath(locale)} className="inline-flex min-h-11 items-center underline">
          {t('byCar')}
        </a>
      )}
      <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {axles.map((axle) => (
          <div key={axle}>
            <h3 className="border-b-2 border-ink pb-2 font-semibold">{t(axle)}</h3>
            <ul className="divide-y divide-line">
              {related[axle].map((other) => (
                <li key={other.id} className="flex items-center gap-3">
                  <PageLink
                    to="product"
                    search={axle === 'rears' ? tireSetSearch(tire.id, other.id) : tireSetSearch(other.id, tire.id)}
                    className="tabular flex min-h-11 grow items-center justify-between gap-3 hover:underline"
                  >
                    <span className="font-semibold">+ {fullSize(other)}</span>
                    <Price euros={other.price} />
                  </PageLink>
                  <LabelLink tire={other} variant="small-arrow" className="max-w-24" />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}
