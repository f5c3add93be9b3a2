import { useState } from 'react';
import type { PriceListPreview } from '../../../../shop/catalog/import/preview/preview.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Preview } from './preview.tsx';

type ImportRow = {
  id: number;
  at: string;
  file: string;
  suppliers: string[];
  counts: { added: number; updated: number; removed: number; failed: number };
  actor: string;
  /** Whether the changes of the import are stored, so that it can be undone. */
  recorded: boolean;
  undone_at: string | null;
};

export default function PriceList() {
  const t = useTexts('priceList');
  const [preview, setPreview] = useState<PriceListPreview | null>(null);
  const query = useLiveQuery<ImportRow[]>('/api/price-lists', ['imports']);
  return (
    <Screen title={t('title')}>
      <Panel title={t('file')}>
        <p className="mb-3 text-quiet">{t('explains')}</p>
        <FileUpload<PriceListPreview>
          uploadPath={(fileName) => `/api/price-list?${new URLSearchParams({ name: fileName })}`}
          accept={['.csv', 'text/csv']}
          label={t('choose')}
          busyLabel={t('reading')}
          look={preview ? 'plain' : 'primary'}
          onAnswer={setPreview}
        />
      </Panel>
      {preview && <Preview key={preview.upload} preview={preview} onApplied={() => setPreview(null)} />}
      <WhenLoaded query={query}>{(imports) => <Imports rows={imports} />}</WhenLoaded>
    </Screen>
  );
}

function Imports({ rows }: { rows: ImportRow[] }) {
  const t = useTexts('priceList');
  const { time, actorName } = useFormat();
  const latestInForce = rows.find((row) => row.undone_at === null);
  return (
    <ListPanel title={t('imports')} rows={rows}>
      {(row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
        >
          <span className="number text-quiet">{time(row.at)}</span>
          <span className="min-w-0 flex-1 basis-56">
            <span className="font-semibold break-all">{row.file}</span>
            <span className="block text-s text-quiet">
              {row.suppliers.join(', ')}, {actorName(row.actor)}
            </span>
          </span>
          <span className="number text-s">
            {t('counts', { added: row.counts.added, updated: row.counts.updated, removed: row.counts.removed })}
          </span>
          {row.undone_at && <State tone="quiet">{t('undone')}</State>}
          {row.id === latestInForce?.id && row.recorded && (
            <ActButton act="undo-price-list" fields={{ id: row.id }} label={t('undo')} look="danger" />
          )}
        </li>
      )}
    </ListPanel>
  );
}
