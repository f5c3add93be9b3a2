import { Volume2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { EuLabel } from '../../../shop/catalog/tire.ts';

type NoiseClass = NonNullable<EuLabel['noiseClass']>;
const classes: readonly NoiseClass[] = ['A', 'B', 'C'];

/** The waves of the loudspeaker, from the inside out: one more for each class. */
const waves = ['M25 15q4 7 0 14', 'M32 10q7 12 0 24', 'M39 5q10 17 0 34'];

/** Rolling noise in dB, and its class as one to three waves. */
export function NoiseScale({ db, value }: { db: number | null; value: NoiseClass | null }) {
  const t = useTranslations('product.label');
  const words = useTranslations('label');
  return (
    <div className="sm:row-span-3 sm:grid sm:grid-rows-subgrid">
      <h3 className="mb-2 flex items-start gap-2 font-semibold">
        <Volume2 size={20} aria-hidden />
        {words('noise')}
      </h3>
      <div>
        <p className="tabular text-2xl font-bold">{db === null ? t('unknownClass') : t('db', { db })}</p>
        {value && (
          <div className="mt-2 flex items-center gap-4">
            <svg viewBox="0 0 50 44" width="66" height="58" aria-hidden="true" className="shrink-0">
              <path d="M2 15h8l9-8v30l-9-8h-8z" fill="currentColor" />
              {waves.map((path, index) => (
                <path
                  key={path}
                  d={path}
                  fill="none"
                  strokeWidth="4"
                  strokeLinecap="round"
                  className={index <= classes.indexOf(value) ? 'stroke-ink' : 'stroke-line'}
                />
              ))}
            </svg>
            <p className="sr-only">{t('classOf', { value, worst: 'C' })}</p>
            <ul aria-hidden="true" className="flex items-center gap-1 font-semibold">
              {classes.map((letter) => (
                <li
                  key={letter}
                  className={
                    letter === value
                      ? 'grid size-11 place-items-center border border-ink bg-ink text-2xl font-bold text-paper'
                      : 'grid size-7 place-items-center border border-line text-s text-quiet'
                  }
                >
                  {letter}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p className="mt-3 text-s text-quiet">{t(value ? `noise${value}` : 'noise')}</p>
    </div>
  );
}
