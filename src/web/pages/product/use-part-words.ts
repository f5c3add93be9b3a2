import type { SizePart } from '../../../shop/catalog/size-parts.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { useIndexWords } from '../../ui/use-index-words.ts';
import { useTranslations } from '../../words.tsx';

/** What each part of a size means, and its value in units. */
export function usePartWords(tire: Product): Record<SizePart, { meaning: string; value: string }> {
  const t = useTranslations('product');
  const { load, speed } = useIndexWords();
  const { treadWidth, profile, diameter } = tire.size;
  const height = Math.round((treadWidth * profile) / 100);
  const twin = tire.loadIndex.includes('/');
  return {
    treadWidth: { meaning: t('fact.width'), value: t('mm', { mm: treadWidth }) },
    profile: { meaning: t('fact.profile', { percent: profile }), value: t('mm', { mm: height }) },
    diameter: { meaning: t('fact.diameter'), value: t('inches', { inches: diameter }) },
    loadIndex: { meaning: t(twin ? 'fact.twinLoad' : 'fact.load'), value: load(tire) },
    speedIndex: { meaning: t('fact.speed'), value: speed(tire) },
  };
}
