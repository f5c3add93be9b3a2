/** Milliseconds after the load of the document: by then it is shown and can be used. */
const delayMs = 1000;

/** Starts the life of the build about 1 s after load; its code is no part of the first view. */
export function startAfterLoad(): void {
  const start = () =>
    setTimeout(() => {
      import('./build-life.ts').then(({ startBuildLife }) => startBuildLife()).catch(console.warn);
    }, delayMs);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}
