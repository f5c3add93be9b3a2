import { useState } from 'react';
import type { DocumentSummary } from '../../../../shop/books/documents/money-document.ts';
import { useScreen } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { DocumentList } from '../../ui/document-list.tsx';
import { Field } from '../../ui/field.tsx';
import { Answer, Panel } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';

/** Invoices, credit notes and receipts of the shop: found by number, order, name or sum. */
export default function Documents() {
  const t = useTexts('documents');
  const [find, setFind] = useState('');
  const query = useScreen<DocumentSummary[]>(`/api/documents?${new URLSearchParams({ find })}`, ['orders']);
  return (
    <Screen title={t('title')}>
      <Field label={t('find')} value={find} onChange={setFind} maxLength={100} />
      <Answer query={query}>
        {(documents) => (
          <Panel title={t('newest')} count={documents.length}>
            <DocumentList documents={documents} namesOrder />
          </Panel>
        )}
      </Answer>
    </Screen>
  );
}
