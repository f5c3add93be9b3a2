import { useStoredReady } from '../../stores/stored.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useTranslations } from '../../words.tsx';
import { OrderFormView } from './order-form-view.tsx';

export default function OrderPage() {
  const t = useTranslations('order');
  const ready = useStoredReady();
  return (
    <>
      <PageHead title={t('title')} description={t('description')} indexed={false} />
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
      <noscript>
        <p className="mt-4 border-s-4 border-warn bg-sheet p-4">{t('needsScript')}</p>
      </noscript>
      <div className="mt-6 min-h-screen">{ready && <OrderFormView />}</div>
    </>
  );
}
