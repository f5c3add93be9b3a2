import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { useBranch } from '../../client/branch.tsx';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { CountedLines, useCounts } from '../../ui/order/counted-lines.tsx';
import { BranchChoice } from '../../ui/order/order-choices.tsx';
import { orderForm } from '../../ui/order/order-form.tsx';
import { Panel } from '../../ui/parts.tsx';

const conditions = ['new', 'mounted', 'damaged', 'wrong'] as const;

type ProposedRefund = { amountCents: number; reason: string };

/** Takes tires back. An owner must then confirm the refund separately. */
export default orderForm('return', Form);

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('return');
  const navigate = useNavigate();
  const { branch: deviceBranch } = useBranch();
  const { number, version } = order;
  const lines = order.lines.filter((line) => line.handedOver > 0);
  const { counts, setCounts, tires } = useCounts(lines, (line) => line.handedOver);
  const [condition, setCondition] = useState<(typeof conditions)[number] | null>(null);
  const [branch, setBranch] = useState(deviceBranch);
  if (lines.length === 0) return <p className="text-l">{t('nothing')}</p>;
  return (
    <Panel title={t('tires')}>
      <div className="grid gap-4">
        <CountedLines lines={lines} counts={counts} onChange={setCounts} max={(line) => line.handedOver} />
        <Choice
          label={t('condition')}
          value={condition}
          onChange={setCondition}
          options={conditions.map((value) => ({ value, label: t(`is.${value}`) }))}
        />
        <p className="text-s text-quiet">{t('explains')}</p>
        <BranchChoice value={branch} onChange={setBranch} />
        <ActButton
          act="take-back"
          fields={{ number, tires, condition, branch }}
          shownVersion={version}
          look="primary"
          label={t('takeBack')}
          isDisabled={tires.length === 0 || condition === null}
          onDone={(answer) => {
            // Undefined in the response to a repeated request.
            const refund = answer.proposedRefund as ProposedRefund | undefined;
            if (!refund || refund.amountCents <= 0) return void navigate(`/o/${number}`);
            const parameters = new URLSearchParams({ cents: String(refund.amountCents), reason: refund.reason });
            void navigate(`/o/${number}/refund?${parameters}`);
          }}
        />
      </div>
    </Panel>
  );
}
