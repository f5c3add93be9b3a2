import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { sessionKey, type Topic } from './queries.ts';

type Message = { topics: string[]; orders: number[] };

/** When the stream was lost; null: the stream is open. */
let lostAt: string | null = null;
const listeners = new Set<() => void>();

function setConnected(value: boolean): void {
  if ((lostAt === null) === value) return;
  lostAt = value ? null : new Date().toISOString();
  for (const listener of [...listeners]) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns when the stream of changes was lost, as ISO; null: the stream is open. */
export function useLostAt(): string | null {
  return useSyncExternalStore(listen, () => lostAt);
}

const retryMs = 3_000;

/** Resolves when the stream is open again, at the latest after 3 s, because a proxy may never pass the stream on. */
export function untilConnected(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (lostAt !== null && Date.now() - since < retryMs) return;
      clearInterval(timer);
      stop();
      resolve();
    };
    const since = Date.now();
    const timer = setInterval(check, retryMs);
    const stop = listen(check);
  });
}

const reconnectMs = 2_000;

/** The desk sends an event every 15 s. After this time without an event the connection counts as lost: a lost network often reports no error. */
const silenceMs = 20_000;

/** How often the screens are read while the stream cannot be opened, as behind a proxy that does not pass it on. */
const pollMs = 15_000;

/** Changes within this time are read together. The desk sends few messages, however many orders come in. */
const gatherMs = 50;

export function useLiveUpdates(isSignedIn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    let source: EventSource;
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
    const changedTopics = new Set<string>();
    let refreshTimer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      refreshTimer = undefined;
      const topics = [...changedTopics];
      changedTopics.clear();
      void client.invalidateQueries({
        predicate: ({ meta }) =>
          topics.includes('all') ||
          ((meta?.topics as Topic[] | undefined) ?? []).some((topic) => topics.includes(topic)),
      });
      if (topics.includes('people')) void client.invalidateQueries({ queryKey: sessionKey });
    };
    const addTopics = (topics: readonly string[]) => {
      for (const topic of topics) changedTopics.add(topic);
      if (topics.length > 0) refreshTimer ??= setTimeout(refresh, gatherMs);
    };
    let wasLost = false;
    let pollTimer: ReturnType<typeof setInterval> | undefined;
    let silenceTimer: ReturnType<typeof setTimeout> | undefined;
    const restartSilenceTimer = () => {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(reconnect, silenceMs);
    };
    const markLost = () => {
      wasLost = true;
      pollTimer ??= setInterval(() => addTopics(['all']), pollMs);
      setConnected(false);
      // The server ends the stream of a session that is over.
      void client.invalidateQueries({ queryKey: sessionKey });
    };
    const connect = () => {
      source = new EventSource('/api/events');
      source.addEventListener('alive', restartSilenceTimer);
      source.onopen = () => {
        restartSilenceTimer();
        clearInterval(pollTimer);
        pollTimer = undefined;
        setConnected(true);
        // Changes that happened while the stream was lost are not known.
        if (wasLost) addTopics(['all', 'people']);
        wasLost = false;
      };
      source.onmessage = ({ data }: MessageEvent<string>) => {
        restartSilenceTimer();
        const { topics, orders } = JSON.parse(data) as Message;
        addTopics(orders.length > 0 ? [...topics, 'orders'] : topics);
      };
      source.onerror = () => {
        markLost();
        // Browsers do not reconnect after a response that is no stream, such as an error of a proxy.
        if (source.readyState === EventSource.CLOSED) reconnectSoon();
      };
    };
    const reconnectSoon = () => {
      clearTimeout(silenceTimer);
      clearTimeout(reconnectTimer);
      reconnectTimer = setTimeout(connect, reconnectMs);
    };
    const reconnect = () => {
      source.close();
      markLost();
      reconnectSoon();
    };
    connect();
    addEventListener('offline', reconnect);
    return () => {
      removeEventListener('offline', reconnect);
      source.close();
      for (const pending of [reconnectTimer, refreshTimer, silenceTimer]) clearTimeout(pending);
      clearInterval(pollTimer);
      setConnected(true);
    };
  }, [client, isSignedIn]);
}
