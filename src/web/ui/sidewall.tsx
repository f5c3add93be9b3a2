import { useTranslations } from 'use-intl';
import { loadInKg, speedInKmh } from '../../shop/catalog/indices.ts';
import { type SizedTire, type SizePart, sizePieces } from '../../shop/catalog/size-parts.ts';
import { fullSize } from '../../shop/catalog/tire.ts';
import { PartNumber } from './part-number.tsx';
import { SidewallDrawing } from './sidewall-drawing.tsx';

/** A tire's size taken apart: drawn as it stands on the rubber, and beside it what each numbered part says. */
export function Sidewall({ tire }: { tire: SizedTire }) {
  const t = useTranslations('sidewall');
  const said = useSaid(tire);
  const parts = sizePieces(tire).flatMap(({ part }) => part ?? []);
  return (
    <div className="grid items-center gap-x-8 gap-y-4 md:grid-cols-[3fr_2fr]">
      <SidewallDrawing
        tire={tire}
        label={t('drawing', { size: fullSize({ ...tire, marks: [] }) })}
        className="w-full rounded-sm"
      />
      <ol className="tabular border-t border-line">
        {parts.map((part, index) => (
          <li key={part} className="flex items-baseline gap-3 border-b border-line py-2">
            <PartNumber number={index + 1} />
            <span className="min-w-0 grow text-quiet">{said[part][0]}</span>
            <span className="text-end font-semibold">{said[part][1]}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The name and the value of each part. */
function useSaid({ size, loadIndex, speedIndex }: SizedTire): Record<SizePart, readonly [name: string, value: string]> {
  const t = useTranslations('product');
  const kg = loadInKg(loadIndex);
  const speed = speedInKmh(speedIndex);
  return {
    treadWidth: [t('treadWidth'), t('mm', { mm: size.treadWidth })],
    profile: [t('profile'), t('percent', { percent: size.profile })],
    diameter: [t('diameter'), `${size.diameter}″`],
    loadIndex: [t('loadIndex', { index: loadIndex }), kg.length > 0 ? t('kg', { kg: kg.join(' / ') }) : loadIndex],
    speedIndex: [
      t('speedIndex', { index: speedIndex }),
      speed ? t(speed.above ? 'kmhAbove' : 'kmh', { kmh: speed.kmh }) : speedIndex,
    ],
  };
}
