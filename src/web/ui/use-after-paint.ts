import { startTransition, useLayoutEffect, useState } from 'react';

/**
 * The value once a frame with it has been painted, until then the one before: what can wait takes it from here, and what
 * cannot is seen sooner. (`useDeferredValue` renders later, but may still do so before the paint.)
 */
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
