import { useState } from 'react';
import type { ListedRules, PricesPreview } from '../../../../shop/catalog/prices/rules/prices-preview.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Screen } from '../../ui/screen.tsx';
import { RulesPreview } from './rules-preview.tsx';

type PricesView = { file: string | null; applied: AppliedRules[] };

/** `removesRules`: the rules were removed, so the prices of the price lists apply. */
type AppliedRules = Omit<ListedRules, 'at' | 'undoneAt'> & { at: string; undoneAt: string | null };

export default function Prices() {
  const t = useTexts('prices');
  const query = useLiveQuery<PricesView>('/api/prices', ['imports']);
  return (
    <Screen title={t('title')}>
      <WhenLoaded query={query}>
        {({ file, applied }) => (
          <div className="grid gap-4">
            <RulesPanel file={file} hasAppliedRules={findInForce(applied)?.removesRules === false} />
            <AppliedPanel rows={applied} />
          </div>
        )}
      </WhenLoaded>
    </Screen>
  );
}

const findInForce = (applied: AppliedRules[]) => applied.find((row) => row.undoneAt === null);

/** The guard holds back prices that change much in a day, or are outside the limits in the rules. */
function RulesPanel({ file, hasAppliedRules }: { file: string | null; hasAppliedRules: boolean }) {
  const t = useTexts('prices');
  const { run, isBusy, refused } = useAct('preview-prices');
  const [ignoresGuard, setIgnoresGuard] = useState(false);
  const [preview, setPreview] = useState<PricesPreview | null>(null);
  const changeIgnoresGuard = (value: boolean) => {
    setIgnoresGuard(value);
    setPreview(null);
  };
  const showPreview = async () => {
    setPreview(null);
    const result = await run({ ignoresGuard });
    if (result.ok) setPreview(result.answer.preview as PricesPreview);
  };
  if (file === null && !hasAppliedRules)
    return (
      <Panel title={t('rules')}>
        <p className="text-quiet">{t('noRules')}</p>
      </Panel>
    );
  return (
    <>
      <Panel title={t('rules')}>
        <div className="grid justify-items-start gap-3">
          <p className="text-quiet">{file === null ? t('noFile') : t('file', { file })}</p>
          <Checkbox label={t('pastGuard')} value={ignoresGuard} onChange={changeIgnoresGuard} />
          <Button look={preview ? 'plain' : 'primary'} onPress={showPreview} isDisabled={isBusy}>
            {isBusy ? t('reading') : t('show')}
          </Button>
          <Problem refused={refused} />
        </div>
      </Panel>
      {preview && (
        <RulesPreview
          key={preview.hash}
          preview={preview}
          ignoresGuard={ignoresGuard}
          onApplied={() => setPreview(null)}
        />
      )}
    </>
  );
}

function AppliedPanel({ rows }: { rows: AppliedRules[] }) {
  const t = useTexts('prices');
  const { time, actorName } = useFormat();
  const inForce = findInForce(rows);
  return (
    <ListPanel title={t('applied')} rows={rows} emptyText={t('none')}>
      {(row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
        >
          <span className="number text-quiet">{time(row.at)}</span>
          <span className="min-w-0 flex-1 basis-56">
            <span className="font-semibold break-all">{row.removesRules ? t('toLists') : row.file}</span>
            <span className="block text-s text-quiet">{actorName(row.actor)}</span>
          </span>
          <span className="number text-s">{t('changed', { count: row.changed })}</span>
          {row.undoneAt && <State tone="quiet">{t('undone')}</State>}
          {row.id === inForce?.id && (
            <ActButton
              act="undo-prices"
              fields={{ id: row.id }}
              label={t('undo')}
              confirmLabel={t('undoConfirm')}
              look="danger"
            />
          )}
        </li>
      )}
    </ListPanel>
  );
}
