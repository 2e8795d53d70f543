/** Reads the environment once into typed settings (access-model §12). A wrong value stops the start with one clear sentence. */
import type { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SmsGateway } from '../background/sms-courier.ts'
import { InvalidNetwork } from '../domain/oauth/network.ts'
import { MAX_KEPT_DAYS, MIN_AUDIT_DAYS, type Retention, USUAL_RETENTION } from '../domain/tenancy/retention.ts'
import type { PlaceSetting } from '../storage/contents/contents.ts'
import type { PostgresSettings } from '../storage/engines/postgres-settings.ts'
import { type TracingSettings, tracingSettingsFrom } from '../tracing/tracing-settings.ts'
import { documentPlacesFrom } from './document-places.ts'
import { ConfigError, type SettingName, secondsFrom, settingsIn, unknownSettings } from './environment.ts'
import { postgresSettingsFrom } from './postgres-config.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

export interface Config {
  readonly port: number
  readonly hosts: readonly string[]
  readonly publicUrl: URL
  readonly dataFolder: string
  readonly databaseUrl: string | null
  readonly postgres: PostgresSettings
  /** Where the bytes of documents lie: new ones in the first place. */
  readonly documentPlaces: readonly PlaceSetting[]
  /** Proxies whose X-Forwarded-For is trusted; null if there are none. */
  readonly trustedProxies: BlockList | null
  /** How long a request may take once it has arrived. */
  readonly arrivalMs: number
  readonly requestDeadlineMs: number
  /** After SIGTERM, how long the server still listens and says that it is stopping. */
  readonly drainMs: number
  /** How long a stop may take as a whole. */
  readonly stopMs: number
  /** How long a start waits for PostgreSQL. */
  readonly storeWaitMs: number
  /** How long what is over is kept. */
  readonly retention: Retention
  /** Whether the host chose how long audit logs are kept. */
  readonly choosesAuditDays: boolean
  readonly logLevel: string
  /** Where metrics are served; null if nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | null
  /** Where traces go; null if nowhere. */
  readonly tracing: TracingSettings | null
  /** The server that sends e-mail; null if none is configured. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Whom people write to where an operator is suspended. */
  readonly supportEmail: string
  /** The gateway that sends SMS; null if none is configured. */
  readonly sms: SmsGateway | null
  /** Whether events are sent to this machine too, for a demo or a test. */
  readonly allowsWebhookLoopback: boolean
  /** The folder of the built console. */
  readonly consoleFolder: string
  /** Names that begin with AIRSIDE_ and are no settings. */
  readonly unknown: readonly string[]
}

const portFrom = (name: SettingName, text: string): number => {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new ConfigError(`${name} must be a number from 0 to 65535, not "${text}"`)
  return port
}

const urlFrom = (text: string): URL => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`AIRSIDE_PUBLIC_URL must look like https://airside.example, not "${text}"`)
  }
  return url
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** Never repeats the value: it may hold a password. */
const databaseUrlFrom = (name: string, text: string | undefined): string | null => {
  if (!text) return null
  if (!/^postgres(ql)?:\/\//.test(text)) throw new ConfigError(`${name} must start with postgres:// or postgresql://`)
  const url = URL.parse(text)
  if (!url) throw new ConfigError(`${name} is no URL: write special characters of a password as %40 and the like`)
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new ConfigError(`sslmode in ${name} must be one of ${SSL_MODES.join(', ')}, not "${mode}"`)
  return text
}

const smtpUrlFrom = (text: string | undefined): string | null => {
  if (!text) return null
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text))
    throw new ConfigError('AIRSIDE_SMTP_URL must look like smtps://user:password@mail.example:465')
  return text
}

const smsFrom = (url: string | undefined, token: string | undefined): SmsGateway | null => {
  if (!url) return null
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new ConfigError('AIRSIDE_SMS_URL must look like https://sms.example/send')
  return { url, token: token || null }
}

const trustedProxiesFrom = (text: string): BlockList | null => {
  try {
    return readTrustedProxies(text)
  } catch (error) {
    if (!(error instanceof InvalidNetwork)) throw error
    throw new ConfigError(
      `AIRSIDE_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, not "${error.message}"`,
    )
  }
}

const isSet = (setting: ReturnType<typeof settingsIn>, name: SettingName): boolean => {
  const text = setting(name) ?? '0'
  if (text === '0' || text === '1') return text === '1'
  throw new ConfigError(`${name} must be 0 or 1, not "${text}"`)
}

const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url))

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

const logLevelFrom = (text: string): string => {
  if (!LOG_LEVELS.includes(text))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
  return text
}

