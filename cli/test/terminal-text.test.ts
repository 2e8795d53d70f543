/** Text from outside reaches a terminal without control sequences, whichever command prints it (threats row 103). */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { type Stream, Terminal } from '../src/terminal/terminal.ts'

const recording = (isTTY: boolean): { stream: Stream; written: () => string } => {
  let text = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk)
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY }) as Stream, written: () => text }
}

const terminalOn = (isTTY: boolean) => {
  const out = recording(isTTY)
  const err = recording(isTTY)
  return { terminal: new Terminal(out.stream, err.stream, process.stdin, {}), out, err }
}

const HOSTILE = 'Jet\u001b]0;owned\u0007 \u009b31m \u202egnp.exe \u0000\r\u001b[2J'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not arrive
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

test('say, aside, ask and progress escape every control, C1 and bidi character', () => {
  const { terminal, out, err } = terminalOn(true)
  terminal.say(HOSTILE)
  terminal.say(JSON.stringify({ name: HOSTILE }))
  terminal.aside(HOSTILE)
  terminal.ask(HOSTILE)
  assert.doesNotMatch(out.written(), OBEYED)
  assert.doesNotMatch(err.written(), OBEYED)
  assert.match(out.written(), /\\u001b]0;owned\\u0007 \\u009b31m \\u202egnp\.exe/)
})

test('our own colours and line ends are kept', () => {
  const { terminal, out } = terminalOn(true)
  terminal.say(`${terminal.paint('red', 'failed')}\nnext`)
  assert.equal(out.written(), '\u001b[31mfailed\u001b[39m\nnext\n')
})

test('output to a file keeps its bytes unchanged', () => {
  const { terminal, out } = terminalOn(false)
  terminal.say(HOSTILE)
  assert.equal(out.written(), `${HOSTILE}\n`)
})
