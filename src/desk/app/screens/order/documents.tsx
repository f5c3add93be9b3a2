import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DocumentSummary } from '../../../../shop/books/documents/money-document.ts';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import type { Refused } from '../../client/api.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { OnRefusalContext } from '../../client/use-act.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DocumentList } from '../../ui/document-list.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel, WhenLoaded } from '../../ui/parts.tsx';
import { hasErrorAt } from '../../ui/problem.tsx';

export function Documents({ order }: { order: DeskOrder }) {
  const t = useTexts('documents');
  const query = useLiveQuery<DocumentSummary[]>(`/api/documents/of/${order.number}`, ['orders']);
  const [parameters] = useSearchParams();
  const [isCompanyFormOpen, setCompanyFormOpen] = useState(parameters.has('company'));
  return (
    <Panel title={t('title')}>
      <WhenLoaded query={query}>{(documents) => <DocumentList documents={documents} />}</WhenLoaded>
      {!order.buyer.erased && (
        <div className="mt-3 grid gap-4">
          <div className="flex flex-wrap gap-2">
            <Button onPress={() => setCompanyFormOpen(!isCompanyFormOpen)}>{t('company')}</Button>
            {order.money.refundableCents > 0 && (
              <Link to={`/o/${order.number}/refund?credit`} className={buttonClass()}>
                {t('credit')}
              </Link>
            )}
          </div>
          {isCompanyFormOpen && (
            <CompanyForm
              order={order}
              creditsInvoice={query.data && hasUncreditedInvoice(query.data)}
              onDone={() => setCompanyFormOpen(false)}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

const sumOf = (documents: readonly DocumentSummary[], kind: DocumentSummary['kind']) =>
  documents.filter((document) => document.kind === kind).reduce((sum, { grossCents }) => sum + grossCents, 0);

const hasUncreditedInvoice = (documents: readonly DocumentSummary[]) =>
  sumOf(documents, 'invoice') > sumOf(documents, 'credit-note');

/** `creditsInvoice`: whether an invoice is credited and issued anew; undefined: not known yet. */
type CompanyFormProps = { order: DeskOrder; creditsInvoice: boolean | undefined; onDone: () => void };

function CompanyForm({ order: { number, company, version, buyer }, creditsInvoice, onDone }: CompanyFormProps) {
  const t = useTexts('documents');
  const [name, setName] = useState(company?.name ?? '');
  const [regCode, setRegCode] = useState(company?.regCode ?? '');
  const [vatNumber, setVatNumber] = useState(company?.vatNumber ?? '');
  const [address, setAddress] = useState(company?.address ?? '');
  const [refused, setRefused] = useState<Refused | null>(null);
  const errorText = (field: string) => (hasErrorAt(refused, `company.${field}`) ? t('checkField') : undefined);
  return (
    <OnRefusalContext value={setRefused}>
      <div className="grid gap-3 rounded-md border border-line p-3">
        {creditsInvoice !== undefined && (
          <p className="text-quiet">
            {creditsInvoice ? t('companyCredits') : t('companyNext')}
            {creditsInvoice && buyer.email !== '' && ` ${t('companyMails')}`}
          </p>
        )}
        <Field
          label={t('companyName')}
          value={name}
          onChange={setName}
          maxLength={100}
          autoFocus
          error={errorText('name')}
        />
        <Field
          label={t('regCode')}
          value={regCode}
          onChange={setRegCode}
          maxLength={20}
          inputMode="numeric"
          error={errorText('regCode')}
        />
        <Field
          label={t('vatNumber')}
          value={vatNumber}
          onChange={setVatNumber}
          maxLength={20}
          error={errorText('vatNumber')}
        />
        <Field
          label={t('address')}
          value={address}
          onChange={setAddress}
          maxLength={200}
          error={errorText('address')}
        />
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="set-company"
            fields={{ number, company: { name, regCode, vatNumber, address } }}
            shownVersion={version}
            look="primary"
            label={t('setCompany')}
            isDisabled={name.trim() === '' || regCode.trim() === ''}
            onDone={onDone}
          />
          {company && (
            <ActButton
              act="set-company"
              fields={{ number, company: null }}
              shownVersion={version}
              label={t('noCompany')}
              onDone={onDone}
            />
          )}
        </div>
      </div>
    </OnRefusalContext>
  );
}
