import { useTranslations } from 'use-intl';
import type { Product } from '../../../shop/catalog/tire.ts';
import { LabelClasses } from '../../ui/label-classes.tsx';

/** The values of the EU label in words, or why there is none. */
export function EuLabel({ tire }: { tire: Product }) {
  const t = useTranslations('label');
  const { label } = tire;
  return (
    <section aria-labelledby="label" className="mt-10">
      <h2 id="label" className="mb-3 text-l font-semibold">
        {t('title')}
      </h2>
      <LabelClasses tire={tire} />
      {label && (
        <ul className="mt-3 space-y-1">
          {label.noiseClass && <li>{t('noiseClass', { value: label.noiseClass })}</li>}
          {label.snow && <li>{t('snow')}</li>}
          {label.ice && <li>{t('ice')}</li>}
        </ul>
      )}
    </section>
  );
}
