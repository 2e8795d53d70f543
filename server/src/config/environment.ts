/**
 * The settings by name: which there are, which may stand in a file (`NAME_FILE`), and what to say about an unknown
 * name. A setting with a typing error would silently be its default, so a near miss is refused.
 */
import { readFileSync } from 'node:fs'
import { meantBy } from '../domain/misspelt.ts'

export class ConfigError extends Error {}

/** What may be in a file of its own, as containers mount secrets: NAME_FILE holds its path. */
const SECRETS = [
  'DATABASE_URL',
  'AIRSIDE_DATABASE_DIRECT_URL',
  'AIRSIDE_SMTP_URL',
  'AIRSIDE_SMS_URL',
  'AIRSIDE_SMS_TOKEN',
  'AIRSIDE_S3_KEY_ID',
  'AIRSIDE_S3_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

export const SETTINGS = [
  ...SECRETS,
  ...SECRETS.map((name) => `${name}_FILE` as const),
  'AIRSIDE_PUBLIC_URL',
  'AIRSIDE_DATA',
  'AIRSIDE_DOCUMENT_STORE',
  'AIRSIDE_TRUSTED_PROXIES',
  'AIRSIDE_ARRIVAL_SECONDS',
  'AIRSIDE_REQUEST_SECONDS',
  'AIRSIDE_DRAIN_SECONDS',
  'AIRSIDE_STOP_SECONDS',
  'AIRSIDE_STORE_WAIT_SECONDS',
  'AIRSIDE_DATABASE_POOLING',
  'AIRSIDE_DATABASE_CONNECTIONS',
  'AIRSIDE_DATABASE_RESERVE',
  'AIRSIDE_DATABASE_CONNECT_SECONDS',
  'AIRSIDE_DATABASE_STATEMENT_SECONDS',
  'AIRSIDE_DATABASE_LOCK_SECONDS',
  'AIRSIDE_METRICS_PORT',
  'AIRSIDE_METRICS_HOST',
  'AIRSIDE_KEEP_AUDIT_DAYS',
  'AIRSIDE_KEEP_ENDED_DAYS',
  'AIRSIDE_KEEP_REQUESTS_DAYS',
  'AIRSIDE_KEEP_BUCKETS_DAYS',
  'AIRSIDE_MAIL_FROM',
  'AIRSIDE_SUPPORT_EMAIL',
  'AIRSIDE_WEBHOOK_LOOPBACK',
  'AIRSIDE_CONSOLE',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_BSP_SCHEDULE_DELAY',
] as const
/** Short and common names, which others use too: nothing is said about what resembles them. */
const COMMON = ['PORT', 'HOST', 'LOG_LEVEL'] as const

export type SettingName = (typeof SETTINGS)[number] | (typeof COMMON)[number]

/** Names of the integrator's command line and of the tests, which may be set where a server starts. */
const USED_ELSEWHERE = /^AIRSIDE_(URL|OPERATOR|API_KEY|CLIENT_SECRET|CONFIG_DIR|PROFILE|ENVIRONMENT|TEST_\w+)$/

const isSetting = (name: string): boolean => [...SETTINGS, ...COMMON].some((known) => known === name)

/** Names that begin like settings and are none; one that is nearly a setting is refused. */
export const unknownSettings = (env: NodeJS.ProcessEnv): string[] => {
  const others = Object.keys(env).filter((name) => !isSetting(name) && !USED_ELSEWHERE.test(name))
  for (const name of others) {
    const meant = meantBy(name.toUpperCase(), SETTINGS)
    if (meant) throw new ConfigError(`There is no setting ${name}: did you mean ${meant}?`)
  }
  return others.filter((name) => name.startsWith('AIRSIDE_'))
}

const fileText = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new ConfigError(`${name}_FILE names ${file}, which cannot be read`)
  }
}

/** Reads one setting, from its file where it has one; empty counts as not set. */
export const settingsIn = (env: NodeJS.ProcessEnv): ((name: SettingName) => string | undefined) => {
  return (name) => {
    const file = SECRETS.some((secret) => secret === name) ? env[`${name}_FILE`] : undefined
    if (!file) return env[name] || undefined
    if (env[name]) throw new ConfigError(`Set ${name} or ${name}_FILE, not both`)
    return fileText(name, file) || undefined
  }
}

export const secondsFrom = (
  name: SettingName,
  text: string,
  { least, most }: { least: number; most: number },
): number => {
  const seconds = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || seconds < least || seconds > most)
    throw new ConfigError(`${name} must be a number from ${least} to ${most}, not "${text}"`)
  return seconds * 1000
}
