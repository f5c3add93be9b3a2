import { useState } from 'react';
import type { ImportRefusal } from '../../../../shop/catalog/import/file/refusal.ts';
import type { PriceListPreview } from '../../../../shop/catalog/import/preview/preview.ts';
import { listRefusalText } from '../../../messages/list-refusal.ts';
import { rowFaultText } from '../../../messages/row-fault.ts';
import { type Translator, useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Counts, Panel, State } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';

function refusedText(t: Translator<'priceList'>, refusal: ImportRefusal): string {
  const text = t('refused', { reason: listRefusalText(t, refusal) });
  const advice = `advice.${refusal.reason}`;
  return t.has(advice as never) ? `${text}. ${t(advice as never)}` : text;
}

/** Returns the warning for a refusal that the owner may override with `force`; null for other refusals. */
function warningText(t: Translator<'priceList'>, { reason }: ImportRefusal): string | null {
  if (reason === 'removes-too-many') return t('cut');
  return reason === 'empties-stock' ? t('emptied') : null;
}

export function Preview({ preview, onApplied }: { preview: PriceListPreview; onApplied: () => void }) {
  const t = useTexts('priceList');
  const { money, branchName } = useFormat();
  const { report, jumps: priceJumps, overwritten: overwrittenStock } = preview;
  const { run, isBusy, refused } = useAct('apply-price-list');
  const [force, setForce] = useState(false);
  const hasCatalogueChanged = refused?.code === 'changed-since';
  const removesMostTires = report.removed > report.updated + report.unchanged;
  const warning = report.refusal && warningText(t, report.refusal);
  const isForced = warning !== null && force;
  const isRefused = report.refusal !== null && !isForced;
  const apply = async () => {
    const result = await run({ upload: preview.upload, force, confirmed: hasCatalogueChanged });
    if (result.ok) onApplied();
  };
  const counts: [string, number][] = [
    [t('added'), report.added],
    [t('updated'), report.updated],
    [t('repriced'), report.priceChanged],
    [t('unchanged'), report.unchanged],
    [t('removed'), report.removed],
    [t('failed'), report.failed],
  ];
  return (
    <Panel title={t('preview', { name: preview.name })}>
      <div className="grid gap-4">
        <Counts counts={counts} />
        {removesMostTires && (
          <State wraps tone="bad">
            {t('removesMost', { count: report.removed })}
          </State>
        )}
        {report.refusal && (
          <State wraps tone="bad">
            {warning ?? refusedText(t, report.refusal)}
          </State>
        )}
        {report.errors.length > 0 && (
          <details>
            <summary className="min-h-12 cursor-pointer py-3 font-semibold">{t('errors')}</summary>
            <ul className="text-s">
              {report.errors.map((error) => (
                <li key={`${error.line} ${error.column} ${error.fault.reason}`}>
                  {t('error', { line: error.line, column: error.column ?? 'none' })}: {rowFaultText(t, error.fault)}
                  {error.value !== '' && (
                    <>
                      {' '}
                      (<code className="break-all">{error.value}</code>)
                    </>
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
        {priceJumps.length > 0 && (
          <section>
            <h3 className="font-semibold">{t('jumps')}</h3>
            <ul className="text-s">
              {priceJumps.map((jump) => (
                <li
                  key={jump.tireId}
                  className="number flex flex-wrap justify-between gap-x-4 border-t border-line py-1"
                >
                  <span>
                    {jump.title} {jump.size}
                  </span>
                  <span>
                    {money(jump.before)} → {money(jump.after)} ({jump.percent > 0 ? '+' : '−'}
                    {Math.abs(jump.percent)} %)
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {overwrittenStock.total > 0 && (
          <section>
            <h3 className="font-semibold">
              <State tone="warn">{t('overwritten', { count: overwrittenStock.total })}</State>
            </h3>
            <ul className="text-s">
              {overwrittenStock.rows.map((row) => (
                <li
                  key={row.tireId + row.branch}
                  className="number flex flex-wrap justify-between gap-x-4 border-t border-line py-1"
                >
                  <span>
                    {row.title} {row.size}
                  </span>
                  <span>
                    {branchName(row.branch)}: {row.before} → {row.after}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {warning && !force && <Button onPress={() => setForce(true)}>{t('force')}</Button>}
        <Problem refused={refused} />
        <div>
          <Button look="primary" onPress={apply} isDisabled={isBusy || isRefused}>
            {hasCatalogueChanged ? t('applyAnyway') : t('apply')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
