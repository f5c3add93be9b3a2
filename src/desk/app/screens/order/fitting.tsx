import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { useTexts } from '../../client/texts.tsx';
import { useOrder } from '../../client/use-order.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TimePicker, useFittingTimes, VehicleChoice } from '../../ui/fitting/fitting-times.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';

export default function Fitting() {
  const t = useTexts('fittingTime');
  const { number, query } = useOrder();
  // The forms made by `orderForm` reset when the order changes. This one does not: an employee on the phone would lose the choices.
  return (
    <Screen title={t('titleOf', { number })}>
      <WhenLoaded query={query}>{(order) => <Form order={order} />}</WhenLoaded>
    </Screen>
  );
}

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('fittingTime');
  const navigate = useNavigate();
  const { dayAndTime } = useFormat();
  const { number, version, buyer, fitting } = order;
  const [vehicle, setVehicle] = useState(fitting?.vehicle ?? 'car');
  const [isOtherSetStored, setOtherSetStored] = useState(fitting?.storage ?? false);
  const [wantsEarlierTime, setWantsEarlierTime] = useState(fitting?.earlier ?? false);
  const isBooked = fitting?.state === 'booked';
  const bookedStart = isBooked ? fitting.at : null;
  const times = useFittingTimes(`/api/orders/${number}/fitting?vehicle=${vehicle}`, bookedStart);
  const { selectedStart } = times;
  const time = selectedStart === null ? '' : dayAndTime(selectedStart);
  return (
    <Panel title={buyer.name || number}>
      <div className="grid gap-4">
        <VehicleChoice value={vehicle} onChange={setVehicle} />
        <TimePicker times={times} />
        <div>
          <Checkbox label={t('storage')} value={isOtherSetStored} onChange={setOtherSetStored} />
          <Checkbox label={t('earlier')} value={wantsEarlierTime} onChange={setWantsEarlierTime} />
        </div>
        {buyer.email === '' ? (
          <State wraps tone="warn">
            {t('mustTell', { phone: buyer.phone })}
          </State>
        ) : (
          <p className="text-quiet">{t('told')}</p>
        )}
        <ActButton
          act="book-order-fitting"
          fields={{ number, at: selectedStart, vehicle, storage: isOtherSetStored, earlier: wantsEarlierTime }}
          shownVersion={version}
          look="primary"
          label={isBooked ? t('moveTo', { time }) : t('book', { time })}
          isDisabled={selectedStart === null}
          onDone={() => void navigate(`/o/${number}`)}
        />
      </div>
    </Panel>
  );
}
