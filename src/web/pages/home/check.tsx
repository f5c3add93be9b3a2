import type { ReactNode } from 'react';
import { useFollowing } from '../../ui/use-following.ts';

type Props = {
  name: string;
  value: string;
  checked: boolean;
  /** Tires that are left with it. */
  count: number;
  onChange: () => void;
  children: ReactNode;
};

/** A filter that is on or off. Uncontrolled, as selects are, so that it works before any script and keeps its focus. */
export function Check({ name, value, checked, count, onChange, children }: Props) {
  const box = useFollowing<HTMLInputElement>('checked', checked);
  const empty = count === 0 && !checked;
  return (
    <label className={`flex min-h-11 items-start gap-2 py-2 text-s lg:min-h-9 lg:py-1.5 ${empty ? 'text-quiet' : ''}`}>
      <input
        ref={box}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={checked}
        onChange={onChange}
        className="choice"
      />
      <span className="min-w-0">
        {children} <span className="tabular whitespace-nowrap text-quiet">({count})</span>
      </span>
    </label>
  );
}
