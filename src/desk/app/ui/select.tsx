import { useId } from 'react';

type Props<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
};

export function Select<Value extends string>({ label, value, onChange, options }: Props<Value>) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-s text-quiet">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className="number min-h-12 w-full rounded-md border-2 border-edge bg-sheet px-3"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
