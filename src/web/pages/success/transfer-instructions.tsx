import type { NextStep } from '../../../shop/order/order-view.ts';
import { Price } from '../../ui/price.tsx';
import { useTranslations } from '../../words.tsx';

type Transfer = Extract<NextStep, { type: 'instructions' }>;

/** Everything a bank asks for, each value by itself so that it can be copied. */
export function TransferInstructions({ transfer, number }: { transfer: Transfer; number: string }) {
  const t = useTranslations('transfer');
  const rows: [string, string][] = [
    [t('holder'), transfer.holder],
    [t('iban'), transfer.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    [t('bank'), `${transfer.bank}, ${transfer.bic}`],
    [t('reference'), transfer.reference],
    [t('message'), number],
  ];
  return (
    <section aria-labelledby="transfer" className="mt-3 mb-4 rounded-sm border border-edge bg-sheet p-5">
      <h3 id="transfer" className="mb-3 text-l font-semibold">
        {t('title')}
      </h3>
      <dl className="tabular grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-quiet">{term}</dt>
            <dd className="font-semibold select-all">{value}</dd>
          </div>
        ))}
        <dt className="text-quiet">{t('amount')}</dt>
        <dd>
          <Price euros={transfer.amount} className="text-xl font-bold" />
        </dd>
      </dl>
    </section>
  );
}
