import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { useBranch } from '../../client/branch.tsx';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { CountedLines, useCounts } from '../../ui/order/counted-lines.tsx';
import { orderForm } from '../../ui/order/order-form.tsx';
import { Panel } from '../../ui/parts.tsx';

export default orderForm('warranty', Form);

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('warranty');
  const navigate = useNavigate();
  const { branch } = useBranch();
  const format = useFormat();
  const { number, version } = order;
  const lines = order.lines.filter((line) => line.handedOver > 0);
  const { counts, setCounts, tires } = useCounts(lines, () => 0);
  const [reason, setReason] = useState('');
  return (
    <Panel title={t('tires')}>
      <div className="grid gap-4">
        <CountedLines lines={lines} counts={counts} onChange={setCounts} max={(line) => line.handedOver} />
        <Field label={t('reason')} value={reason} onChange={setReason} maxLength={200} />
        <p className="text-s text-quiet">{t('explains', { branch: format.branchName(branch) })}</p>
        <ActButton
          act="swap-warranty"
          fields={{ number, tires, branch, reason }}
          shownVersion={version}
          look="primary"
          label={t('swap')}
          isDisabled={tires.length === 0 || reason.trim() === ''}
          onDone={() => void navigate(`/o/${number}`)}
        />
      </div>
    </Panel>
  );
}
