import { useTranslations } from 'use-intl';
import { loadInKg, speedInKmh } from '../../../shop/catalog/tire/indices.ts';
import { hasLabelValues, isCompleteLabel, labelPath } from '../../../shop/catalog/tire/label.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { useShopLocale } from '../locale.ts';
import { showLabel } from './open-label.ts';

/** Shows wet grip, noise and the arrow of the fuel class (Regulation (EU) 2020/740, Article 6). Without any of them: load, speed and year. */
export function LabelFacts({ tire }: { tire: Product }) {
  const t = useTranslations('label');
  const tColumn = useTranslations('list.column');
  const locale = useShopLocale();
  const { label } = tire;
  if (!hasLabelValues(label)) {
    const [kg] = loadInKg(tire.loadIndex);
    const speed = speedInKmh(tire.speedIndex);
    return (
      <p className="facts strength">
        <span data-name={tColumn('load')}>{kg === undefined ? '–' : t('load', { kg })}</span>
        <span data-name={tColumn('speed')}>{speed === null ? '–' : t('speed', { kmh: speed.kmh })}</span>
        <span data-name={tColumn('year')}>{tire.dotYear ?? '–'}</span>
      </p>
    );
  }
  const { fuel, wet, noiseDb: db } = label;
  // The link has a text for screen readers instead.
  const isHidden = isCompleteLabel(label) || undefined;
  const facts = (
    <>
      <span data-name={tColumn('wet')} aria-hidden={isHidden}>
        {wet ? <b className={`grade wet-${wet}`}>{wet}</b> : '–'}
      </span>
      <span data-name={tColumn('noise')} aria-hidden={isHidden}>
        {db === null ? '–' : t('db', { db })}
      </span>
      <span data-name={tColumn('fuel')} aria-hidden={isHidden}>
        {fuel ? <b className={`arrow fuel-${fuel}`}>{fuel}</b> : '–'}
      </span>
    </>
  );
  if (isCompleteLabel(label)) {
    return (
      <a
        href={labelPath(tire.id)}
        aria-haspopup="dialog"
        className="facts"
        onClick={(event) => showLabel(event, tire, locale)}
      >
        <span className="sr-only">
          {t('open', { fuel: label.fuel, wet: label.wet, db: label.noiseDb, noise: label.noiseClass })}
        </span>
        {facts}
      </a>
    );
  }
  return <p className="facts">{facts}</p>;
}
