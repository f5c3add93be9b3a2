import { useState } from 'react';
import { centsFromText } from '../../../../shop/money.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useMayStart } from '../../client/use-may-start.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';

type CashDrawer = {
  openedAt: string;
  openedBy: string;
  openingCents: number;
  receivedCents: number;
  refundedCents: number;
  movements: { at: string; actor: string; amountCents: number; reason: string }[];
  expectedCents: number;
  closed: { at: string; by: string; countedCents: number; differenceCents: number } | null;
};

export default function Cash() {
  const t = useTexts('cash');
  const { branch } = useBranch();
  const format = useFormat();
  const query = useLiveQuery<{ drawer: CashDrawer | null }>(`/api/cash?branch=${branch}`, ['cash', 'orders']);
  const mayUseDrawer = useMayStart()('open-drawer');
  return (
    <Screen title={t('title', { branch: format.branchName(branch) })}>
      <WhenLoaded query={query}>
        {({ drawer }) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {drawer && <DrawerTotals drawer={drawer} />}
            {mayUseDrawer &&
              (isOpen(drawer) ? <CountAndMoveForms branch={branch} /> : <OpenDrawerForm branch={branch} />)}
          </div>
        )}
      </WhenLoaded>
    </Screen>
  );
}

const isOpen = (drawer: CashDrawer | null) => drawer !== null && drawer.closed === null;

function DrawerTotals({ drawer }: { drawer: CashDrawer }) {
  const t = useTexts('cash');
  const { money, time, actorName } = useFormat();
  const rows: [string, number][] = [
    [t('opening'), drawer.openingCents],
    [t('received'), drawer.receivedCents],
    // Not `-refundedCents`, because −0 would be shown with its sign.
    [t('refunded'), 0 - drawer.refundedCents],
  ];
  return (
    <Panel title={drawer.closed ? t('lastDrawer') : t('drawer')}>
      <p className="text-s text-quiet">
        {t('openedBy', { actor: actorName(drawer.openedBy), time: time(drawer.openedAt) })}
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        {rows.map(([label, cents]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="number m-0 text-right">{money(cents)}</dd>
          </div>
        ))}
        {drawer.movements.map((movement) => (
          <div key={movement.at} className="contents">
            <dt>
              {movement.reason} <span className="text-s text-quiet">{actorName(movement.actor)}</span>
            </dt>
            <dd className="number m-0 text-right">{money(movement.amountCents)}</dd>
          </div>
        ))}
        <dt className="border-t border-line pt-2 text-l font-semibold">{t('expected')}</dt>
        <dd className="number m-0 border-t border-line pt-2 text-right text-l font-semibold">
          {money(drawer.expectedCents)}
        </dd>
      </dl>
      {drawer.closed && (
        <p className="mt-3">
          {t('counted', { amount: money(drawer.closed.countedCents), actor: actorName(drawer.closed.by) })}{' '}
          {drawer.closed.differenceCents !== 0 && (
            <State tone="bad">{t('difference', { amount: money(drawer.closed.differenceCents) })}</State>
          )}
        </p>
      )}
    </Panel>
  );
}

function OpenDrawerForm({ branch }: { branch: string }) {
  const t = useTexts('cash');
  const [amount, setAmount] = useState('');
  const cents = centsFromText(amount);
  return (
    <Panel title={t('openTitle')}>
      <div className="grid gap-3">
        <Field label={t('amount')} value={amount} onChange={setAmount} inputMode="decimal" placeholder="150,00" />
        <ActButton
          act="open-drawer"
          fields={{ branch, cents }}
          label={t('open')}
          look="primary"
          movesMoney
          isDisabled={cents === null}
          onDone={() => setAmount('')}
        />
      </div>
    </Panel>
  );
}

function CountAndMoveForms({ branch }: { branch: string }) {
  const t = useTexts('cash');
  const [movedAmount, setMovedAmount] = useState('');
  const [reason, setReason] = useState('');
  const [countedAmount, setCountedAmount] = useState('');
  const movedCents = centsFromText(movedAmount);
  const countedCents = centsFromText(countedAmount);
  const isMoveDisabled = !movedCents || reason.trim() === '';
  const clearMove = () => {
    setMovedAmount('');
    setReason('');
  };
  return (
    <div className="grid gap-4">
      <Panel title={t('count')}>
        <div className="grid gap-3">
          <Field label={t('amount')} value={countedAmount} onChange={setCountedAmount} inputMode="decimal" />
          <ActButton
            act="count-cash"
            fields={{ branch, cents: countedCents }}
            label={t('close')}
            confirmLabel={t('closeAsks')}
            look="primary"
            movesMoney
            isDisabled={countedCents === null}
            onDone={() => setCountedAmount('')}
          />
        </div>
      </Panel>
      <Panel title={t('move')}>
        <div className="grid gap-3">
          <Field label={t('amount')} value={movedAmount} onChange={setMovedAmount} inputMode="decimal" />
          <Field label={t('reason')} value={reason} onChange={setReason} maxLength={200} />
          <div className="flex flex-wrap gap-2">
            <ActButton
              act="move-cash"
              fields={{ branch, cents: movedCents, reason }}
              label={t('putIn')}
              movesMoney
              isDisabled={isMoveDisabled}
              onDone={clearMove}
            />
            <ActButton
              act="move-cash"
              fields={{ branch, cents: -(movedCents ?? 0), reason }}
              label={t('takeOut')}
              movesMoney
              isDisabled={isMoveDisabled}
              onDone={clearMove}
            />
          </div>
        </div>
      </Panel>
    </div>
  );
}
