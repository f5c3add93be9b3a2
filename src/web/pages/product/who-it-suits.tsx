import { useLocale, useTranslations } from 'use-intl';
import { suitability } from '../../../shop/catalog/tire/suitability.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';

export function WhoItSuits({ tire }: { tire: Product }) {
  const t = useTranslations('product.suits');
  const list = new Intl.ListFormat(useLocale());
  const { vehicle, purpose, traits } = suitability(tire);
  const words = traits.map(({ id, ...values }) => t(`trait.${id}`, { value: '', ...values }));
  return (
    <section aria-labelledby="suits" className="mt-6 max-w-[66ch] lg:mt-5">
      <h2 id="suits" className="font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1">
        {t(`purpose.${purpose}`, { vehicle: t(`vehicle.${vehicle}`) })}{' '}
        {words.length > 0 && t('traits', { traits: list.format(words) })}
      </p>
    </section>
  );
}
