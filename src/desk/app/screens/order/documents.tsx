import { type ComponentProps, useState } from 'react';
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

function CompanyForm({ order, creditsInvoice, onDone }: CompanyFormProps) {
  const t = useTexts('documents');
  const { number, version, buyer } = order;
  const { name = '', regCode = '', vatNumber, address } = order.company ?? {};
  const [company, setCompany] = useState({ name, regCode, vatNumber: vatNumber ?? '', address: address ?? '' });
  const [refused, setRefused] = useState<Refused | null>(null);
  const field = (key: keyof typeof company, props: Omit<ComponentProps<typeof Field>, 'value' | 'onChange'>) => (
    <Field
      {...props}
      value={company[key]}
      onChange={(value) => setCompany({ ...company, [key]: value })}
      error={hasErrorAt(refused, `company.${key}`) ? t('checkField') : undefined}
    />
  );
  return (
    <OnRefusalContext value={setRefused}>
      <div className="grid gap-3 rounded-md border border-line p-3">
        {creditsInvoice !== undefined && (
          <p className="text-quiet">
            {creditsInvoice ? t('companyCredits') : t('companyNext')}
            {creditsInvoice && buyer.email !== '' && ` ${t('companyMails')}`}
          </p>
        )}
        {field('name', { label: t('companyName'), maxLength: 100, autoFocus: true })}
        {field('regCode', { label: t('regCode'), maxLength: 20, inputMode: 'numeric' })}
        {field('vatNumber', { label: t('vatNumber'), maxLength: 20 })}
        {field('address', { label: t('address'), maxLength: 200 })}
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="set-company"
            fields={{ number, company }}
            shownVersion={version}
            look="primary"
            label={t('setCompany')}
            isDisabled={company.name.trim() === '' || company.regCode.trim() === ''}
            onDone={onDone}
          />
          {order.company && (
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
