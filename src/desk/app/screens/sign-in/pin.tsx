import { useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';

const pinLength = 6;
const digitsFromOne = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

export function Pin({
  name,
  onPin,
  onBack,
}: {
  name: string;
  onPin: (pin: string) => Promise<void>;
  onBack: () => void;
}) {
  const t = useTexts('signIn');
  const [pin, setPin] = useState('');
  const addDigit = (digit: string) => setPin((before) => (before.length < pinLength ? before + digit : before));
  // An effect event: `onPin` changes with each render, but a PIN must be sent once, as wrong attempts are limited.
  const send = useEffectEvent(() => void onPin(pin).finally(() => setPin('')));
  useEffect(() => {
    if (pin.length === pinLength) send();
  }, [pin]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (/^\d$/.test(key)) addDigit(key);
      else if (key === 'Backspace') setPin((before) => before.slice(0, -1));
      else if (key === 'Escape') onBack();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <div className="grid gap-4">
      <p className="text-l">{t('pinOf', { name })}</p>
      <p
        role="status"
        className="pl-[0.5em] text-center text-2xl tracking-[0.5em]"
        aria-label={t('pinTyped', { count: pin.length })}
      >
        {'●'.repeat(pin.length)}
        {'○'.repeat(pinLength - pin.length)}
      </p>
      <div className="grid grid-cols-3 gap-2">
        {digitsFromOne.map((digit) => (
          <Button key={digit} wide onPress={() => addDigit(digit)}>
            <span className="text-xl">{digit}</span>
          </Button>
        ))}
        <Button wide onPress={onBack}>
          {t('otherPerson')}
        </Button>
        <Button wide onPress={() => addDigit('0')}>
          <span className="text-xl">0</span>
        </Button>
        <Button wide onPress={() => setPin('')}>
          {t('clear')}
        </Button>
      </div>
    </div>
  );
}
