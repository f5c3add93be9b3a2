import { useTranslations } from 'use-intl';
import { comparisonSearch } from '../../../shop/catalog/list/compared.ts';
import { maxCompared } from '../../../shop/catalog/list/filter.ts';
import { type Advantage, advantages, advantagesByImportance } from '../../../shop/catalog/related/advantages.ts';
import type { RelatedTires } from '../../../shop/catalog/related/related.ts';
import { isCompleteLabel } from '../../../shop/catalog/tire/label.ts';
import { fullSize, type Product } from '../../../shop/catalog/tire/tire.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { useSoonestDay } from '../../ui/collection-days.tsx';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { Section } from '../../ui/section.tsx';
import { FullSize, Price, TirePicture } from '../../ui/tire-facts.tsx';

export const hasAlternatives = (related: RelatedTires) => advantages.some((kind) => related[kind].length > 0);

export function Alternatives({ tire, related }: { tire: Product; related: RelatedTires }) {
  const t = useTranslations('product');
  const lists = useAlternativeLists(tire, related);
  if (lists.length === 0) return null;
  const isOnlyList = lists.length === 1;
  const bestFirst = [
    ...lists.flatMap(({ tires }) => tires.slice(0, 1)),
    ...lists.flatMap(({ tires }) => tires.slice(1)),
  ];
  const comparedIds = [tire, ...bestFirst].slice(0, maxCompared).map(({ id }) => id);
  return (
    <Section
      id="alternatives"
      title={tire.available > 0 ? t('alternatives', { size: tire.size.text }) : t('alternativesSoldOut')}
      className="mt-10"
    >
      <p className="mt-1 text-quiet">{t('alternativesLead')}</p>
      <div className={`mt-4 grid gap-x-10 gap-y-6 ${isOnlyList ? '' : 'md:grid-cols-2'}`}>
        {lists.map(({ kind, tires }) => (
          <div key={kind}>
            <h3 className="border-b-2 border-ink pb-2 font-semibold">{t(`advantage.${kind}`)}</h3>
            <ul
              className={`divide-y divide-line ${isOnlyList ? 'md:grid md:grid-cols-2 md:gap-x-10 md:divide-y-0' : ''}`}
            >
              {tires.map((other) => (
                <Alternative key={other.id} other={other} tire={tire} offeredFor={kind} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="mt-4">
        <PageLink to="compare" search={comparisonSearch(comparedIds)} className="button">
          {t('compareThese')}
        </PageLink>
      </p>
    </Section>
  );
}

/** Returns the lists that have tires. Each tire is in its first list only. `related.sooner` may have tires of the same day: these are left out. */
function useAlternativeLists(tire: Product, related: RelatedTires) {
  const soonestDay = useSoonestDay();
  const ownDay = soonestDay(tire)?.day;
  const isSooner = (other: Product) => {
    const day = soonestDay(other)?.day;
    return day !== undefined && ownDay !== undefined && day < ownDay;
  };
  const shown = new Set<string>();
  return advantages.flatMap((kind) => {
    const betterTires = kind === 'sooner' ? related.sooner.filter(isSooner) : related[kind];
    const tires = betterTires.filter(({ id }) => !shown.has(id));
    for (const { id } of tires) shown.add(id);
    return tires.length > 0 ? { kind, tires } : [];
  });
}

type Props = { other: Product; tire: Product; offeredFor: Advantage };

function Alternative({ other, tire, offeredFor }: Props) {
  const [main, ...more] = useDifferences(other, tire, offeredFor);
  return (
    <li className="relative grid grid-cols-[4rem_1fr_auto] items-center gap-x-3 py-3">
      <div className="row-span-3 self-center">
        <TirePicture tire={other} size={64} />
      </div>
      <h4 className="min-w-0">
        <PageLink
          to="product"
          search={`?id=${other.id}`}
          className="after:absolute after:inset-0 hover:underline focus-visible:after:outline-3"
        >
          {other.manufacturer.label} <strong className="font-semibold">{other.model}</strong>
        </PageLink>
      </h4>
      <Price euros={other.price} className="self-start text-l font-bold" />
      <p className="tabular">
        <FullSize tire={other} />
      </p>
      <div className="relative z-1 justify-self-end">
        {other.label && <LabelLink tire={other} variant="small-arrow" />}
      </div>
      <p className="col-span-2 text-quiet">
        <strong className="font-semibold text-ink">{main}</strong>
        {more.map((difference) => ` · ${difference}`)}
      </p>
    </li>
  );
}

/** Returns the differences of `other` from `tire`: first the reason why it is offered, last its disadvantages. */
function useDifferences(other: Product, tire: Product, offeredFor: Advantage): string[] {
  const t = useTranslations('product.difference');
  const locale = useShopLocale();
  const soonestDay = useSoonestDay();
  const cents = toCents(other.price) - toCents(tire.price);
  const amount = formatMoney(Math.abs(cents), locale);
  const differences: Partial<Record<Advantage, { text: string; isBetter: boolean }>> = {
    cheaper: {
      text: cents === 0 ? t('samePrice') : t(cents < 0 ? 'cheaper' : 'dearer', { amount }),
      isBetter: cents < 0,
    },
  };
  if (other.label?.wet && tire.label?.wet && other.label.wet !== tire.label.wet) {
    const wet = { other: other.label.wet, own: tire.label.wet };
    differences.betterInWet = { text: t('wet', wet), isBetter: wet.other < wet.own };
  }
  if (other.label?.noiseDb && tire.label?.noiseDb && other.label.noiseDb !== tire.label.noiseDb) {
    const db = other.label.noiseDb - tire.label.noiseDb;
    differences.quieter = { text: t(db < 0 ? 'quieter' : 'louder', { db: Math.abs(db) }), isBetter: db < 0 };
  }
  const soonest = soonestDay(other);
  const ownSoonest = soonestDay(tire);
  if (soonest && ownSoonest && soonest.day !== ownSoonest.day) {
    const isBetter = soonest.day < ownSoonest.day;
    const days = { other: soonest.text, own: ownSoonest.text };
    differences.sooner = { text: t(isBetter ? 'sooner' : 'later', days), isBetter };
  }
  const betterByKind = Object.fromEntries(
    Object.entries(differences).map(([kind, difference]) => [kind, difference.isBetter]),
  );
  return advantagesByImportance(offeredFor, betterByKind).flatMap((kind) => differences[kind]?.text ?? []);
}

export function OtherSizes({ model, sizes }: { model: string; sizes: readonly Product[] }) {
  const t = useTranslations('product');
  const tMark = useTranslations('mark');
  return (
    <Section id="sizes" title={t('sizes', { model })} titleClass="mb-3 text-l font-semibold" className="mt-10">
      <ul className="grid gap-x-10 sm:grid-cols-2 2xl:grid-cols-3">
        {sizes.map((tire) => (
          <li key={tire.id} className="flex items-center gap-3 border-t border-line">
            <PageLink
              to="product"
              search={`?id=${tire.id}`}
              className="tabular flex min-h-11 grow items-center justify-between gap-3 hover:underline"
            >
              <span className="font-semibold">
                {fullSize(tire)}
                {tire.marks.includes('RF') && ` ${tMark('RF.short')}`}
              </span>
              <Price euros={tire.price} />
            </PageLink>
            {isCompleteLabel(tire.label) && <LabelLink tire={tire} variant="small-arrow" />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
