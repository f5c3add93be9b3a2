import { useState } from 'react';
import type { PurchaseView } from '../../../../shop/desk/purchase.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/parts.tsx';
import { Stepper } from '../../ui/stepper.tsx';

export function SupplierAnswer({ purchase }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  const outstandingLines = purchase.lines.filter((line) => line.outstanding > 0);
  const onlyLine = outstandingLines.length === 1 ? outstandingLines[0] : undefined;
  const [selectedTireId, setSelectedTireId] = useState(onlyLine?.tireId ?? null);
  const [count, setCount] = useState(onlyLine?.outstanding ?? 1);
  const [day, setDay] = useState('');
  const line = outstandingLines.find(({ tireId }) => tireId === selectedTireId);
  if (outstandingLines.length === 0) return null;
  const { number } = purchase;
  const expectedField = day === '' ? {} : { expected: day };
  const selectedPieces = { tire: selectedTireId ?? '', count };
  return (
    <Panel title={t('answer')}>
      <div className="grid gap-4">
        <Field label={t('day')} type="date" value={day} onChange={setDay} />
        <ActButton act="confirm-purchase" fields={{ number, ...expectedField }} label={t('confirmAll')} />
        <Choice
          label={t('oneTire')}
          value={selectedTireId}
          onChange={(id) => {
            setSelectedTireId(id);
            setCount(outstandingLines.find(({ tireId }) => tireId === id)?.outstanding ?? 1);
          }}
          options={outstandingLines.map(({ tireId, title, size }) => ({ value: tireId, label: `${title} ${size}` }))}
        />
        {line && (
          <>
            <Stepper label={t('count')} value={count} min={1} max={line.outstanding} onChange={setCount} />
            <div className="flex flex-wrap gap-2">
              <ActButton
                act="confirm-purchase"
                fields={{ number, pieces: [selectedPieces], ...expectedField }}
                label={t('confirm')}
              />
              <ActButton
                act="backorder-purchase"
                fields={{ number, pieces: [selectedPieces], ...expectedField }}
                label={t('backorder')}
              />
              <ActButton
                act="refuse-purchase"
                fields={{ number, refused: selectedPieces }}
                label={t('refuse')}
                look="danger"
              />
              <ActButton
                act="cancel-purchase"
                fields={{ number, cancelled: selectedPieces }}
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
