/** doctor looks at mail and SMS: it tries a connection, sends nothing, and says in a sentence what is wrong (portals §3). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { runCommand } from '../support/server-process.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp-server.ts'
import { type Place, preparedPlace } from '../support/test-server.ts'

describe('doctor on mail and SMS', () => {
  let place: Place
  let mail: SmtpServer
  /** Takes connections and says hello: neither TLS nor a mail server. */
  const other = createServer((socket) => socket.on('error', () => {}).end('hello\r\n'))
  let otherHost = ''
  /** A mail server that knows nobody's password. */
  const strict = createServer((socket) => {
    socket.on('error', () => {}).write('220 strict\r\n')
    socket.on('data', (line) => {
      const command = String(line)
      if (/^EHLO/.test(command)) socket.write('250-strict\r\n250 AUTH PLAIN\r\n')
      else if (/^QUIT/.test(command)) socket.end('221 bye\r\n')
      else socket.write('535 who are you?\r\n')
    })
  })
  before(async () => {
    place = await preparedPlace('sqlite')
    mail = await startSmtpServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    strict.listen(0, '127.0.0.1')
    await once(strict, 'listening')
    otherHost = `127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  after(async () => {
    other.close()
    strict.close()
    await mail.close()
    await place.dispose()
  })

  const found = async (settings: Record<string, string>): Promise<{ Mail: string; SMS: string }> => {
    const command = runCommand(['doctor', '--json'], { ...place.environment, ...settings })
    const output = await command.catch(({ stdout }: { stdout: string }) => stdout)
    const { findings } = JSON.parse(output) as { findings: { what: string; verdict: string; detail: string }[] }
    const sentence = (wanted: string): string => {
      const { verdict, detail } = findings.find(({ what }) => what === wanted) ?? assert.fail(wanted)
      return `${verdict}: ${detail}`
    }
    return { Mail: sentence('Mail'), SMS: sentence('SMS') }
  }

  test('doctor greets the mail server and connects to the SMS gateway, and sends no message', async () => {
    const { Mail, SMS } = await found({
      AIRSIDE_SMTP_URL: mail.url,
      AIRSIDE_SMS_URL: `http://${otherHost}/sms`,
      AIRSIDE_SMS_TOKEN: 'abc',
    })
    assert.match(Mail, /^fine: 127\.0\.0\.1:\d+ takes our messages$/)
    assert.equal(SMS, `fine: ${otherHost} is reached`)
    assert.equal(mail.messages.length, 0)
  })

  test('doctor says that nothing listens, and that settings are missing', async () => {
    const { Mail, SMS } = await found({
      AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:1',
      AIRSIDE_SMS_URL: 'https://127.0.0.1:1/',
    })
    assert.match(Mail, /^failed: 127\.0\.0\.1:1 does not take our messages: nothing listens there/)
    assert.match(SMS, /^failed: 127\.0\.0\.1:1 is not reached: nothing listens there/)
    const without = await found({})
    assert.match(without.Mail, /^attention: AIRSIDE_SMTP_URL is not set/)
    assert.match(without.SMS, /^attention: AIRSIDE_SMS_URL is not set/)
    const unnamed = await found({ AIRSIDE_SMS_URL: `http://${otherHost}/sms` })
    assert.match(unnamed.SMS, /^attention: .* AIRSIDE_SMS_TOKEN is not set/)
  })

  test('doctor says that a port speaks something else, that a name does not resolve, and that a password is refused', async () => {
    const wrong = await found({ AIRSIDE_SMTP_URL: `smtp://${otherHost}`, AIRSIDE_SMS_URL: `https://${otherHost}/sms` })
    assert.match(wrong.Mail, /: it does not answer as a mail server does/)
    assert.match(wrong.SMS, /: it does not speak TLS on this port/)
    const unknown = await found({
      AIRSIDE_SMTP_URL: 'smtp://mail.airside.invalid',
      AIRSIDE_SMS_URL: 'https://sms.airside.invalid/',
    })
    for (const sentence of Object.values(unknown)) assert.match(sentence, /: its name (does not|cannot be) resolve/)
    const { port } = strict.address() as AddressInfo
    const refused = await found({ AIRSIDE_SMTP_URL: `smtp://sam:wrong@127.0.0.1:${port}` })
    assert.match(refused.Mail, /: it refuses the user name and password of AIRSIDE_SMTP_URL$/)
    assert.doesNotMatch(refused.Mail, /wrong/)
  })
})
