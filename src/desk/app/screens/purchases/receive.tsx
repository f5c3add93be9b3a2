import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { comparableEan } from '../../../../shop/catalog/import/file/fields.ts';
import type { PurchaseLineView, PurchaseView } from '../../../../shop/desk/purchase.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel, State } from '../../ui/parts.tsx';
import { Stepper } from '../../ui/stepper.tsx';

export function Receive({ purchase }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  const outstandingLines = purchase.lines.filter((line) => line.outstanding > 0);
  const [parameters] = useSearchParams();
  const opensForScan = parameters.has('scan');
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [code, setCode] = useState('');
  const [unexpectedCode, setUnexpectedCode] = useState<string | null>(null);
  if (outstandingLines.length === 0) return null;
  const countOf = (line: PurchaseLineView) => counts.get(line.tireId) ?? 0;
  const setCount = (line: PurchaseLineView, count: number) => setCounts(new Map(counts).set(line.tireId, count));
  const scan = () => {
    const scannedCode = code.trim();
    setCode('');
    if (scannedCode === '') return;
    const line = outstandingLines.find(
      ({ ean, sku }) => sku === scannedCode || (ean !== null && comparableEan(ean) === comparableEan(scannedCode)),
    );
    const isExpected = line !== undefined && countOf(line) < line.outstanding;
    setUnexpectedCode(isExpected ? null : scannedCode);
    if (isExpected) setCount(line, countOf(line) + 1);
  };
  const countedTires = outstandingLines
    .map((line) => ({ tire: line.tireId, count: countOf(line) }))
    .filter(({ count }) => count > 0);
  const total = countedTires.reduce((sum, { count }) => sum + count, 0);
  // Includes lines that a colleague has received since. Even if only those were counted, the button must not receive the others.
  const isCounting = [...counts.values()].some((count) => count > 0);
  // `good`: the undamaged tires; without it, the server receives all that are outstanding.
  const goodTires = isCounting ? { good: countedTires } : {};
  return (
    <Panel title={t('receive')}>
      <form
        className="mb-3 max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          scan();
        }}
      >
        <Field
          label={t('scan')}
          value={code}
          onChange={setCode}
          autoComplete="off"
          hint={t('scanHint')}
          autoFocus={opensForScan}
        />
      </form>
      {unexpectedCode && (
        <p role="alert" className="mb-3">
          <State wraps tone="bad">
            {t('notOfPurchase', { code: unexpectedCode })}
          </State>
        </p>
      )}
      {isCounting && (
        <ul className="mb-3" aria-live="polite">
          {outstandingLines.map((line) => (
            <li
              key={line.tireId}
              className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2"
            >
              <span>
                {line.title} <span className="number whitespace-nowrap">{line.size}</span>{' '}
                <span className="text-quiet">{t('outstanding', { count: line.outstanding })}</span>
              </span>
              <Stepper
                label={`${line.title} ${line.size}`}
                hidesLabel
                value={countOf(line)}
                max={line.outstanding}
                onChange={(count) => setCount(line, count)}
              />
            </li>
          ))}
        </ul>
      )}
      <ActButton
        act="receive-purchase"
        fields={{ number: purchase.number, ...goodTires }}
        label={isCounting ? t('receiveCounted', { count: total }) : t('receiveAll')}
        look="primary"
        isDisabled={isCounting && total === 0}
        onDone={() => setCounts(new Map())}
      />
    </Panel>
  );
}
