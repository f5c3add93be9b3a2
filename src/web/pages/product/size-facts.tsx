import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { loadInKg, speedInKmh } from '../../../shop/catalog/indices.ts';
import type { Product } from '../../../shop/catalog/tire.ts';

/** The size taken apart, indices in kg and km/h, and the year of make. */
export function SizeFacts({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const { treadWidth, profile, diameter } = tire.size;
  const kg = loadInKg(tire.loadIndex);
  const speed = speedInKmh(tire.speedIndex);
  return (
    <section aria-labelledby="facts" className="mt-10">
      <h2 id="facts" className="mb-2 text-l font-semibold">
        {t('facts')}
      </h2>
      <dl className="tabular border-t border-line">
        <Fact term={t('treadWidth')} value={t('mm', { mm: treadWidth })} />
        <Fact term={t('profile')} value={profile === 0 ? t('fullProfile') : t('percent', { percent: profile })} />
        <Fact term={t('diameter')} value={`${diameter}″`} />
        <Fact
          term={t('loadIndex', { index: tire.loadIndex })}
          value={kg.length > 0 ? t('kg', { kg: kg.join(' / ') }) : tire.loadIndex}
        />
        <Fact
          term={t('speedIndex', { index: tire.speedIndex })}
          value={speed ? t(speed.above ? 'kmhAbove' : 'kmh', { kmh: speed.kmh }) : tire.speedIndex}
        />
        {tire.dotYear && <Fact term={t('dotYear')} value={`${tire.dotYear}`} />}
      </dl>
    </section>
  );
}

function Fact({ term, value }: { term: ReactNode; value: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line py-2.5">
      <dt className="text-quiet">{term}</dt>
      <dd className="text-end font-semibold">{value}</dd>
    </div>
  );
}
