import { loadInKg, speedInKmh } from '../../shop/catalog/indices.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { useTranslations } from '../words.tsx';

/** Load and speed index in kg and km/h; an index that the tables lack stands as it is. */
export function useIndexWords() {
  const t = useTranslations('units');
  return {
    load({ loadIndex }: Pick<Product, 'loadIndex'>): string {
      const kg = loadInKg(loadIndex);
      return kg.length > 0 ? t('kg', { kg: kg.join(' / ') }) : loadIndex;
    },
    speed({ speedIndex }: Pick<Product, 'speedIndex'>): string {
      const speed = speedInKmh(speedIndex);
      return speed ? t(speed.above ? 'kmhAbove' : 'kmh', { kmh: speed.kmh }) : speedIndex;
    },
  };
}
