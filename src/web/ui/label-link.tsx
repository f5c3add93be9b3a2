import { isWhole, labelExemption, labelPath } from '../../shop/catalog/label.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { useShopLocale, useTranslations } from '../words.tsx';
import { LabelArrow } from './label-arrow.tsx';
import { showLabel } from './open-label.ts';

type Props = {
  tire: Product;
  /** The arrow alone, of this height. */
  arrowOnly?: number;
  className?: string;
};

/**
 * The EU label beside the price (Regulation (EU) 2020/740, art. 6): folded up to its arrow, with wet grip and noise, and
 * opening the whole label; a link to the drawing where there is no script. What is not known is not shown as if it were.
 */
export function LabelLink({ tire, arrowOnly, className = '' }: Props) {
  const t = useTranslations('label');
  const locale = useShopLocale();
  const { label } = tire;
  const glance = `inline-flex items-center gap-3 text-s font-semibold tabular ${className}`;
  if (isWhole(label)) {
    const { fuel, wet, noiseDb, noiseClass } = label;
    return (
      <a
        href={labelPath(tire.id)}
        aria-haspopup="dialog"
        className={`relative min-h-11 ${glance}`}
        onClick={(event) => showLabel(event, tire, locale)}
      >
        <span className="sr-only">{t('open', { fuel, wet, db: noiseDb, noise: noiseClass })}</span>
        <LabelArrow fuel={fuel} height={arrowOnly} />
        {arrowOnly === undefined && <WetAndNoise wet={wet} noise={t('db', { db: noiseDb })} />}
      </a>
    );
  }
  if (!label || [label.fuel, label.wet, label.noiseDb].every((value) => value === null)) {
    const exemption = labelExemption(tire);
    return <p className={`text-s text-quiet ${className}`}>{t(exemption ? `none.${exemption}` : 'unknown')}</p>;
  }
  const notKnown = t('notKnown');
  const noise = label.noiseDb === null ? null : t('db', { db: label.noiseDb });
  // Where there is no arrow, wet grip and noise stand in its place.
  const values = arrowOnly === undefined || label.fuel === null;
  const known = { fuel: label.fuel ?? notKnown, wet: label.wet ?? notKnown, noise: noise ?? notKnown };
  return (
    <span role="img" aria-label={t('known', known)} title={t('known', known)} className={glance}>
      {label.fuel && <LabelArrow fuel={label.fuel} height={arrowOnly} />}
      {values && <WetAndNoise wet={label.wet} noise={noise} />}
    </span>
  );
}

function WetAndNoise({ wet, noise }: { wet: string | null; noise: string | null }) {
  return (
    <>
      <span aria-hidden="true" className="flex items-center gap-1">
        <Sign name="rain" />
        {wet ?? '–'}
      </span>
      <span aria-hidden="true" className="flex items-center gap-1 whitespace-nowrap">
        <Sign name="noise" />
        {noise ?? '–'}
      </span>
    </>
  );
}

/** Drawn once in the document (label-sheet.tsx). */
function Sign({ name }: { name: 'rain' | 'noise' }) {
  return (
    <svg width="16" height="16" aria-hidden="true" className="icon">
      <use href={`#label-${name}`} />
    </svg>
  );
}
