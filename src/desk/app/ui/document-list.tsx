import { Link } from 'react-router';
import type { DocumentSummary } from '../../../shop/books/documents/money-document.ts';
import { useTexts } from '../client/texts.tsx';
import { ActButton } from './act-button.tsx';
import { useFormat } from './format.ts';

/** Invoices, credit notes and receipts: each opens as PDF and can be mailed again. `namesOrder`: also says of which order. */
export function DocumentList({
  documents,
  namesOrder = false,
}: {
  documents: readonly DocumentSummary[];
  namesOrder?: boolean;
}) {
  const t = useTexts('documents');
  const { money, day } = useFormat();
  if (documents.length === 0) return <p className="text-quiet">{t('none')}</p>;
  return (
    <ul>
      {documents.map(({ number, kind, issuedOn, orderNumber, buyer, credits, grossCents }) => (
        <li
          key={number}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0 sm:grid-cols-[1fr_auto_auto]"
        >
          <div className="flex min-w-0 flex-wrap items-center gap-x-4">
            <a
              href={`/api/documents/${number}`}
              target="_blank"
              rel="noreferrer"
              data-row
              className="number inline-flex min-h-12 items-center font-semibold underline"
            >
              {t(`kind.${kind}`, { number })}
            </a>
            {namesOrder && (
              <Link to={`/o/${orderNumber}`} className="number inline-flex min-h-12 items-center underline">
                {orderNumber}
              </Link>
            )}
            {namesOrder && <span>{buyer}</span>}
            <span className="text-s text-quiet">{day(issuedOn, { short: true })}</span>
            {credits !== null && <span className="text-s text-quiet">{t('credits', { number: credits })}</span>}
          </div>
          <span className="number font-semibold">{money(kind === 'credit-note' ? -grossCents : grossCents)}</span>
          <div className="max-sm:col-span-2">
            <ActButton act="send-document" fields={{ number }} label={t('send')} confirm={t('sendConfirm')} />
          </div>
        </li>
      ))}
    </ul>
  );
}
