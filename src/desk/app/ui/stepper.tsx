import { Button, Group, Input, Label, NumberField } from 'react-aria-components';
import { useTexts } from '../client/texts.tsx';

type Props = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  hidesLabel?: boolean;
};

export function Stepper({ label, value, onChange, min = 0, max = 999, hidesLabel = false }: Props) {
  const t = useTexts('units');
  const buttonClass =
    'grid size-12 cursor-pointer place-items-center rounded-md border-2 border-edge text-l disabled:opacity-40';
  return (
    <NumberField
      value={value}
      onChange={(next) => onChange(Number.isNaN(next) ? min : next)}
      minValue={min}
      maxValue={max}
      step={1}
      decrementAriaLabel={t('fewer')}
      incrementAriaLabel={t('more')}
      aria-label={hidesLabel ? label : undefined}
      className="grid gap-1"
    >
      {!hidesLabel && <Label className="text-s text-quiet">{label}</Label>}
      <Group className="flex items-center gap-1">
        <Button slot="decrement" className={buttonClass}>
          −
        </Button>
        <Input className="number h-12 w-16 rounded-md border-2 border-edge bg-sheet text-center text-l" />
        <Button slot="increment" className={buttonClass}>
          +
        </Button>
      </Group>
    </NumberField>
  );
}
