import { useState } from 'react';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import type { PriceListPreview } from '../../../../shop/catalog/import/preview/preview.ts';
import { Refused, uploadFile } from '../../client/api.ts';
import { useScreen } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Answer, Panel, State } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Preview } from './preview.tsx';

type ImportRow = {
  id: number;
  at: string;
  file: string;
  suppliers: string[];
  counts: { added: number; updated: number; removed: number; failed: number };
  actor: string;
  recorded: boolean;
  undone_at: string | null;
};

export default function PriceList() {
  const t = useTexts('priceList');
  const [preview, setPreview] = useState<PriceListPreview | null>(null);
  const [isReading, setReading] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const query = useScreen<ImportRow[]>('/api/price-lists', ['imports']);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    setRefused(null);
    setPreview(null);
    try {
      setPreview(await uploadFile(`/api/price-list?${new URLSearchParams({ name: file.name })}`, file));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <Screen title={t('title')}>
      <Panel title={t('file')}>
        <p className="mb-3 text-quiet">{t('explains')}</p>
        <FileTrigger acceptedFileTypes={['.csv', 'text/csv']} onSelect={(files) => void upload(files?.[0])}>
          <AriaButton className={buttonClass(preview ? 'plain' : 'primary')} isDisabled={isReading}>
            {isReading ? t('reading') : t('choose')}
          </AriaButton>
        </FileTrigger>
        <Problem refused={refused} />
      </Panel>
      {preview && <Preview key={preview.upload} preview={preview} onApplied={() => setPreview(null)} />}
      <Answer query={query}>{(imports) => <Imports rows={imports} />}</Answer>
    </Screen>
  );
}

function Imports({ rows }: { rows: ImportRow[] }) {
  const t = useTexts('priceList');
  const { time, actor } = useFormat();
  const last = rows.find((row) => row.undone_at === null);
  return (
    <Panel title={t('imports')} count={rows.length}>
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
          >
            <span className="number text-quiet">{time(row.at)}</span>
            <span className="min-w-0 flex-1 basis-56">
              <span className="font-semibold break-all">{row.file}</span>
              <span className="block text-s text-quiet">
                {row.suppliers.join(', ')}, {actor(row.actor)}
              </span>
            </span>
            <span className="number text-s">
              {t('counts', { added: row.counts.added, updated: row.counts.updated, removed: row.counts.removed })}
            </span>
            {row.undone_at && <State tone="quiet">{t('undone')}</State>}
            {row.id === last?.id && row.recorded && (
              <ActButton act="undo-price-list" fields={{ id: row.id }} label={t('undo')} look="danger" />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
