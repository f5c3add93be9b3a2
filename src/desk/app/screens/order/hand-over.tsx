import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { DeskLine, DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { CountedLines, useCounts } from '../../ui/order/counted-lines.tsx';
import { orderForm } from '../../ui/order/order-form.tsx';
import { Panel } from '../../ui/parts.tsx';

export default orderForm('handOver', Form);

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('handOver');
  const { money } = useFormat();
  const { number, version, review } = order;
  const { dueCents, dueInCashCents: dueRoundedToFiveCents } = order.money;
  if (review?.blocking) return <p className="text-l">{t('review')}</p>;
  if (dueCents === 0) return <HandOverForm order={order} />;
  return (
    <Panel title={t('toPay', { amount: money(dueCents) })}>
      <FittingFee order={order} />
      <div className="flex flex-wrap gap-2">
        <ActButton
          act="mark-paid"
          fields={{ number, tender: 'card' }}
          shownVersion={version}
          movesMoney
          look="primary"
          label={t('card', { amount: money(dueCents) })}
        />
        <ActButton
          act="mark-paid"
          fields={{ number, tender: 'cash' }}
          shownVersion={version}
          movesMoney
          label={t('cash', { amount: money(dueRoundedToFiveCents) })}
        />
      </div>
    </Panel>
  );
}

function FittingFee({ order: { fitting } }: { order: DeskOrder }) {
  const t = useTexts('fittingTime');
  const { money } = useFormat();
  if (!fitting?.priceCents) return null;
  const isMissedOrFreed = fitting.state === 'missed' || fitting.state === 'freed';
  if (isMissedOrFreed) return null;
  return <p className="number mb-4">+ {t('fee', { amount: money(fitting.priceCents) })}</p>;
}

function HandOverForm({ order }: { order: DeskOrder }) {
  const t = useTexts('handOver');
  const actName = useTexts('acts');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { number, version, lines, acts, buyer } = order;
  // `complete` also hands over tires that nobody has recorded as arrived, and missing ones.
  const handsOverAll = search.has('all') && acts.includes('complete');
  const availableCount = (line: DeskLine) => (handsOverAll ? line.here + line.coming + line.missing : line.here);
  const availableLines = lines.filter((line) => availableCount(line) > 0);
  const { counts, setCounts, tires } = useCounts(availableLines, availableCount);
  const [productionWeeks, setProductionWeeks] = useState('');
  const completesOrder =
    handsOverAll && availableLines.every((line) => counts.get(line.position) === availableCount(line));
  if (availableLines.length === 0) return <p className="text-l">{t('nothingHere')}</p>;
  return (
    <Panel title={buyer.name || t('tires')}>
      <FittingFee order={order} />
      <CountedLines lines={availableLines} counts={counts} onChange={setCounts} max={availableCount} />
      {!completesOrder && (
        <div className="mb-4 max-w-md">
          <Field
            label={t('dot')}
            value={productionWeeks}
            onChange={setProductionWeeks}
            maxLength={100}
            hint={t('dotHint')}
          />
        </div>
      )}
      <ActButton
        act="hand-over"
        fields={completesOrder ? { number, everything: true } : { number, tires, dot: productionWeeks }}
        shownVersion={version}
        look="primary"
        label={actName('hand-over')}
        isDisabled={tires.length === 0}
        onDone={() => void navigate(`/o/${number}`)}
      />
    </Panel>
  );
}
