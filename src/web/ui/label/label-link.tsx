import { useTranslations } from 'use-intl';
import type { LabelClass } from '../../../shop/catalog/list/filter.ts';
import { hasLabelValues, isCompleteLabel, labelExemption, labelPath } from '../../../shop/catalog/tire/label.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { cloudRain, Icon, volume } from '../icons.tsx';
import { useShopLocale } from '../locale.ts';
import { showLabel } from './open-label.ts';

type Props = { tire: Product; variant?: 'full' | 'arrow' | 'small-arrow'; className?: string };

/** `full`: fuel arrow (Regulation (EU) 2020/740, Article 6), wet grip, noise. `arrow`: fuel arrow with a heading; `small-arrow`: a small one without. */
export function LabelLink({ tire, variant = 'full', className = '' }: Props) {
  const t = useTranslations('label');
  const tColumn = useTranslations('list.column');
  const locale = useShopLocale();
  const { label } = tire;
  const summaryClass = `inline-flex items-center gap-3 text-s font-semibold tabular ${className}`;
  if (isCompleteLabel(label)) {
    const { fuel, wet, noiseDb, noiseClass } = label;
    return (
      <a
        href={labelPath(tire.id)}
        aria-haspopup="dialog"
        className={`relative min-h-11 ${summaryClass}`}
        onClick={(event) => showLabel(event, tire, locale)}
      >
        <span className="sr-only">{t('open', { fuel, wet, db: noiseDb, noise: noiseClass })}</span>
        {variant === 'arrow' && (
          <span aria-hidden="true" className="-me-1 font-normal text-quiet">
            {tColumn('fuel')}
          </span>
        )}
        <LabelArrow fuel={fuel} isSmall={variant === 'small-arrow'} />
        {variant === 'full' && <WetAndNoise wet={wet} noise={t('db', { db: noiseDb })} />}
      </a>
    );
  }
  if (!hasLabelValues(label)) {
    const exemption = labelExemption(tire);
    return <p className={`text-s text-quiet ${className}`}>{t(exemption ? `none.${exemption}` : 'unknown')}</p>;
  }
  const notKnown = t('notKnown');
  const noise = label.noiseDb === null ? null : t('db', { db: label.noiseDb });
  const showsWetAndNoise = variant === 'full' || label.fuel === null;
  const known = { fuel: label.fuel ?? notKnown, wet: label.wet ?? notKnown, noise: noise ?? notKnown };
  return (
    <span role="img" aria-label={t('known', known)} title={t('known', known)} className={summaryClass}>
      {label.fuel && <LabelArrow fuel={label.fuel} isSmall={variant === 'small-arrow'} />}
      {showsWetAndNoise && <WetAndNoise wet={label.wet} noise={noise} />}
    </span>
  );
}

function WetAndNoise({ wet, noise }: { wet: string | null; noise: string | null }) {
  return (
    <>
      <span aria-hidden="true" className="flex items-center gap-1">
        <Icon shape={cloudRain} size={16} />
        {wet ?? '–'}
      </span>
      <span aria-hidden="true" className="flex items-center gap-1 whitespace-nowrap">
        <Icon shape={volume} size={16} />
        {noise ?? '–'}
      </span>
    </>
  );
}

function LabelArrow({ fuel, isSmall }: { fuel: LabelClass; isSmall: boolean }) {
  return (
    <b aria-hidden="true" className={`arrow fuel-${fuel} ${isSmall ? 'arrow-small' : ''}`}>
      {fuel}
    </b>
  );
}
