import { useTranslations } from 'use-intl';
import { speedInKmh } from '../../../shop/catalog/tire/indices.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { useSoonestDay } from '../../ui/collection-days.tsx';
import { useIndexTexts } from '../../ui/use-index-texts.ts';

export function FactStrip({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const { load: loadText, speed: speedText } = useIndexTexts();
  const soonestDay = useSoonestDay();
  const { label, dotYear } = tire;
  const speed = speedInKmh(tire.speedIndex);
  const isMaximumSpeed = speed?.allowsMore === false;
  const facts = [
    ['load', loadText(tire)],
    ['speed', isMaximumSpeed ? t('kmh', { kmh: speed.kmh }) : speedText(tire)],
    ['wet', label?.wet],
    ['noise', label?.noiseDb && t('label.noiseDb', { db: `${label.noiseDb}` })],
    ['year', dotYear],
    ['soonest', soonestDay(tire)?.text],
  ] as const;
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(max(6.25rem,30%),1fr))] content-start gap-x-3 gap-y-2 self-start border-y border-line py-2 sm:mt-6 sm:gap-y-4 sm:py-4 lg:col-start-2">
      {facts.map(
        ([fact, value]) =>
          value && (
            <div key={fact}>
              <dt className="text-quiet">{t(`strip.${fact}`)}</dt>
              <dd className="tabular font-semibold">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
