import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/desk-order.ts';
import { useTexts } from '../../client/texts.tsx';
import { useOrder } from '../../client/use-order.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Answer, Panel } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Stepper } from '../../ui/stepper.tsx';

/** Money first, when something is due; then the tires, by default all that are here. */
export default function HandOver() {
  const t = useTexts('handOver');
  const { number, query } = useOrder();
  return (
    <Screen title={t('title', { number })}>
      <Answer query={query}>{(order) => <Form key={order.version} order={order} />}</Answer>
    </Screen>
  );
}

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('handOver');
  const acts = useTexts('acts');
  const navigate = useNavigate();
  const { money } = useFormat();
  const { number, version, lines, nextAct } = order;
  const { dueCents, dueInCashCents } = order.money;
  const everything = nextAct === 'complete';
  const available = (line: DeskOrder['lines'][number]) => (everything ? line.here + line.coming : line.here);
  const open = lines.filter((line) => available(line) > 0);
  const [counts, setCounts] = useState(() => new Map(open.map((line) => [line.position, available(line)])));
  const chosen = open.map((line) => ({ id: line.tireId, count: counts.get(line.position) ?? 0 }));
  const isAll = open.every((line) => counts.get(line.position) === available(line));
  const tires = chosen.filter(({ count }) => count > 0);
  if (order.review?.blocking) return <p className="text-l">{t('review')}</p>;
  if (dueCents > 0)
    return (
      <Panel title={t('toPay', { amount: money(dueCents) })}>
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="mark-paid"
            fields={{ number, tender: 'card' }}
            seen={version}
            movesMoney
            look="primary"
            label={t('card', { amount: money(dueCents) })}
          />
          <ActButton
            act="mark-paid"
            fields={{ number, tender: 'cash' }}
            seen={version}
            movesMoney
            label={t('cash', { amount: money(dueInCashCents) })}
          />
        </div>
      </Panel>
    );
  if (open.length === 0) return <p className="text-l">{t('nothingHere')}</p>;
  return (
    <Panel title={t('tires')}>
      <ul>
        {open.map((line) => (
          <li
            key={line.position}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
          >
            <span className="font-semibold">
              {line.title} <span className="number">{line.size}</span>
              {line.shelf && <span className="block font-normal text-quiet">{line.shelf}</span>}
            </span>
            <Stepper
              label={`${line.title} ${line.size}`}
              hidesLabel
              value={counts.get(line.position) ?? 0}
              max={available(line)}
              onChange={(count) => setCounts(new Map(counts).set(line.position, count))}
            />
          </li>
        ))}
      </ul>
      <ActButton
        act="hand-over"
        fields={everything && isAll ? { number, everything: true } : { number, tires }}
        seen={version}
        look="primary"
        label={acts('hand-over')}
        isDisabled={tires.length === 0}
        onDone={() => void navigate(`/o/${number}`)}
      />
    </Panel>
  );
}
