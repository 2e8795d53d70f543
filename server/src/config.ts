/** Reads the environment once into typed settings (access-model §12). A wrong value stops the start with one clear sentence. */
import type { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SmsGateway } from './sms-courier.ts'
import { InvalidNetwork, readTrustedProxies } from './trusted-proxies.ts'

export interface Config {
  readonly port: number
  readonly hosts: readonly string[]
  readonly publicUrl: URL
  readonly dataFolder: string
  readonly databaseUrl: string | null
  /** Proxies whose X-Forwarded-For is trusted; null if there are none. */
  readonly trustedProxies: BlockList | null
  /** How long a request may take once it has arrived. */
  readonly requestDeadlineMs: number
  readonly logLevel: string
  /** The server that sends e-mail; null if none is configured. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The gateway that sends SMS; null if none is configured. */
  readonly sms: SmsGateway | null
  /** The folder of the built console. */
  readonly consoleFolder: string
}

export class ConfigError extends Error {}

const portFrom = (text: string): number => {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}"`)
  return port
}

const urlFrom = (text: string): URL => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`AIRSIDE_PUBLIC_URL must look like https://airside.example, not "${text}"`)
  }
  return url
}

const databaseUrlFrom = (text: string | undefined): string | null => {
  if (!text) return null
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://')
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

const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))

const deadlineFrom = (text: string): number => {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 60)) {
    throw new ConfigError(`AIRSIDE_REQUEST_SECONDS must be a number from 0.1 to 60, not "${text}"`)
  }
  return seconds * 1000
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

const logLevelFrom = (text: string): string => {
  if (!LOG_LEVELS.includes(text))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
  return text
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const port = portFrom(env.PORT || '8080')
  const publicUrl = urlFrom(env.AIRSIDE_PUBLIC_URL || `http://localhost:${port}`)
  return {
    port,
    hosts: env.HOST ? [env.HOST] : ['127.0.0.1', '::1'],
    publicUrl,
    dataFolder: resolve(env.AIRSIDE_DATA || '.airside'),
    databaseUrl: databaseUrlFrom(env.DATABASE_URL),
    trustedProxies: trustedProxiesFrom(env.AIRSIDE_TRUSTED_PROXIES ?? ''),
    requestDeadlineMs: deadlineFrom(env.AIRSIDE_REQUEST_SECONDS || '10'),
    logLevel: logLevelFrom(env.LOG_LEVEL || 'info'),
    smtpUrl: smtpUrlFrom(env.AIRSIDE_SMTP_URL),
    mailFrom: env.AIRSIDE_MAIL_FROM || `Airside <no-reply@${publicUrl.hostname}>`,
    sms: smsFrom(env.AIRSIDE_SMS_URL, env.AIRSIDE_SMS_TOKEN),
    consoleFolder: resolve(env.AIRSIDE_CONSOLE || CONSOLE_FOLDER),
  }
}
