import { useState } from 'react';
import { useTranslations } from '../../words.tsx';
import { type OrderAttempt, openAttempt } from './order-attempt.ts';

type Props = { onResend: (attempt: OrderAttempt) => Promise<void>; busy: boolean };

/** An earlier attempt without an answer: asking again under the same key places nothing twice. */
export function OpenAttempt({ onResend, busy }: Props) {
  const t = useTranslations('order');
  const [attempt, setAttempt] = useState(openAttempt);
  if (!attempt) return null;
  return (
    <div role="status" className="mb-8 border-s-4 border-warn bg-sheet p-4">
      <p>{t('openAttempt')}</p>
      <button
        type="button"
        disabled={busy}
        className="button mt-3"
        onClick={() => void onResend(attempt).finally(() => setAttempt(openAttempt()))}
      >
        {t('askAgain')}
      </button>
    </div>
  );
}
