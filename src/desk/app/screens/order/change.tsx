import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChangeSummary } from '../../../../shop/checkout/change/change-result.ts';
import type { DeskLine, DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import type { FoundTire } from '../../../../shop/desk/search.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { CountedLines, useCounts } from '../../ui/order/counted-lines.tsx';
import { BranchChoice, FulfilmentChoice } from '../../ui/order/order-choices.tsx';
import { orderForm } from '../../ui/order/order-form.tsx';
import { Panel } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TirePicker } from '../../ui/tire-picker.tsx';
import { Summary } from './change-summary.tsx';

type Preview = {
  change: Record<string, unknown>;
  summary: ChangeSummary;
  /** The newest event of the order. The change is refused if there is a newer one. */
  event: number;
  isUnchanged: boolean;
};

export default orderForm('change', Form);

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('change');
  const navigate = useNavigate();
  const { number, version, buyer } = order;
  const openLines = order.lines.filter((line) => line.count > line.handedOver);
  const { counts, setCounts } = useCounts(openLines, (line) => line.count);
  const [swap, setSwap] = useState<{ from: DeskLine; to: FoundTire } | null>(null);
  const onlyLine = openLines.length === 1 ? openLines[0] : undefined;
  const [replacedId, setReplacedId] = useState(onlyLine?.tireId ?? null);
  const [branch, setBranch] = useState(order.branch);
  const [fulfilment, setFulfilment] = useState(order.fulfilment);
  const [plate, setPlate] = useState(order.plate ?? '');
  const [name, setName] = useState(buyer.name);
  const [phone, setPhone] = useState(buyer.phone);
  const [email, setEmail] = useState(buyer.email);
  const [preview, setPreview] = useState<Preview | null>(null);
  const { run, isBusy, refused } = useAct('preview-change');

  const ifChanged = <T,>(value: T, before: T) => (value === before ? undefined : value);
  const chosenCount = (line: DeskLine) => counts.get(line.position) ?? line.count;
  const priceInEuros = ({ priceCents }: FoundTire) => priceCents / 100;
  const changeWith = (chosenSwap: typeof swap) => ({
    counts: openLines
      .filter(({ tireId }) => tireId !== chosenSwap?.from.tireId)
      .filter((line) => chosenCount(line) !== line.count)
      .map((line) => ({ id: line.tireId, count: chosenCount(line) })),
    swaps: chosenSwap
      ? [{ from: chosenSwap.from.tireId, to: chosenSwap.to.id, price: priceInEuros(chosenSwap.to) }]
      : [],
    branch: ifChanged(branch, order.branch),
    fulfilment: ifChanged(fulfilment, order.fulfilment),
    plate: ifChanged(plate.trim() === '' ? null : plate, order.plate),
    customer: {
      name: ifChanged(name, buyer.name),
      phone: ifChanged(phone, buyer.phone),
      email: ifChanged(email, buyer.email),
    },
  });
  const showPreview = async (chosenSwap: typeof swap) => {
    const change = changeWith(chosenSwap);
    const result = await run({ number, change });
    if (!result.ok) return;
    const { summary, event, isUnchanged } = result.answer as Omit<Preview, 'change'>;
    setPreview({ change, summary, event, isUnchanged });
  };

  if (preview)
    return (
      <Panel title={t('preview')}>
        <div className="grid gap-4">
          {preview.isUnchanged ? <p>{t('unchanged')}</p> : <Summary summary={preview.summary} />}
          <div className="flex flex-wrap gap-2">
            <ActButton
              // Makes every kind of change.
              act="swap-tires"
              fields={{ number, change: preview.change, event: preview.event }}
              shownVersion={version}
              movesMoney
              look="primary"
              label={t('apply')}
              isDisabled={preview.isUnchanged}
              onDone={() => void navigate(`/o/${number}`)}
            />
            <Button onPress={() => setPreview(null)}>{t('back')}</Button>
          </div>
        </div>
      </Panel>
    );
  const replacedLine = openLines.find(({ tireId }) => tireId === replacedId);
  return (
    <div className="grid gap-4">
      {openLines.length > 0 && (
        <Panel title={t('fewer')}>
          <CountedLines lines={openLines} counts={counts} onChange={setCounts} max={(line) => line.count} />
        </Panel>
      )}
      <Panel title={t('swap')}>
        <div className="grid gap-3">
          {openLines.length > 1 && (
            <Choice
              label={t('instead')}
              value={replacedId}
              onChange={setReplacedId}
              options={openLines.map(({ tireId, title, size }) => ({ value: tireId, label: `${title} ${size}` }))}
            />
          )}
          {swap ? (
            <p className="flex flex-wrap items-center gap-3">
              {swap.from.title} → {swap.to.manufacturer} {swap.to.model} {swap.to.size}
              <Button onPress={() => setSwap(null)}>{t('remove')}</Button>
            </p>
          ) : (
            replacedLine && (
              <TirePicker
                label={t('newTire')}
                onPick={(to) => {
                  setSwap({ from: replacedLine, to });
                  // The price difference matters most, so the preview opens at once.
                  void showPreview({ from: replacedLine, to });
                }}
              />
            )
          )}
        </div>
      </Panel>
      <Panel title={t('rest')}>
        <div className="grid gap-3">
          <BranchChoice value={branch} onChange={setBranch} />
          <FulfilmentChoice value={fulfilment} onChange={setFulfilment} />
          <Field label={t('plate')} value={plate} onChange={setPlate} maxLength={12} />
          <Field label={t('name')} value={name} onChange={setName} />
          <Field label={t('phone')} value={phone} onChange={setPhone} inputMode="tel" />
          <Field label={t('email')} value={email} onChange={setEmail} inputMode="email" />
        </div>
      </Panel>
      <div>
        <Button look="primary" onPress={() => showPreview(swap)} isDisabled={isBusy}>
          {t('show')}
        </Button>
      </div>
      <Problem refused={refused} />
    </div>
  );
}
