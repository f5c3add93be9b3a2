import { useTranslations } from 'use-intl';
import { loadInKg, speedInKmh } from '../../shop/catalog/tire/indices.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';

/** Returns functions that describe load (kg) and speed (km/h) of a tire; for an unknown index they return the index. */
export function useIndexTexts() {
  const t = useTranslations('units');
  return {
    load({ loadIndex }: Pick<Product, 'loadIndex'>): string {
      const kg = loadInKg(loadIndex);
      return kg.length > 0 ? t('kg', { kg: kg.join(' / ') }) : loadIndex;
    },
    speed({ speedIndex }: Pick<Product, 'speedIndex'>): string {
      const speed = speedInKmh(speedIndex);
      return speed ? t(speed.allowsMore ? 'kmhAbove' : 'kmh', { kmh: speed.kmh }) : speedIndex;
    },
  };
}
