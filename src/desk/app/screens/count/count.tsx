import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FoundTire } from '../../../../shop/desk/search.ts';
import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { TirePicker } from '../../ui/tire-picker.tsx';

export default function Count() {
  const t = useTexts('count');
  const { branch } = useBranch();
  const format = useFormat();
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get('tire');
  const query = useLiveQuery<DeskTire>(id ? `/api/tires/${encodeURIComponent(id)}` : null, ['stock', 'orders']);
  const choose = (tire: FoundTire) => setParameters({ tire: tire.id }, { replace: true });
  return (
    <Screen title={t('title', { branch: format.branchName(branch) })}>
      <Panel title={t('tire')}>
        <TirePicker label={t('find')} autoFocus={!id} onPick={choose} />
      </Panel>
      {id && (
        <WhenLoaded query={query}>
          {(data) => (
            <CountForm
              key={`${branch} ${data.tire.id}`}
              data={data}
              onDone={() => setParameters({}, { replace: true })}
            />
          )}
        </WhenLoaded>
      )}
    </Screen>
  );
}

function CountForm({ data, onDone }: { data: DeskTire; onDone: () => void }) {
  const t = useTexts('count');
  const { branch } = useBranch();
  const stockHere = data.stock.places.find(({ place }) => place === branch);
  const expectedCount = stockHere?.onHand ?? 0;
  const notForSale = stockHere?.apart ?? 0;
  // `expected`: the stock that the screen showed when the count was typed.
  const [typed, setTyped] = useState<{ count: number; expected: number } | null>(null);
  const [reason, setReason] = useState('');
  const { run, isBusy, refused } = useAct('count');
  const counted = typed?.count ?? expectedCount;
  const difference = counted - expectedCount;
  // The first save of a count below what is promised to orders is refused; the next one of the same count confirms it.
  const mustConfirm = refused?.code === 'below-promised' && refused.details.after === counted;
  const save = async () => {
    if (difference === 0) return onDone();
    const expected = typed?.expected;
    const result = await run({ tireId: data.tire.id, branch, counted, expected, reason, belowPromised: mustConfirm });
    if (result.ok) return onDone();
    const { code, details } = result.refused;
    if (code !== 'stock-changed') return;
    const currentStock = Number(details.before);
    setTyped({ count: counted, expected: currentStock });
  };
  return (
    <Panel title={`${data.tire.manufacturer} ${data.tire.model} ${data.tire.size}`}>
      <div className="grid gap-4">
        <p className="flex flex-wrap gap-x-5">
          <span className="text-l font-semibold">{t('expected', { count: expectedCount })}</span>
          {stockHere && stockHere.held > 0 && <span>{t('held', { count: stockHere.held })}</span>}
          {stockHere && stockHere.sold > 0 && <span>{t('sold', { count: stockHere.sold })}</span>}
          {notForSale > 0 && <span className="text-quiet">{t('apart', { count: notForSale })}</span>}
        </p>
        <Stepper
          label={t('counted')}
          value={counted}
          max={9999}
          onChange={(count) => setTyped({ count, expected: expectedCount })}
        />
        {difference !== 0 && (
          <State tone={difference > 0 ? 'warn' : 'bad'}>
            {t('difference', { count: difference > 0 ? `+${difference}` : `−${-difference}` })}
          </State>
        )}
        {/* Shown before a difference is known: a typed count is applied only when Tab leaves its field, and Tab must find this one then. */}
        <Field label={t('reason')} value={reason} onChange={setReason} maxLength={200} />
        <Problem refused={refused} />
        <div>
          <Button look="primary" onPress={save} isDisabled={isBusy || (difference !== 0 && reason.trim() === '')}>
            {mustConfirm ? t('saveAnyway') : t('save')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
