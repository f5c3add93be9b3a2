import { useNavigate } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { dialable } from '../../../../shop/dialable.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { orderForm } from '../../ui/order/order-form.tsx';
import { Panel } from '../../ui/parts.tsx';

export default orderForm('delay', Form);

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('delay');
  const actName = useTexts('acts');
  const { day, time } = useFormat();
  const navigate = useNavigate();
  const { number, version, delay, buyer } = order;
  if (!delay?.open) return <p className="text-l">{t('none')}</p>;
  const wasMailed = buyer.email !== '';
  const refundsOnCancel = order.money.paidCents > 0;
  const openOrder = () => void navigate(`/o/${number}`);
  return (
    <Panel title={delay.expectedOn ? t('newDay', { day: day(delay.expectedOn) }) : t('noDay')}>
      <div className="grid gap-4">
        <p>
          {wasMailed
            ? t('told', { promised: day(delay.promisedOn), time: time(delay.toldAt), due: time(delay.answerDueAt) })
            : t('unanswered', { promised: day(delay.promisedOn) })}
        </p>
        {buyer.phone && (
          <p>
            <a href={`tel:${dialable(buyer.phone)}`} className={buttonClass()}>
              {t('call', { name: buyer.name, phone: buyer.phone.replaceAll(' ', '\u00A0') })}
            </a>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="answer-delay"
            fields={{ number, answer: 'wait', expectedOn: delay.expectedOn }}
            shownVersion={version}
            look="primary"
            label={t('wait')}
            onDone={openOrder}
          />
          <ActButton
            act="answer-delay"
            fields={{ number, answer: 'cancel' }}
            shownVersion={version}
            movesMoney
            look="danger"
            label={refundsOnCancel ? t('cancel') : actName('cancel')}
            onDone={openOrder}
          />
        </div>
      </div>
    </Panel>
  );
}
