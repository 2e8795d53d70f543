/** Whether messages can leave: the mail server is greeted, the SMS gateway's address is reached; nothing is sent. */
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

const reasonOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).message

export const mailFinding = async ({ smtpUrl }: Config): Promise<Finding> => {
  const what = 'Mail'
  if (smtpUrl === null) {
    return { what, verdict: 'attention', detail: 'AIRSIDE_SMTP_URL is not set: nobody can be invited or reset by mail' }
  }
  const { host } = new URL(smtpUrl)
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.verify()
    return { what, verdict: 'fine', detail: `${host} takes our messages` }
  } catch (error) {
    return { what, verdict: 'failed', detail: `${host} does not take our messages (${reasonOf(error)})` }
  } finally {
    transport.close()
  }
}

const reach = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS })
    const end = (error?: Error) => {
      socket.destroy()
      if (error) reject(error)
      else resolve()
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end(new Error('it does not answer')))
    socket.once('error', end)
  })

export const smsFinding = async ({ sms }: Config): Promise<Finding> => {
  const what = 'SMS'
  if (sms === null) {
    return {
      what,
      verdict: 'attention',
      detail: 'AIRSIDE_SMS_URL is not set: the developer portal makes no client secrets',
    }
  }
  const { protocol, hostname, port, host } = new URL(sms.url)
  const fallback = protocol === 'https:' ? 443 : 80
  try {
    await reach(hostname.replace(/^\[|\]$/g, ''), Number(port) || fallback)
    const isNamed = sms.token !== null
    const detail = isNamed ? `${host} is reached` : `${host} is reached; AIRSIDE_SMS_TOKEN is not set`
    return { what, verdict: isNamed ? 'fine' : 'attention', detail }
  } catch (error) {
    return { what, verdict: 'failed', detail: `${host} is not reached (${reasonOf(error)})` }
  }
}
