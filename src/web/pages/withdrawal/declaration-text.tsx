import type { OrderView } from '../../../shop/order/order-view.ts';
import { useShop } from '../../shop-context.tsx';
import { useTranslations } from '../../words.tsx';
import type { Declared } from './withdrawal-fields.ts';

type Row = readonly [term: string, value: string];
type Props = { declared: Declared; order: OrderView | null; more?: readonly Row[] };

/** What is declared, word by word; `more` rows stand above. */
export function DeclarationText({ declared, order, more = [] }: Props) {
  const t = useTranslations('withdrawal');
  const { legalName } = useShop().facts;
  const items = declared.items?.map(({ id, count }) => {
    const line = order?.items.find((item) => item.id === id);
    return `${count} × ${line?.title} ${line?.size}`;
  });
  const what = items ?? [declared.note || t('wholeOrder')];
  const rows: readonly Row[] = [
    ...more,
    [t('name'), declared.name],
    [t('order'), declared.number],
    [t('email'), declared.email],
  ];
  return (
    <section aria-labelledby="declared" className="mt-6 max-w-2xl rounded-sm border border-edge bg-sheet p-5">
      <h2 id="declared" className="text-l font-semibold">
        {t('declared')}
      </h2>
      <p className="mt-2">{t('statement', { seller: legalName })}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-quiet max-sm:mt-2">{term}</dt>
            <dd className="min-w-0 font-semibold">{value}</dd>
          </div>
        ))}
        <dt className="text-quiet max-sm:mt-2">{t('lines')}</dt>
        <dd className="min-w-0 font-semibold whitespace-pre-line">{what.join('\n')}</dd>
      </dl>
    </section>
  );
}
