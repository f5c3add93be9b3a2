import { CloudRain, Fuel } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { EuLabel, Product } from '../../../shop/catalog/tire.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { ClassScale } from './class-scale.tsx';
import { NoiseScale } from './noise-scale.tsx';
import { WeatherMarks } from './weather-marks.tsx';

/** The values of the EU label, large, each with its scale; or why there is none. */
export function LabelValues({ tire }: { tire: Product }) {
  const t = useTranslations('product.label');
  const words = useTranslations('label');
  const { label } = tire;
  return (
    <section aria-labelledby="label" className="mt-10">
      <h2 id="label" className="mb-4 text-l font-semibold">
        {words('title')}
      </h2>
      {label ? <Values label={label} /> : <p className="max-w-[60ch]">{t(reasonForNone(tire))}</p>}
      <p className="mt-4 flex flex-wrap gap-x-6 text-s">
        <PageLink to="faq" hash="#euLabel" className="inline-flex min-h-11 items-center underline">
          {t('more')}
        </PageLink>
        {label?.eprelId && (
          <a
            href={`https://eprel.ec.europa.eu/screen/product/tyres/${label.eprelId}`}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center underline"
          >
            {t('eprel')}
          </a>
        )}
      </p>
    </section>
  );
}

function Values({ label }: { label: EuLabel }) {
  const t = useTranslations('product.label');
  const words = useTranslations('label');
  const forIce = label.ice && (label.wet === 'D' || label.wet === 'E');
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-3 sm:grid-rows-[auto_auto_auto] sm:gap-y-0">
        <ClassScale icon={<Fuel size={20} aria-hidden />} title={words('fuel')} value={label.fuel} help={t('fuel')} />
        <ClassScale
          icon={<CloudRain size={20} aria-hidden />}
          title={words('wet')}
          value={label.wet}
          help={t(forIce ? 'nordic' : 'wet')}
        />
        <NoiseScale db={label.noiseDb} value={label.noiseClass} />
      </div>
      <WeatherMarks snow={label.snow} ice={label.ice} />
    </>
  );
}

function reasonForNone({ season }: Product): 'noneStudded' | 'noneRacing' | 'noneKnown' {
  if (season === 'winter_studded') return 'noneStudded';
  return season === 'racing' ? 'noneRacing' : 'noneKnown';
}
