import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { AddTire } from './add-tire.tsx';

/** What to do where there are not yet two tires to compare. */
export function HowToChoose({ tire }: { tire: Product | undefined }) {
  const t = useTranslations('comparison');
  return (
    <div className="mt-4 max-w-[60ch]">
      {tire && (
        <p className="mb-3">
          {t.rich('one', {
            name: `${tireName(tire)} ${fullSize(tire)}`,
            b: (text) => <strong className="font-semibold">{text}</strong>,
          })}
        </p>
      )}
      <p>{t(tire ? 'howMore' : 'how')}</p>
      <p className="mt-6">
        {tire ? (
          <AddTire tires={[tire]} />
        ) : (
          <PageLink to="index" className="button">
            {t('toList')}
          </PageLink>
        )}
      </p>
    </div>
  );
}
