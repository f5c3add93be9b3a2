import type { ReactNode } from 'react';
import type { ApiError } from '../../api-client.ts';
import { useShop } from '../../shop-context.tsx';
import { useTranslations } from '../../words.tsx';

/** Why a declaration did not arrive, and what to do. */
export function NotSent({ error: { status } }: { error: ApiError }) {
  const t = useTranslations('withdrawal.failed');
  const { email } = useShop().facts;
  const mail = (text: ReactNode) => (
    <a href={`mailto:${email}`} className="underline">
      {text}
    </a>
  );
  return (
    <div className="mt-6 max-w-2xl border-s-4 border-bad bg-sheet p-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <p className="mt-1">
        {status === 429 ? t('tooMany') : status === 400 ? t('refused') : t.rich('fault', { email, mail })}
      </p>
    </div>
  );
}
