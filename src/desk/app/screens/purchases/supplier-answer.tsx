import { useState } from 'react';
import type { PurchaseView } from '../../../../shop/desk/purchase.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/parts.tsx';
import { Stepper } from '../../ui/stepper.tsx';

export function AnswerOfSupplier({ purchase }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  const outstandingLines = purchase.lines.filter((line) => line.outstanding > 0);
  const [tire, setTire] = useState<string | null>(
    outstandingLines.length === 1 ? (outstandingLines[0]?.tireId ?? null) : null,
  );
  const [count, setCount] = useState(outstandingLines.length === 1 ? (outstandingLines[0]?.outstanding ?? 1) : 1);
  const [day, setDay] = useState('');
  const line = outstandingLines.find(({ tireId }) => tireId === tire);
  if (outstandingLines.length === 0) return null;
  const { number } = purchase;
  const expected = day === '' ? {} : { expected: day };
  const pieces = [{ tire: tire ?? '', count }];
  return (
    <Panel title={t('answer')}>
      <div className="grid gap-4">
        <Field label={t('day')} type="date" value={day} onChange={setDay} />
        <ActButton act="confirm-purchase" fields={{ number, ...expected }} label={t('confirmAll')} />
        <Choice
          label={t('oneTire')}
          value={tire}
          onChange={(id) => {
            setTire(id);
            setCount(outstandingLines.find(({ tireId }) => tireId === id)?.outstanding ?? 1);
          }}
          options={outstandingLines.map(({ tireId, title, size }) => ({ value: tireId, label: `${title} ${size}` }))}
        />
        {line && (
          <>
            <Stepper label={t('count')} value={count} min={1} max={line.outstanding} onChange={setCount} />
            <div className="flex flex-wrap gap-2">
              <ActButton act="confirm-purchase" fields={{ number, pieces, ...expected }} label={t('confirm')} />
              <ActButton act="backorder-purchase" fields={{ number, pieces, ...expected }} label={t('backorder')} />
              <ActButton
                act="refuse-purchase"
                fields={{ number, refused: pieces[0] }}
                label={t('refuse')}
                look="danger"
              />
              <ActButton
                act="cancel-purchase"
                fields={{ number, cancelled: pieces[0] }}
                label={t('cancel')}
                look="danger"
              />
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
