import { useState } from 'react';
import { Link } from 'react-router';
import type { DocumentSummary } from '../../../shop/books/documents/money-document.ts';
import { useTexts } from '../client/texts.tsx';
import { ActButton } from './act-button.tsx';
import { Button, buttonClass } from './button.tsx';
import { Field } from './field.tsx';
import { useFormat } from './format.ts';

type Props = {
  documents: readonly DocumentSummary[];
  /** Each row also shows its order and buyer, and links to corrections of the order's invoice. */
  showsOrders?: boolean;
};

export function DocumentList({ documents, showsOrders = false }: Props) {
  const t = useTexts('documents');
  if (documents.length === 0) return <p className="text-quiet">{t('none')}</p>;
  return (
    <ul>
      {documents.map((document) => (
        <DocumentRow key={document.number} document={document} showsOrder={showsOrders} />
      ))}
    </ul>
  );
}

function DocumentRow({ document, showsOrder }: { document: DocumentSummary; showsOrder: boolean }) {
  const t = useTexts('documents');
  const { money, day } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { number, kind, issuedOn, orderNumber, buyer, credits: creditedInvoice, grossCents } = document;
  return (
    <li className="border-t border-line py-2 first:border-t-0">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 sm:grid-cols-[1fr_auto_auto]">
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
          {showsOrder && (
            <Link to={`/o/${orderNumber}`} className="number inline-flex min-h-12 items-center underline">
              {orderNumber}
            </Link>
          )}
          {showsOrder && buyer && <span className="min-w-0 wrap-anywhere">{buyer}</span>}
          <span className="text-s text-quiet">{day(issuedOn, { short: true })}</span>
          {creditedInvoice !== null && (
            <span className="text-s text-quiet">{t('credits', { number: creditedInvoice })}</span>
          )}
        </div>
        <span className="number font-semibold">{money(kind === 'credit-note' ? -grossCents : grossCents)}</span>
        <div className="max-sm:col-span-2">
          <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {showsOrder ? t('acts') : t('send')}
          </Button>
        </div>
      </div>
      {isOpen && (
        <div className="grid gap-4 py-3">
          <SendForm number={number} />
          {showsOrder && kind === 'invoice' && (
            <div className="flex flex-wrap gap-2">
              <Link to={`/o/${orderNumber}?company`} className={buttonClass()}>
                {t('company')}
              </Link>
              <Link to={`/o/${orderNumber}/refund?credit`} className={buttonClass()}>
                {t('credit')}
              </Link>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

function SendForm({ number }: { number: string }) {
  const t = useTexts('documents');
  const [address, setAddress] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const hasOtherAddress = address.trim() !== '';
  return (
    <div className="grid gap-3 sm:max-w-120">
      <Field
        label={t('otherAddress')}
        hint={t('otherAddressHint')}
        value={address}
        onChange={setAddress}
        type="email"
        inputMode="email"
        maxLength={254}
      />
      <ActButton
        act="send-document"
        fields={{ number, address }}
        label={hasOtherAddress ? t('sendToOther') : t('sendToBuyer')}
        onDone={({ to }) => setSentTo(typeof to === 'string' ? to : null)}
      />
      {sentTo !== null && (
        <p role="status" className="break-all text-good">
          {t('goesTo', { address: sentTo })}
        </p>
      )}
    </div>
  );
}
