import { startTransition, useLayoutEffect, useState } from 'react';

/** Returns `value` one frame late, after the rest is painted. (`useDeferredValue` may render before the paint.) */
export function useAfterPaint<T extends object>(value: T): T {
  const [painted, setPainted] = useState(value);
  useLayoutEffect(() => {
    if (painted === value) return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value, painted]);
  return painted;
}
