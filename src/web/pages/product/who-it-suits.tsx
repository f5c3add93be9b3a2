import { useTranslations } from 'use-intl';
import { suitability } from '../../../shop/catalog/tire/suitability.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { Section } from '../../ui/section.tsx';

export function WhoItSuits({ tire }: { tire: Product }) {
  const t = useTranslations('product.suits');
  const { vehicle, purpose, traits } = suitability(tire);
  const traitTexts = traits.map((trait) => t(`trait.${trait.id}`, { value: 'value' in trait ? trait.value : '' }));
  const allButLast = traitTexts.slice(0, -1).join(', ');
  const last = traitTexts.at(-1);
  const traitsText = allButLast && last ? t('and', { first: allButLast, last }) : last;
  return (
    <Section id="suits" title={t('title')} titleClass="font-semibold" className="mt-6 max-w-[66ch] lg:mt-5">
      <p className="mt-1">
        {t(`purpose.${purpose}`, { vehicle: t(`vehicle.${vehicle}`) })}{' '}
        {traitsText && t('traits', { traits: traitsText })}
      </p>
    </Section>
  );
}
