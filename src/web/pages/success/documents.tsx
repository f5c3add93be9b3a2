import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OrderView } from '../../../shop/order/order-view.ts';
import type { OrderKey } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { calendarDay, useDateFormat } from '../../ui/locale.ts';
import { Section } from '../../ui/section.tsx';
import { Price } from '../../ui/tire-facts.tsx';
import { useDownload } from './use-download.ts';

type Document = OrderView['documents'][number];

export function Documents({ order, orderKey }: { order: OrderView; orderKey: OrderKey }) {
  const t = useTranslations('success');
  if (order.documents.length === 0) return null;
  return (
    <Section id="documents" title={t('documents.title')} titleClass="mb-2 text-xl font-semibold" className="mt-8">
      <ul>
        {order.documents.map((document) => (
          <Row
            key={document.number}
            document={document}
            orderKey={orderKey}
            hasUbl={order.company !== null && document.kind !== 'receipt'}
          />
        ))}
      </ul>
    </Section>
  );
}

/** `hasUbl`: the document is also offered as an e-invoice, for accounting software. */
function Row({
  document: { number, kind, issuedOn, total },
  orderKey,
  hasUbl,
}: {
  document: Document;
  orderKey: OrderKey;
  hasUbl: boolean;
}) {
  const t = useTranslations('success.documents');
  const format = useDateFormat();
  const { apiBase } = usePageContext();
  const download = useDownload(orderKey);
  const [hasFailed, setHasFailed] = useState(false);
  const name = t(kind, { number });
  const path = `${apiBase}/v1/orders/${encodeURIComponent(orderKey.number)}/documents/${number}`;
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 pb-2">
      <span className="print-only tabular">{name}</span>
      <button
        type="button"
        className="tabular inline-flex min-h-11 items-center justify-self-start text-start underline"
        onClick={async () => setHasFailed(!(await download(path, `${name}.pdf`)))}
      >
        {name}
      </button>
      <Price euros={kind === 'credit-note' ? -total : total} />
      <p className="col-span-2 -mt-2 print:mt-0 flex flex-wrap items-baseline gap-x-4 text-s">
        <span className="text-quiet">{format(calendarDay(issuedOn), { dateStyle: 'long' })}</span>
        {hasUbl && (
          <button
            type="button"
            className="inline-flex min-h-11 items-center underline"
            aria-label={t('ublOf', { name })}
            onClick={async () => setHasFailed(!(await download(`${path}?format=ubl`, `${name}.xml`)))}
          >
            {t('ubl')}
          </button>
        )}
      </p>
      <span role="alert" className="col-span-2 text-s text-bad empty:hidden">
        {hasFailed && t('failed')}
      </span>
    </li>
  );
}
