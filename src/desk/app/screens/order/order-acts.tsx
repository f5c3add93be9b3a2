import { Link } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { lastHandOver } from '../../../../shop/desk/order/last-hand-over.ts';
import type { OrderAct } from '../../../../shop/desk/order/order-act.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { actsAtDesk, pathOfAct, useMayStartOrderAct } from '../../ui/order/order-row.tsx';

/** Acts with a button elsewhere: in the notes, at the hand-over, in the change form, and in the lines. */
const offeredElsewhere: readonly OrderAct[] = ['note', 'paid-cash', 'paid-card', 'swap', 'did-not-come'];

export function OrderActs({ order }: { order: DeskOrder }) {
  const t = useTexts('acts');
  const mayStart = useMayStartOrderAct();
  const { number, version, acts, nextAct } = order;
  const lastHandedOverTires = lastHandOver(order);
  const otherActs = acts.filter((act) => act !== nextAct && !offeredElsewhere.includes(act));
  const shownActs = (nextAct ? [nextAct, ...otherActs] : otherActs).filter(mayStart);
  return (
    <div className="flex flex-wrap items-start gap-2">
      {shownActs.map((act) => {
        const isNext = act === nextAct;
        const look = isNext ? 'primary' : 'plain';
        const { act: apiAct, isButton, movesMoney = false, isDangerous } = actsAtDesk[act];
        if (!isButton)
          return (
            <Link
              key={act}
              to={pathOfAct(number, act)}
              className={buttonClass(look)}
              {...(isNext && { 'data-primary': '' })}
            >
              {t(act)}
            </Link>
          );
        return (
          <ActButton
            key={act}
            act={apiAct}
            fields={{
              number,
              ...(act === 'undo-hand-over' && lastHandedOverTires && { tires: lastHandedOverTires }),
            }}
            shownVersion={version}
            label={t(act)}
            look={isDangerous && !isNext ? 'danger' : look}
            movesMoney={movesMoney}
            confirmLabel={act === 'cancel' ? t('cancelSure') : undefined}
          />
        );
      })}
    </div>
  );
}
