/**
 * Publishes what is asked of a store: each statement that is sent, and for traces (ADR 66) when transactions and
 * statements begin and end. Without a subscriber it costs one look at a flag.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { EngineKind } from './engine.ts'

const statements = channel('airside:statement')

export const noteStatement = (text: string): void => {
  if (statements.hasSubscribers) statements.publish(text)
}

/** A transaction, or one statement. */
export interface StoreWork {
  readonly store: EngineKind
  readonly statement?: string
}

export const storeTraces = tracingChannel<StoreWork, unknown>('airside:store')

export const isTraced = (): boolean => storeTraces.start.hasSubscribers

/** Only where `isTraced`: whoever listens is told when the work begins and ends. */
export const traced = <T>(work: StoreWork, run: () => Promise<T>): Promise<T> => storeTraces.tracePromise(run, work)

/** For a job that is run later, among those of others: it runs in the context of whoever asked for it. */
export const inAskersContext = <T>(job: () => Promise<T>): (() => Promise<T>) =>
  isTraced() ? AsyncLocalStorage.bind(job) : job
