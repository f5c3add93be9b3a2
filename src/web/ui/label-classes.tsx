import { CloudRain, Fuel, Volume2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Product } from '../../shop/catalog/tire.ts';

const colours: Record<string, string> = {
  A: 'bg-class-a text-black',
  B: 'bg-class-b text-black',
  C: 'bg-class-c text-black',
  D: 'bg-class-d text-black',
  E: 'bg-class-e text-black',
};

/** The classes of the EU label at a glance, in fixed places: fuel, wet grip, noise. */
export function LabelClasses({ tire }: { tire: Pick<Product, 'label' | 'season'> }) {
  const t = useTranslations('label');
  const { label } = tire;
  if (!label)
    return (
      <p className="text-s text-quiet">
        {t(tire.season === 'winter_studded' || tire.season === 'racing' ? 'exempt' : 'unknown')}
      </p>
    );
  return (
    <ul className="flex gap-3 text-s font-semibold tabular">
      <Class icon={<Fuel size={16} aria-hidden />} name={t('fuel')} value={label.fuel} />
      <Class icon={<CloudRain size={16} aria-hidden />} name={t('wet')} value={label.wet} />
      <li className="flex items-center gap-1" title={t('noise')}>
        <Volume2 size={16} aria-hidden />
        <span className="sr-only">{t('noise')}: </span>
        {label.noiseDb === null ? '–' : t('db', { db: label.noiseDb })}
      </li>
    </ul>
  );
}

function Class({ icon, name, value }: { icon: React.ReactNode; name: string; value: string | null }) {
  return (
    <li className="flex items-center gap-1" title={name}>
      {icon}
      <span className="sr-only">{name}: </span>
      <span className={`label-arrow grid h-5 w-7 place-items-center pe-1.5 ${value ? colours[value] : 'bg-line'}`}>
        {value ?? '–'}
      </span>
    </li>
  );
}
