import type { ApiError } from '../../api-client.ts';
import { useShop } from '../../shop-context.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';

const worded = [
  'price-changed',
  'out-of-stock',
  'too-many-open-orders',
  'too-many-requests',
  'in-progress',
  'validation',
] as const;

/** Why the order was not accepted, that nothing is lost, and what to do. */
export function Refusal({ error }: { error: ApiError }) {
  const t = useTranslations('refusal');
  const { phones } = useShop().facts;
  const cartHelps = error.code === 'price-changed' || error.code === 'out-of-stock' || concernsItems(error);
  const key = concernsItems(error) ? 'items' : worded.find((code) => code === error.code);
  return (
    <div className="mt-3 border-s-4 border-bad bg-sheet p-4 first:mt-0">
      <h2 className="font-semibold">{t('title')}</h2>
      <p className="mt-1">{t(key ?? (error.status === 0 ? 'noAnswer' : 'fault'), { phone: phones[0] })}</p>
      {cartHelps && (
        <p className="mt-2">
          <PageLink to="cart" className="inline-flex min-h-11 items-center font-semibold underline">
            {t('toCart')}
          </PageLink>
        </p>
      )}
    </div>
  );
}

function concernsItems({ problem }: ApiError): boolean {
  return problem.errors?.some(({ path }) => path.startsWith('items')) ?? false;
}