const hostFrom = (name: SettingName, text: string): string => {
  if (/[\s/,@]|^\[|:\d+$(?<!:.*:.*)/.test(text))
    throw new ConfigError(`${name} must be one address or name of this machine, without port, not "${text}"`)
  return text
}

const metricsFrom = (setting: ReturnType<typeof settingsIn>): Config['metrics'] => {
  const port = setting('AIRSIDE_METRICS_PORT')
  const host = hostFrom('AIRSIDE_METRICS_HOST', setting('AIRSIDE_METRICS_HOST') ?? '127.0.0.1')
  return port === undefined ? null : { port: portFrom('AIRSIDE_METRICS_PORT', port), host }
}

const daysFrom = (setting: ReturnType<typeof settingsIn>, name: SettingName, usual: number, least = 1): number => {
  const text = setting(name) ?? String(usual)
  const days = Number(text)
  if (/^\d{1,6}$/.test(text) && days >= least && days <= MAX_KEPT_DAYS) return days
  throw new ConfigError(`${name} must be a whole number from ${least} to ${MAX_KEPT_DAYS}, not "${text}"`)
}

const retentionFrom = (setting: ReturnType<typeof settingsIn>): Retention => ({
  auditDays: daysFrom(setting, 'AIRSIDE_KEEP_AUDIT_DAYS', USUAL_RETENTION.auditDays, MIN_AUDIT_DAYS),
  endedDays: daysFrom(setting, 'AIRSIDE_KEEP_ENDED_DAYS', USUAL_RETENTION.endedDays),
  requestDays: daysFrom(setting, 'AIRSIDE_KEEP_REQUESTS_DAYS', USUAL_RETENTION.requestDays),
  bucketDays: daysFrom(setting, 'AIRSIDE_KEEP_BUCKETS_DAYS', USUAL_RETENTION.bucketDays),
})

const mailFrom = (text: string): string => {
  if (/[\r\n]/.test(text) || !/^[^<>]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/.test(text))
    throw new ConfigError(`AIRSIDE_MAIL_FROM must look like Airside <no-reply@airside.example>, not "${text}"`)
  return text
}

const emailFrom = (name: SettingName, text: string): string => {
  if (/^[^<>@\s]+@[^<>@\s]+$/.test(text)) return text
  throw new ConfigError(`${name} must be an e-mail address, not "${text}"`)
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const unknown = unknownSettings(env)
  const setting = settingsIn(env)
  const port = portFrom('PORT', setting('PORT') ?? '8080')
  const publicUrl = urlFrom(setting('AIRSIDE_PUBLIC_URL') ?? `http://localhost:${port}`)
  const host = setting('HOST')
  const seconds = (name: Parameters<typeof secondsFrom>[0], usual: string, least: number, most: number) =>
    secondsFrom(name, setting(name) ?? usual, { least, most })
  return {
    port,
    hosts: host === undefined ? ['127.0.0.1', '::1'] : [hostFrom('HOST', host)],
    publicUrl,
    dataFolder: resolve(setting('AIRSIDE_DATA') ?? '.airside'),
    databaseUrl: databaseUrlFrom('DATABASE_URL', setting('DATABASE_URL')),
    postgres: postgresSettingsFrom(
      setting,
      databaseUrlFrom('AIRSIDE_DATABASE_DIRECT_URL', setting('AIRSIDE_DATABASE_DIRECT_URL')),
    ),
    documentPlaces: documentPlacesFrom(setting),
    trustedProxies: trustedProxiesFrom(setting('AIRSIDE_TRUSTED_PROXIES') ?? ''),
    arrivalMs: seconds('AIRSIDE_ARRIVAL_SECONDS', '12', 1, 600),
    requestDeadlineMs: seconds('AIRSIDE_REQUEST_SECONDS', '10', 0.1, 60),
    drainMs: seconds('AIRSIDE_DRAIN_SECONDS', '3', 0, 600),
    stopMs: seconds('AIRSIDE_STOP_SECONDS', '10', 1, 600),
    storeWaitMs: seconds('AIRSIDE_STORE_WAIT_SECONDS', '30', 0, 3600),
    metrics: metricsFrom(setting),
    tracing: tracingSettingsFrom(setting),
    retention: retentionFrom(setting),
    choosesAuditDays: setting('AIRSIDE_KEEP_AUDIT_DAYS') !== undefined,
    logLevel: logLevelFrom(setting('LOG_LEVEL') ?? 'info'),
    smtpUrl: smtpUrlFrom(setting('AIRSIDE_SMTP_URL')),
    mailFrom: mailFrom(setting('AIRSIDE_MAIL_FROM') ?? `Airside <no-reply@${publicUrl.hostname}>`),
    supportEmail: emailFrom(
      'AIRSIDE_SUPPORT_EMAIL',
      setting('AIRSIDE_SUPPORT_EMAIL') ?? `support@${publicUrl.hostname}`,
    ),
    sms: smsFrom(setting('AIRSIDE_SMS_URL'), setting('AIRSIDE_SMS_TOKEN')),
    allowsWebhookLoopback: isSet(setting, 'AIRSIDE_WEBHOOK_LOOPBACK'),
    consoleFolder: resolve(setting('AIRSIDE_CONSOLE') ?? CONSOLE_FOLDER),
    unknown,
  }
}
