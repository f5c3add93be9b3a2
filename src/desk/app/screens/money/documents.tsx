import { useState } from 'react';
import type { DocumentPage } from '../../../../shop/books/documents/money-document.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { DocumentList } from '../../ui/document-list.tsx';
import { Field } from '../../ui/field.tsx';
import { recentMonths, useFormat } from '../../ui/format.ts';
import { Panel, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Select } from '../../ui/select.tsx';

export default function Documents() {
  const t = useTexts('documents');
  const { monthName } = useFormat();
  const [searchText, setSearchText] = useState('');
  const [month, setMonth] = useState('');
  // The number of the last document on each earlier page.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const before = cursors.at(-1);
  const filter = new URLSearchParams({ find: searchText, ...(month && { month }), ...(before && { before }) });
  const query = useLiveQuery<DocumentPage>(`/api/documents?${filter}`, ['orders']);
  const showFirstPage = () => setCursors([]);
  const changeSearchText = (text: string) => {
    setSearchText(text);
    showFirstPage();
  };
  const changeMonth = (value: string) => {
    setMonth(value);
    showFirstPage();
  };
  return (
    <Screen title={t('title')}>
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Field label={t('find')} value={searchText} onChange={changeSearchText} maxLength={100} />
        <Select
          label={t('month')}
          value={month}
          onChange={changeMonth}
          options={[
            { value: '', label: t('allMonths') },
            ...recentMonths().map((value) => ({ value, label: monthName(value) })),
          ]}
        />
      </div>
      <WhenLoaded query={query}>
        {({ documents, hasOlder }) => {
          const lastNumber = documents.at(-1)?.number;
          return (
            <Panel title={t('newest')}>
              <DocumentList documents={documents} showsOrders />
              {(cursors.length > 0 || hasOlder) && (
                <div className="mt-3 flex flex-wrap gap-2">
                  {cursors.length > 0 && <Button onPress={() => setCursors(cursors.slice(0, -1))}>{t('newer')}</Button>}
                  {hasOlder && lastNumber && (
                    <Button onPress={() => setCursors([...cursors, lastNumber])}>{t('older')}</Button>
                  )}
                </div>
              )}
            </Panel>
          );
        }}
      </WhenLoaded>
    </Screen>
  );
}
