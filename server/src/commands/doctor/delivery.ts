/**
 * Whether messages and traces can leave: the mail server is greeted and told our name and password, the SMS gateway is
 * connected to, with its certificate checked where it has one, the collector gets an empty list. Nothing is sent.
 */
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

const NO_ANSWER = 'it does not answer within 5 seconds: is a firewall between us?'
const NOT_TRUSTED =
  'its certificate is not trusted here: install a valid one, or NODE_EXTRA_CA_CERTS with its authority'

/** What is wrong and where to look, by the codes of Node and of the mail library. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: does it run, and is the port right?',
  ENOTFOUND: 'its name does not resolve: is it spelled right?',
  EAI_AGAIN: 'its name cannot be resolved now: does DNS work on this machine?',
  EDNS: 'its name does not resolve: is it spelled right?',
  EHOSTUNREACH: 'no route leads there: is the network up?',
  ENETUNREACH: 'no route leads there: is the network up?',
  ETIMEDOUT: NO_ANSWER,
  ECONNRESET: 'it ends the connection at once: is it the right port, with or without TLS?',
  EPROTOCOL: 'it does not answer as a mail server does: is it the right port, with or without TLS?',
  EAUTH: 'it refuses the user name and password of AIRSIDE_SMTP_URL',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port: is the scheme right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
}

const reasonOf = (error: unknown): string => {
  const { code = '', message } = error as { code?: string; message: string }
  const known = Object.keys(REASONS).find((name) => code === name || message.includes(name))
  if (known !== undefined) return REASONS[known] ?? message
  return code === 'ESOCKET' || code === 'ECONNECTION' || code === '' ? message : `${message} (${code})`
}

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
    return { what, verdict: 'failed', detail: `${host} does not take our messages: ${reasonOf(error)}` }
  } finally {
    transport.close()
  }
}

const reach = (url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const isTls = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port) || (isTls ? 443 : 80)
    const to = { host, port, timeout: TIMEOUT_MS }
    // A certificate names hosts; an address has none to tell.
    const socket = isTls ? connectTls({ ...to, ...(isIP(host) === 0 ? { servername: host } : {}) }) : connect(to)
    const end = (error?: Error) => {
      socket.destroy()
      if (error) reject(error)
      else resolve()
    }
    socket.once(isTls ? 'secureConnect' : 'connect', () => end())
    socket.once('timeout', () => end(Object.assign(new Error(NO_ANSWER), { code: 'ETIMEDOUT' })))
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
  const url = new URL(sms.url)
  try {
    await reach(url)
    const isNamed = sms.token !== null
    const unnamed = `${url.host} is reached, but AIRSIDE_SMS_TOKEN is not set: a gateway takes messages from known senders`
    return { what, verdict: isNamed ? 'fine' : 'attention', detail: isNamed ? `${url.host} is reached` : unnamed }
  } catch (error) {
    return { what, verdict: 'failed', detail: `${url.host} is not reached: ${reasonOf(error)}` }
  }
}

export const tracesFinding = async ({ tracing }: Config): Promise<Finding> => {
  const what = 'Traces'
  if (tracing === null) return { what, verdict: 'fine', detail: 'off: OTEL_EXPORTER_OTLP_ENDPOINT is not set' }
  const { postSpans } = await import('../../tracing/collector.ts')
  const { host } = new URL(tracing.url)
  const posted = await postSpans(tracing, '{"resourceSpans":[]}')
  if (posted.outcome === 'taken') return { what, verdict: 'fine', detail: `${host} takes them` }
  const reason = REASONS[posted.reason] ?? posted.reason
  return { what, verdict: 'attention', detail: `${host} does not take them: ${reason}` }
}
