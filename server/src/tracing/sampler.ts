/** Which requests are traced. A trace that a proxy began is followed as the proxy decided, unless the setting says not to ask it. */
import { ConfigError } from '../config/environment.ts'

/** The part of a trace that a trusted proxy has: its ids, and whether it records. */
export interface RemoteParent {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

export interface Sampler {
  /** Of the traces that begin here, how many are recorded: 0 to 1. */
  readonly ratio: number
  readonly followsParent: boolean
}

const NAMES = ['always_on', 'always_off', 'traceidratio'] as const
const PARENT_BASED = 'parentbased_'
const ALL_NAMES = [...NAMES, ...NAMES.map((name) => `${PARENT_BASED}${name}`)]

const ratioFrom = (text: string): number => {
  const ratio = Number(text)
  if (!/^\d*\.?\d+$/.test(text) || ratio > 1)
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}"`)
  return ratio
}

export const readSampler = (name = 'parentbased_always_on', argument = '1'): Sampler => {
  if (!ALL_NAMES.includes(name))
    throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${ALL_NAMES.join(', ')}, not "${name}"`)
  const own = name.replace(PARENT_BASED, '')
  const ratio = own === 'traceidratio' ? ratioFrom(argument) : own === 'always_on' ? 1 : 0
  return { ratio, followsParent: name.startsWith(PARENT_BASED) }
}

/** Hex digits of a trace id that count as its number: 56 bits, which are random by W3C's Trace Context Level 2. */
const RANDOM_DIGITS = 14

/** Every process decides the same of one trace: by its id. */
const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) / 16 ** RANDOM_DIGITS < ratio

export const isSampled = (sampler: Sampler, traceId: string, parent: RemoteParent | null): boolean =>
  sampler.followsParent && parent !== null ? parent.isSampled : isWithin(traceId, sampler.ratio)
