import { useShop } from '../../shop-context.tsx';
import { useTranslations } from '../../words.tsx';

/** How to withdraw where the form cannot be had: by e-mail or on paper. */
export function WithoutScript() {
  const t = useTranslations('withdrawal');
  const { email, legalName, address } = useShop().facts;
  return (
    <noscript>
      <p className="mt-4 max-w-[66ch] border-s-4 border-warn bg-sheet p-4">
        {t.rich('needsScript', {
          email,
          mail: (text) => (
            <a href={`mailto:${email}`} className="underline">
              {text}
            </a>
          ),
        })}
        <br />
        {t('paper', { legalName, address })}
      </p>
    </noscript>
  );
}
