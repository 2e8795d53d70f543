/**
 * The settings of traces, by OpenTelemetry's own names (its "Environment Variable Specification"). Without a collector
 * there are no traces.
 */
import { ConfigError, type SettingName } from '../config/environment.ts'
import { readSampler, type Sampler } from './sampler.ts'

export interface TracingSettings {
  /** Where spans are posted. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What describes this service, beside what the process knows of itself. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: Sampler
  /** How long spans wait for others, to be sent together. */
  readonly sendEveryMs: number
}

const PROTOCOL = 'http/json'
const TRACES_PATH = 'v1/traces'
const USUAL_DELAY = '1000'
const MIN_DELAY_MS = 10
const MAX_DELAY_MS = 60_000
const HEADERS = { isName: /^[!#$%&'*+.^_`|~\w-]+$/, isValue: /^[\x20-\x7e]*$/ }
/** What describes the service is sent in a body: any text. */
const ATTRIBUTES = { isName: /./, isValue: /(?:)/ }

const urlFrom = (text: string): string => {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector.example:4318; secrets belong in OTEL_EXPORTER_OTLP_HEADERS',
    )
  return new URL(TRACES_PATH, url).href
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return null
  }
}

/** `name=value,name=value`, each encoded as in a URL. Never repeats a value: it may be a secret. */
const pairsFrom = (
  name: SettingName,
  text: string,
  { isName, isValue }: { readonly isName: RegExp; readonly isValue: RegExp },
): Record<string, string> => {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)].map(decoded)
      const isPair = pair.includes('=') && key && isName.test(key) && value != null && isValue.test(value)
      if (!isPair) throw new ConfigError(`${name} must look like name=value,name=value, with special characters as %2C`)
      return [key, value] as [string, string]
    }),
  )
}

const refuseOtherProtocols = (protocol: string): void => {
  if (protocol !== PROTOCOL)
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be ${PROTOCOL}, not "${protocol}": collectors take it at port 4318`,
    )
}

const delayFrom = (text: string): number => {
  const ms = Number(text)
  if (/^\d{1,6}$/.test(text) && ms >= MIN_DELAY_MS && ms <= MAX_DELAY_MS) return ms
  throw new ConfigError(
    `OTEL_BSP_SCHEDULE_DELAY must be milliseconds from ${MIN_DELAY_MS} to ${MAX_DELAY_MS}, not "${text}"`,
  )
}

/** Null where no collector is set. What is set is checked all the same. */
export const tracingSettingsFrom = (setting: (name: SettingName) => string | undefined): TracingSettings | null => {
  const endpoint = setting('OTEL_EXPORTER_OTLP_ENDPOINT')
  refuseOtherProtocols(setting('OTEL_EXPORTER_OTLP_PROTOCOL') ?? PROTOCOL)
  const described = pairsFrom('OTEL_RESOURCE_ATTRIBUTES', setting('OTEL_RESOURCE_ATTRIBUTES') ?? '', ATTRIBUTES)
  const service = setting('OTEL_SERVICE_NAME') ?? described['service.name'] ?? 'airside'
  const headers = pairsFrom('OTEL_EXPORTER_OTLP_HEADERS', setting('OTEL_EXPORTER_OTLP_HEADERS') ?? '', HEADERS)
  const sampler = readSampler(setting('OTEL_TRACES_SAMPLER'), setting('OTEL_TRACES_SAMPLER_ARG'))
  const sendEveryMs = delayFrom(setting('OTEL_BSP_SCHEDULE_DELAY') ?? USUAL_DELAY)
  if (endpoint === undefined) return null
  return { url: urlFrom(endpoint), headers, resource: { ...described, 'service.name': service }, sampler, sendEveryMs }
}
