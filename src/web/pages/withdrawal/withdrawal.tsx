import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '../../queries.ts';
import { useStoredReady } from '../../stores/stored.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useOrderKey } from '../../ui/use-order-key.ts';
import { useTranslations } from '../../words.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';
import { WithoutScript } from './without-script.tsx';

/** The withdrawal function of Directive 2011/83/EU, Article 11a: two steps and an acknowledgement, without login. */
export default function WithdrawalPage() {
  const t = useTranslations('withdrawal');
  const ready = useStoredReady();
  const key = useOrderKey();
  const { data, isLoading } = useQuery({
    ...orderQuery(key.number, key.token),
    enabled: ready && key.number !== '' && key.token !== '',
  });
  return (
    <>
      <PageHead title={t('title')} description={t('description')} />
      {ready && !isLoading ? (
        <WithdrawalSteps key={key.number + key.token} order={data?.order ?? null} orderKey={key} />
      ) : (
        <>
          <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
          <p className="mt-3 max-w-[60ch] text-l text-quiet">{t('lead')}</p>
          <WithoutScript />
          <div className="mt-8 min-h-screen">{isLoading && <p>{t('loading')}</p>}</div>
        </>
      )}
    </>
  );
}
